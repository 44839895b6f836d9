#include "textflag.h"

// Instructions on eight columns that Go's assembler does not know, with the numbers of the registers in its order. The
// words are what aarch64-linux-gnu-objdump -d shows as smax, smin and mul of d.8h, n.8h, m.8h, and as smlal of d.4s,
// n.4h, m.4h and smlal2 of d.4s, n.8h, m.8h.
#define SMAX(m, n, d) WORD $(0x4E606400 | m<<16 | n<<5 | d)
#define SMIN(m, n, d) WORD $(0x4E606C00 | m<<16 | n<<5 | d)
#define MUL(m, n, d) WORD $(0x4E609C00 | m<<16 | n<<5 | d)
#define SMLAL(m, n, d) WORD $(0x0E608000 | m<<16 | n<<5 | d)
#define SMLAL2(m, n, d) WORD $(0x4E608000 | m<<16 | n<<5 | d)

// TAKE leaves the address of the row whose number is next in a list in R14.
#define TAKE(list) \
	MOVHU.P 2(list), R14; \
	MADD    R4, R0, R14, R14

#define QUARTER(change, at, a, b, c, d) \
	FLDPQ  at(R14), (F16, F17); \
	FLDPQ  at+32(R14), (F18, F19); \
	change V16.H8, a.H8, a.H8; \
	change V17.H8, b.H8, b.H8; \
	change V18.H8, c.H8, c.H8; \
	change V19.H8, d.H8, d.H8

// CHANGE adds the row at R14 to the columns of a block, or subtracts it.
#define CHANGE(change) \
	QUARTER(change, 0, V0, V1, V2, V3); \
	QUARTER(change, 64, V4, V5, V6, V7); \
	QUARTER(change, 128, V8, V9, V10, V11); \
	QUARTER(change, 192, V12, V13, V14, V15)

// WEIGH adds the squares of the activations of sixteen columns, times their weights, to the sums.
#define WEIGH(at, a, b) \
	FLDPQ at(R1), (F16, F17); \
	SMAX(24, a, a); \
	SMAX(24, b, b); \
	SMIN(25, a, a); \
	SMIN(25, b, b); \
	MUL(16, a, 16); \
	MUL(17, b, 17); \
	SMLAL(16, a, 26); \
	SMLAL2(16, a, 27); \
	SMLAL(17, b, 28); \
	SMLAL2(17, b, 29)

// func forwardRows(rows, weights, from, to *int16, removed *uint16, removedCount int32, added *uint16, addedCount, rowBytes int32) int32
TEXT ·forwardRows(SB), NOSPLIT, $0-68
	MOVD  rows+0(FP), R0
	MOVD  weights+8(FP), R1
	MOVD  from+16(FP), R2
	MOVD  to+24(FP), R3
	MOVW  rowBytes+60(FP), R4
	MOVD  R4, R5
	MOVD  removed+32(FP), R6
	MOVW  removedCount+40(FP), R7
	MOVD  added+48(FP), R9
	MOVW  addedCount+56(FP), R10
	MOVD  $255, R12
	VDUP  R12, V25.H8
	VEOR  V24.B16, V24.B16, V24.B16
	VEOR  V26.B16, V26.B16, V26.B16
	VEOR  V27.B16, V27.B16, V27.B16
	VEOR  V28.B16, V28.B16, V28.B16
	VEOR  V29.B16, V29.B16, V29.B16

block:
	FLDPQ (R2), (F0, F1)
	FLDPQ 32(R2), (F2, F3)
	FLDPQ 64(R2), (F4, F5)
	FLDPQ 96(R2), (F6, F7)
	FLDPQ 128(R2), (F8, F9)
	FLDPQ 160(R2), (F10, F11)
	FLDPQ 192(R2), (F12, F13)
	FLDPQ 224(R2), (F14, F15)
	MOVD  R6, R12
	MOVD  R9, R13
	MOVD  R10, R8
	CBZW  R8, changed
	CBZW  R7, add

// One loop subtracts and adds as many rows.
both:
	TAKE(R12)
	CHANGE(VSUB)
	TAKE(R13)
	CHANGE(VADD)
	SUBSW $1, R8, R8
	BNE   both
	B     changed

add:
	TAKE(R13)
	CHANGE(VADD)
	SUBSW $1, R8, R8
	BNE   add

changed:
	CBZ   R3, stored
	FSTPQ (F0, F1), (R3)
	FSTPQ (F2, F3), 32(R3)
	FSTPQ (F4, F5), 64(R3)
	FSTPQ (F6, F7), 96(R3)
	FSTPQ (F8, F9), 128(R3)
	FSTPQ (F10, F11), 160(R3)
	FSTPQ (F12, F13), 192(R3)
	FSTPQ (F14, F15), 224(R3)
	ADD   $256, R3

stored:
	WEIGH(0, 0, 1)
	WEIGH(32, 2, 3)
	WEIGH(64, 4, 5)
	WEIGH(96, 6, 7)
	WEIGH(128, 8, 9)
	WEIGH(160, 10, 11)
	WEIGH(192, 12, 13)
	WEIGH(224, 14, 15)
	ADD  $256, R0
	ADD  $256, R1
	ADD  $256, R2
	SUBS $256, R5
	BNE  block

	VADD  V27.S4, V26.S4, V26.S4
	VADD  V29.S4, V28.S4, V28.S4
	VADD  V28.S4, V26.S4, V26.S4
	VADDV V26.S4, V26
	VMOV  V26.S[0], R0
	MOVW  R0, ret+64(FP)
	RET
