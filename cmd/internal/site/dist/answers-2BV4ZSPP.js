/*! Zonda, and Preact and its signals: Copyright (c) Jason Miller, MIT licence; see page/vendor of the sources */
import{a as o,b as r,c as m}from"./chunk-G7UPO23P.js";import"./chunk-A3HQSS4U.js";export{o as faultText,m as verdictOf,r as whyText};
