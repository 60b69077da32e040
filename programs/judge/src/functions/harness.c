// Calls one function of a document with one case after the other, and prints a line for each:
//     harness FUNCTION MIB < CASES
//
// A case is a line of numbers, which the game's part takes one by one. The answer is a line, too:
//     ok COMPLAINED NUMBER...     the call returned; 1 if it wrote to stderr, and what it gave
//     died SIGNAL STATUS TEXT     the process ended in the call; what it wrote to stderr,
//                                 its lines parted by the character 31
//
// Calls are made in a child process. When one dies, the next child goes on after it.

#define _GNU_SOURCE
#include "harness.h"
#include <malloc.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

// Processor time and time of one call, in seconds.
enum { CPU = 1, WALL = 20 };
// Calls that may die of a signal or a sanitizer, and calls that may not end.
enum { DEATHS = 3, HANGS = 1 };
enum { LONGEST = 1 << 16, CAUGHT = 4000, BLOCKS = 512, MARGIN = 64 };

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef SANITIZED
size_t __sanitizer_get_current_allocated_bytes(void);
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "exitcode=99:detect_leaks=0:max_malloc_fill_size=4096:malloc_fill_byte=165:detect_stack_use_after_return=0";
}
#endif

static double *numbers;
static size_t count, at;
static FILE *answers;
static int shown, complaints;
static struct block { unsigned char *start, *array; size_t room; } blocks[BLOCKS];
static size_t used;

double take(void) { return at < count ? numbers[at++] : 0; }

size_t left(void) { return count - at; }

void again(void) { at = 0; }

void give(double number) { fprintf(answers, " %.17g", number); }

void *memory(size_t bytes)
{
    if (used == BLOCKS)
        exit(98);
    struct block *block = &blocks[used++];
#ifdef SANITIZED
    block->start = block->array = malloc(bytes);
    block->room = bytes;
#else
    // The array ends where a page begins that cannot be touched.
    size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (bytes + MARGIN + page - 1) / page * page;
    block->start = mmap(NULL, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (block->start == MAP_FAILED || mprotect(block->start + room, page, PROT_NONE) != 0)
        exit(98);
    block->room = room;
    block->array = block->start + room - bytes;
    memset(block->start, GARBAGE, room);
#endif
    memset(block->array, GARBAGE, bytes);
    return block->array;
}

// Frees the blocks, and checks what stands before them.
static void release(void)
{
    while (used > 0) {
        struct block block = blocks[--used];
#ifdef SANITIZED
        free(block.start);
#else
        for (unsigned char *byte = block.start; byte < block.array; byte++)
            if (*byte != GARBAGE) {
                fprintf(stderr, "the %d bytes before an array were written to\n", (int)(block.array - byte));
                exit(99);
            }
        munmap(block.start, block.room + (size_t)sysconf(_SC_PAGESIZE));
#endif
    }
}

size_t allocated(void)
{
#ifdef SANITIZED
    return __sanitizer_get_current_allocated_bytes();
#else
    return mallinfo2().uordblks;
#endif
}

// A file without a name, in the working directory.
static int unnamed(void)
{
    char name[] = "caught-XXXXXX";
    int file = mkstemp(name);
    if (file < 0)
        exit(97);
    unlink(name);
    return file;
}

size_t printed(char *text, size_t room)
{
    fflush(stdout);
    ssize_t length = pread(shown, text, room, 0);
    return length < 0 ? 0 : (size_t)length;
}

static void rewind_file(int file)
{
    if (ftruncate(file, 0) != 0 || lseek(file, 0, SEEK_SET) != 0)
        exit(97);
}

// Memory for data that the process may still get.
static void limit(unsigned long mib)
{
    unsigned long kib = 0;
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (sscanf(line, "VmData: %lu", &kib) == 1)
            break;
    if (status)
        fclose(status);
    rlim_t bytes = (kib + mib * 1024) * 1024;
    struct rlimit data = {bytes, bytes};
    setrlimit(RLIMIT_DATA, &data);
}

static void start_clock(void)
{
    struct itimerval cpu = {{0, 0}, {CPU, 0}};
    setitimer(ITIMER_PROF, &cpu, NULL);
    alarm(WALL);
}

// Reads the numbers of a line.
static void parse(const char *line)
{
    char *end;
    for (count = at = 0; count < LONGEST; count++, line = end) {
        double number = strtod(line, &end);
        if (end == line)
            break;
        numbers[count] = number;
    }
}

// The cases from `*next` on, in a child. `*next` is the case that is being called.
static void call(void (*run)(void), char **cases, size_t total, volatile size_t *next, unsigned long mib)
{
    dup2(shown, STDOUT_FILENO);
    dup2(complaints, STDERR_FILENO);
    setvbuf(stderr, NULL, _IONBF, 0);
    limit(mib);
    for (; *next < total; ++*next) {
        parse(cases[*next]);
        rewind_file(shown);
        rewind_file(complaints);
        char *line = NULL;
        size_t length = 0;
        answers = open_memstream(&line, &length);
        start_clock();
        run();
        release();
        alarm(0);
        fclose(answers);
        fflush(stdout);
        dprintf(3, "ok %d%s\n", lseek(complaints, 0, SEEK_END) > 0, line);
        free(line);
    }
    _exit(0);
}

// Says how a child died, and returns whether that may happen again.
static int died(int status, int *deaths, int *hangs)
{
    char text[CAUGHT];
    ssize_t length = pread(complaints, text, sizeof text, 0);
    int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    for (ssize_t index = 0; index < length; index++)
        if (text[index] == '\n' || text[index] == 0)
            text[index] = 31;
    dprintf(3, "died %d %d %.*s\n", signal, WIFEXITED(status) ? WEXITSTATUS(status) : 0, length < 0 ? 0 : (int)length, text);
    if (signal == SIGPROF || signal == SIGALRM)
        return ++*hangs < HANGS;
    if ((signal && signal != SIGABRT) || WEXITSTATUS(status) == 99)
        return ++*deaths < DEATHS;
    return 1;
}

int main(int arguments, char **words)
{
    const struct function *function = functions;
    while (arguments == 3 && function->name && strcmp(function->name, words[1]) != 0)
        function++;
    if (arguments != 3 || !function->name)
        return 96;
    size_t total = 0, room = 0, length = 0;
    char **cases = NULL, *line = NULL;
    while (getline(&line, &length, stdin) > 0) {
        if (total == room)
            cases = realloc(cases, (room = room * 2 + 64) * sizeof *cases);
        cases[total++] = line;
        line = NULL;
        length = 0;
    }
    numbers = malloc(LONGEST * sizeof *numbers);
    volatile size_t *next =
        mmap(NULL, sizeof *next, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (dup2(STDOUT_FILENO, 3) < 0 || next == MAP_FAILED)
        return 97;
    shown = unnamed();
    complaints = unnamed();
    int deaths = 0, hangs = 0, status = 0;
    for (*next = 0; *next < total; ++*next) {
        pid_t child = fork();
        if (child < 0)
            return 97;
        if (child == 0)
            call(function->run, cases, total, next, strtoul(words[2], NULL, 10));
        while (waitpid(child, &status, 0) != child)
            ;
        if (*next >= total || !died(status, &deaths, &hangs))
            break;
    }
    return 0;
}
