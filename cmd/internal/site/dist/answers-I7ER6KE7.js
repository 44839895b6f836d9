/*! Zonda, and Preact and its signals: Copyright (c) Jason Miller, MIT licence; see page/vendor of the sources */
import{a as o,b as r,c as m}from"./chunk-HYVU3L5M.js";import"./chunk-O43DRCRT.js";export{o as faultText,m as verdictOf,r as whyText};
