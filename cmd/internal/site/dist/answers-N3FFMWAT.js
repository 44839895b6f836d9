/*! Zonda, and Preact and its signals: Copyright (c) Jason Miller, MIT licence; see page/vendor of the sources */
import{a as o,b as r,c as m}from"./chunk-GPFBHBLO.js";import"./chunk-IBK7H6A6.js";export{o as faultText,m as verdictOf,r as whyText};
