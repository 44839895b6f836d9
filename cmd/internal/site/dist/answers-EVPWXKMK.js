/*! Zonda, and Preact and its signals: Copyright (c) Jason Miller, MIT licence; see page/vendor of the sources */
import{a as o,b as r,c as m}from"./chunk-MMNXCSEJ.js";import"./chunk-PAD2J5SO.js";export{o as faultText,m as verdictOf,r as whyText};
