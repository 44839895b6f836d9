// A small engine of English draughts for CheckerBoard, a library for the tests of the host. It searches PLIES plies and
// takes one of the best moves by chance: with PLIES 0 any move. ROGUE, if it is defined, is what it does wrong at its third move:
//
//   1 hangs  2 crashes  3 prints what looks like a move  4 wants 40 MiB of stack  5 ends the process
//   6 leaves nonsense on the board  7 leaves the board as it was  8 makes an illegal move

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#ifndef PLIES
#define PLIES 0
#endif
#ifndef ROGUE
#define ROGUE 0
#endif

#define WHITE 1
#define BLACK 2
#define MAN 4
#define KING 8
#define MOST 128 // moves

typedef struct { int at[8][8]; } position;

static int on(int x, int y) { return x >= 0 && x < 8 && y >= 0 && y < 8; }

static void jumps(const position *p, int x, int y, int first, position *out, int *count) {
    int piece = p->at[x][y], further = 0;
    for (int dx = -1; dx <= 1; dx += 2)
        for (int dy = -1; dy <= 1; dy += 2) {
            int mx = x + dx, my = y + dy, tx = x + 2 * dx, ty = y + 2 * dy;
            if ((piece & MAN) && dy != ((piece & BLACK) ? 1 : -1)) continue;
            if (!on(tx, ty) || p->at[tx][ty] || !p->at[mx][my] || (p->at[mx][my] & piece & 3)) continue;
            position next = *p;
            next.at[x][y] = next.at[mx][my] = 0;
            next.at[tx][ty] = piece;
            further = 1;
            if ((piece & MAN) && ty == ((piece & BLACK) ? 7 : 0)) {
                next.at[tx][ty] = (piece & 3) | KING;
                out[(*count)++] = next;
            } else {
                jumps(&next, tx, ty, 0, out, count);
            }
        }
    if (!further && !first) out[(*count)++] = *p;
}

static int moves(const position *p, int color, position *out) {
    int count = 0;
    for (int x = 0; x < 8; x++)
        for (int y = 0; y < 8; y++)
            if (p->at[x][y] & color) jumps(p, x, y, 1, out, &count);
    if (count) return count;
    for (int x = 0; x < 8; x++)
        for (int y = 0; y < 8; y++)
            for (int dx = -1; dx <= 1; dx += 2)
                for (int dy = -1; dy <= 1; dy += 2) {
                    int piece = p->at[x][y], tx = x + dx, ty = y + dy;
                    if (!(piece & color) || !on(tx, ty) || p->at[tx][ty]) continue;
                    if ((piece & MAN) && dy != ((piece & BLACK) ? 1 : -1)) continue;
                    position next = *p;
                    next.at[x][y] = 0;
                    next.at[tx][ty] = (piece & MAN) && ty == ((piece & BLACK) ? 7 : 0) ? (piece & 3) | KING : piece;
                    out[count++] = next;
                }
    return count;
}

static long nodes;

static int search(const position *p, int color, int plies) {
    nodes++;
    position all[MOST];
    int count = moves(p, color, all), best = -10000;
    if (!count) return best;
    if (plies <= 0) {
        int value = 0;
        for (int x = 0; x < 8; x++)
            for (int y = 0; y < 8; y++) {
                int piece = p->at[x][y], worth = (piece & KING) ? 140 : (piece & MAN) ? 100 : 0;
                value += (piece & color) ? worth : -worth;
            }
        return value;
    }
    for (int i = 0; i < count; i++) {
        int value = -search(&all[i], color ^ 3, plies - 1);
        if (value > best) best = value;
    }
    return best;
}

static volatile int sink;
static int *volatile nowhere;

static int recurse(int kilobytes) {
    volatile char frame[1024];
    for (int i = 0; i < 1024; i += 64) frame[i] = (char)kilobytes;
    return kilobytes ? recurse(kilobytes - 1) + frame[64] : 0;
}

static void misbehave(int board[8][8]) {
    switch (ROGUE) {
    case 1: for (;;) Sleep(1000);
    case 2: *nowhere = 0; break;
    case 3: printf("bestmove 1-2\n"); fflush(stdout); break;
    case 4: sink = recurse(40 << 10); break;
    case 5: exit(7);
    case 6: memset(board, 77, 64 * sizeof(int)); break;
    case 8:
        for (int x = 0; x < 8; x++)
            for (int y = 0; y < 8; y++)
                if (board[x][y] & BLACK) { board[x][y] = 0; return; }
    }
}

__declspec(dllexport) int WINAPI getmove(int board[8][8], int color, double maxtime, char str[1024], int *playnow, int info,
                                         int moreinfo, void *move) {
    static int calls;
    position p, all[MOST];
    int count, best = -20000, ties = 0;
    if (++calls == 3 && ROGUE) {
        misbehave(board);
        if (ROGUE >= 6) return 3;
    }
    memcpy(&p, board, sizeof p);
    count = moves(&p, color, all);
    nodes = 0;
    for (int i = 0; i < count; i++) {
        int value = PLIES ? -search(&all[i], color ^ 3, PLIES - 1) : 0;
        if (value > best) { best = value; ties = 0; }
        if (value == best && rand() % ++ties == 0) memcpy(board, &all[i], sizeof p);
    }
    sprintf(str, "depth %d value=%d nodes %ld time %.3f", PLIES, best, nodes, maxtime);
    return 3;
}

__declspec(dllexport) int WINAPI enginecommand(const char *command, char *reply) {
    unsigned seed;
    if (!strcmp(command, "name")) return sprintf(reply, "%d plies", PLIES) > 0;
    if (!strcmp(command, "get level")) return sprintf(reply, "0") > 0; // its number of the random numbers
    if (sscanf(command, "set level %u", &seed) == 1) {
        srand(seed);
        return sprintf(reply, "level set") > 0;
    }
    strcpy(reply, "?");
    return 0;
}
