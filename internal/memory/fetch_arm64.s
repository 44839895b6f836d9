#include "textflag.h"

// func Fetch(at unsafe.Pointer)
TEXT ·Fetch(SB), NOSPLIT, $0-8
	MOVD at+0(FP), R0
	PRFM (R0), PLDL1KEEP
	RET
