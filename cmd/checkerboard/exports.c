//go:build windows && cgo

// The functions that CheckerBoard looks up, with its calling convention. What they are
// called in the library's table of exports stands in exports64.def and exports32.def.

#include <windows.h>
#include <stdint.h>
#include "_cgo_export.h"

// Callers may be of any compiler: on 32 bits they need not align the stack as ours expects.
#ifdef __i386__
#define ENTRY __stdcall __attribute__((force_align_arg_pointer))
#else
#define ENTRY __stdcall
#endif

// zondaMicroseconds is a clock that runs before Go does.
int64_t zondaMicroseconds(void) {
    LARGE_INTEGER now, second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&second);
    return now.QuadPart / second.QuadPart * 1000000 + now.QuadPart % second.QuadPart * 1000000 / second.QuadPart;
}

int ENTRY getmove(int board[8][8], int color, double maxtime, char str[1024], int *playnow,
                  int info, int moreinfo, void *move) {
    return zondaGetMove(board, color, maxtime, str, playnow, info, moreinfo, move, zondaMicroseconds());
}

int ENTRY enginecommand(char *command, char *reply) {
    return zondaCommand(command, reply);
}

int ENTRY islegal(int board[8][8], int color, int from, int to, void *move) {
    return zondaIsLegal(board, color, from, to, move);
}

int ENTRY enginename(char *name) {
    return zondaName(name);
}

HMODULE zondaModule(void) {
    HMODULE module = NULL;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                       (LPCWSTR)(void *)zondaModule, &module);
    return module;
}

// A host that frees the library would pull the code from under Go's threads: it stays in
// memory from the moment it is loaded.
__attribute__((constructor)) static void stay(void) {
    HMODULE module;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS,
                       (LPCWSTR)(void *)stay, &module);
}
