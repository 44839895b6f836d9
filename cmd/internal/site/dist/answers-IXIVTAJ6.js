/*! Zonda, and Preact and its signals: Copyright (c) Jason Miller, MIT licence; see page/vendor of the sources */
import{a as o,b as r,c as m}from"./chunk-DR7XPECU.js";import"./chunk-HTSVDBV7.js";export{o as faultText,m as verdictOf,r as whyText};
