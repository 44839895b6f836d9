// A host of engines in the manner of CheckerBoard, told what to do by lines on standard
// input and answering each with one line. It judges nothing: it only calls, from the
// threads and with the buffers that CheckerBoard uses, and tells what came back.
//
//   load N FILE          LoadLibrary into slot N       ok ADDRESS
//   free N               FreeLibrary                   ok
//   command N TEXT       enginecommand                 reply R TEXT (line ends as \n)
//   name N               enginename                    reply R TEXT
//   islegal N COLOR FROM TO  + 64 numbers              legal R + 67 numbers of the move
//   begin N COLOR MAXTIME INFO MOREINFO + 64 numbers   ok: getmove runs in a thread of its own
//   peek N               the status text now           status TEXT
//   playnow N            sets the flag                 ok
//   wait N MS            waits for the end             late, or
//                        moved R MS-SINCE-PLAYNOW MS-SINCE-BEGIN + 64 numbers + 67 numbers + TEXT
//   sleep MS                                           ok
//   quit

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#define SLOTS 4
#define GUARD 64
#define FILL 0xA5
#define STATUS 1024
#define REPLY 256
#define LONG_REPLY 1024
#define MOVE 67
#define STACK_COMMIT 100000

typedef int(WINAPI *getmove_t)(int board[8][8], int color, double maxtime, char *str, int *playnow,
                               int info, int moreinfo, void *move);
typedef int(WINAPI *command_t)(const char *command, char *reply);
typedef int(WINAPI *islegal_t)(int board[8][8], int color, int from, int to, void *move);
typedef int(WINAPI *name_t)(char *name);

typedef struct {
    HMODULE module;
    getmove_t getmove;
    command_t command;
    islegal_t islegal;
    name_t name;

    HANDLE thread;
    int color, info, moreinfo, result;
    double maxtime;
    volatile int playnow;
    LARGE_INTEGER begun, asked, done;
    struct { int before[GUARD], squares[8][8], after[GUARD]; } board;
    struct { char before[GUARD], text[STATUS], after[GUARD]; } status;
    struct { int before[GUARD], numbers[MOVE], after[GUARD]; } move;
} slot;

static slot slots[SLOTS];
static char directory[MAX_PATH];

static void fail(const char *what) {
    printf("failed: %s (error %lu)\n", what, GetLastError());
    fflush(stdout);
    exit(1);
}

// untouched stops everything if an engine wrote beyond a buffer.
static void untouched(const void *guard, size_t size) {
    for (size_t i = 0; i < size; i++)
        if (((const unsigned char *)guard)[i] != FILL) fail("a buffer was overrun");
}

static void tell(const char *text) {
    for (; *text; text++) {
        if (*text == '\n') printf("\\n");
        else putchar(*text);
    }
}

static void tell_numbers(const int *numbers, int n) {
    for (int i = 0; i < n; i++) printf(" %d", numbers[i]);
}

static char *word(char **rest) {
    char *begin = *rest + strspn(*rest, " ");
    size_t n = strcspn(begin, " ");
    *rest = begin + n + (begin[n] != 0);
    begin[n] = 0;
    return begin;
}

static int number(char **rest) { return strtol(word(rest), NULL, 10); }

static void read_board(char **rest, slot *s) {
    memset(&s->board, FILL, sizeof s->board);
    memset(&s->move, FILL, sizeof s->move);
    for (int x = 0; x < 8; x++)
        for (int y = 0; y < 8; y++) s->board.squares[x][y] = number(rest);
}

static void check_buffers(slot *s) {
    untouched(s->board.before, sizeof s->board.before);
    untouched(s->board.after, sizeof s->board.after);
    untouched(s->status.before, sizeof s->status.before);
    untouched(s->status.after, sizeof s->status.after);
    untouched(s->move.before, sizeof s->move.before);
    untouched(s->move.after, sizeof s->move.after);
}

static void load(slot *s, const char *file) {
    s->module = LoadLibraryA(file);
    if (!s->module) fail(file);
    s->getmove = (getmove_t)(void *)GetProcAddress(s->module, "getmove");
    s->command = (command_t)(void *)GetProcAddress(s->module, "enginecommand");
    s->islegal = (islegal_t)(void *)GetProcAddress(s->module, "islegal");
    s->name = (name_t)(void *)GetProcAddress(s->module, "enginename");
    if (!s->getmove || !s->command || !s->islegal || !s->name) fail("a function is missing");
    printf("ok %p\n", (void *)s->module);
}

// ask calls enginecommand, or enginename without a command, with a buffer of the size that
// CheckerBoard has for it.
static void ask(slot *s, const char *command) {
    static char buffer[GUARD + LONG_REPLY + GUARD];
    size_t size = REPLY;
    if (command && (!strcmp(command, "about") || !strncmp(command, "set check_", 10))) size = LONG_REPLY;
    memset(buffer, FILL, sizeof buffer);
    int r = command ? s->command(command, buffer + GUARD) : s->name(buffer + GUARD);
    untouched(buffer, GUARD);
    untouched(buffer + GUARD + size, sizeof buffer - GUARD - size);
    printf("reply %d ", r);
    tell(buffer + GUARD);
    printf("\n");
}

static DWORD WINAPI think(void *argument) {
    slot *s = argument;
    QueryPerformanceCounter(&s->begun);
    s->result = s->getmove(s->board.squares, s->color, s->maxtime, s->status.text,
                           (int *)&s->playnow, s->info, s->moreinfo, s->move.numbers);
    QueryPerformanceCounter(&s->done);
    return 0;
}

static void begin(slot *s, char *rest) {
    s->color = number(&rest);
    s->maxtime = strtod(word(&rest), NULL);
    s->info = number(&rest);
    s->moreinfo = number(&rest);
    read_board(&rest, s);
    memset(&s->status, FILL, sizeof s->status);
    s->status.text[0] = 0;
    s->playnow = 0;
    s->asked.QuadPart = 0;
    SetCurrentDirectoryA(directory);
    s->thread = CreateThread(NULL, STACK_COMMIT, think, s, 0, NULL);
    if (!s->thread) fail("no thread");
    printf("ok\n");
}

static void wait_for(slot *s, int ms) {
    if (WaitForSingleObject(s->thread, ms) == WAIT_TIMEOUT) {
        printf("late\n");
        return;
    }
    CloseHandle(s->thread);
    check_buffers(s);
    LARGE_INTEGER frequency;
    QueryPerformanceFrequency(&frequency);
    long long since = s->asked.QuadPart ? (s->done.QuadPart - s->asked.QuadPart) * 1000 / frequency.QuadPart : 0;
    long long took = (s->done.QuadPart - s->begun.QuadPart) * 1000 / frequency.QuadPart;
    printf("moved %d %lld %lld", s->result, since, took);
    tell_numbers(&s->board.squares[0][0], 64);
    tell_numbers(s->move.numbers, MOVE);
    printf(" ");
    tell(s->status.text);
    printf("\n");
}

static void peek(slot *s) {
    char text[STATUS];
    memcpy(text, s->status.text, STATUS);
    if (!memchr(text, 0, STATUS)) fail("the status has no end");
    printf("status ");
    tell(text);
    printf("\n");
}

static void islegal(slot *s, char *rest) {
    int color = number(&rest), from = number(&rest), to = number(&rest);
    read_board(&rest, s);
    int r = s->islegal(s->board.squares, color, from, to, s->move.numbers);
    memset(&s->status, FILL, sizeof s->status);
    check_buffers(s);
    printf("legal %d", r);
    tell_numbers(s->move.numbers, MOVE);
    printf("\n");
}

int main(void) {
    static char line[1 << 16];
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); // fall at once, without a window
    GetCurrentDirectoryA(sizeof directory, directory);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\r\n")] = 0;
        char *rest = line;
        char *verb = word(&rest);
        if (!strcmp(verb, "quit")) return 0;
        if (!strcmp(verb, "sleep")) {
            Sleep(number(&rest));
            printf("ok\n");
            fflush(stdout);
            continue;
        }
        slot *s = &slots[number(&rest) % SLOTS];
        if (!strcmp(verb, "load")) load(s, rest);
        else if (!strcmp(verb, "free")) printf(FreeLibrary(s->module) ? "ok\n" : "no\n");
        else if (!strcmp(verb, "command")) ask(s, rest);
        else if (!strcmp(verb, "name")) ask(s, NULL);
        else if (!strcmp(verb, "islegal")) islegal(s, rest);
        else if (!strcmp(verb, "begin")) begin(s, rest);
        else if (!strcmp(verb, "peek")) peek(s);
        else if (!strcmp(verb, "playnow")) {
            QueryPerformanceCounter(&s->asked);
            s->playnow = 1;
            printf("ok\n");
        } else if (!strcmp(verb, "wait")) wait_for(s, number(&rest));
        else fail(verb);
        fflush(stdout);
    }
    return 0;
}
