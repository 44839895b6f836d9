//go:build windows && cgo

// Go's runtime loads bcryptprimitives.dll when it starts, for random bytes from its function
// ProcessPrng, and ends the process if there is no such file. Where the file is missing, the
// runtime gets another generator of the system here. Where the file exists, it is used.

#include <windows.h>
#include <ntsecapi.h>
#include <string.h>
#include <wchar.h>

HMODULE WINAPI __real_LoadLibraryExW(LPCWSTR name, HANDLE file, DWORD flags);
FARPROC WINAPI __real_GetProcAddress(HMODULE module, LPCSTR name);

// substitute stands for the missing file: its address is no module's.
static char substitute;

HMODULE WINAPI __wrap_LoadLibraryExW(LPCWSTR name, HANDLE file, DWORD flags) {
    HMODULE module = __real_LoadLibraryExW(name, file, flags);
    if (!module && !wcscmp(name, L"bcryptprimitives.dll")) return (HMODULE)(void *)&substitute;
    return module;
}

// random_bytes has the signature of ProcessPrng. RtlGenRandom takes a length of 32 bits.
static BOOL WINAPI random_bytes(PBYTE data, SIZE_T length) {
    return length <= MAXDWORD && RtlGenRandom(data, (ULONG)length);
}

// The only function of the file that Go looks for is ProcessPrng.
FARPROC WINAPI __wrap_GetProcAddress(HMODULE module, LPCSTR name) {
    if (module != (HMODULE)(void *)&substitute) return __real_GetProcAddress(module, name);
    return strcmp(name, "ProcessPrng") ? NULL : (FARPROC)(void *)random_bytes;
}
