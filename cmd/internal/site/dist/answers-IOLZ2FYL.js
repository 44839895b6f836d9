/*! Zonda, and Preact and its signals: Copyright (c) Jason Miller, MIT licence; see page/vendor of the sources */
import{a as o,b as r,c as m}from"./chunk-SLAJZ75N.js";import"./chunk-UNUH7WRN.js";export{o as faultText,m as verdictOf,r as whyText};
