/*! Zonda, and Preact and its signals: Copyright (c) Jason Miller, MIT licence; see page/vendor of the sources */
import{a as o,b as r,c as m}from"./chunk-3NEMK3SJ.js";import"./chunk-65O6QTUL.js";export{o as faultText,m as verdictOf,r as whyText};
