// The functions of harness.c for the part that knows a game.
#ifndef HARNESS_H
#define HARNESS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GARBAGE = 0xA5 };

// A function of the document, by name, and what calls it with the numbers of a case.
struct function {
    const char *name;
    void (*run)(void);
};

// The functions of the game; the last name is null.
extern const struct function functions[];

// The next number of the case, and how many are left.
double take(void);
size_t left(void);

// Goes back to the first number of the case.
void again(void);

// Adds a number to the answer.
void give(double number);

// An array with garbage in it. Nothing before or after it may be touched. It is freed after the
// call.
void *memory(size_t bytes);

// Bytes that malloc has given out.
size_t allocated(void);

// Copies the output of the call, up to `room` bytes, and returns the number of bytes.
size_t printed(char *text, size_t room);

#endif
