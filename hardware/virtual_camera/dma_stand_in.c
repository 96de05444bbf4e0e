/* LD_PRELOAD: lets libcamera allocate its frames where the kernel has neither /dev/udmabuf nor /dev/dma_heap.
 *
 * Opening one of these gives an empty memory file; the requests that libcamera makes of it are answered with
 * further memory files. For trying the camera driver only: real DMA buffers are shared with the hardware.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/dma-heap.h>
#include <linux/udmabuf.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { OTHER = 0, UDMABUF, HEAP, MOST = 65536 };
static unsigned char kind_of[MOST];

static int stand_in(const char *path)
{
    int kind = !strcmp(path, "/dev/udmabuf") ? UDMABUF : !strncmp(path, "/dev/dma_heap/", 14) ? HEAP : OTHER;
    if (kind == OTHER)
        return -1;
    int fd = memfd_create("dma stand-in", MFD_CLOEXEC);
    if (fd >= 0 && fd < MOST)
        kind_of[fd] = (unsigned char)kind;
    return fd;
}

static int mode_of(int flags, va_list rest)
{
    return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
}

#define OPEN(NAME)                                                    \
    int NAME(const char *path, int flags, ...)                        \
    {                                                                 \
        static int (*real)(const char *, int, ...);                   \
        int fd = stand_in(path);                                      \
        if (fd >= 0)                                                  \
            return fd;                                                \
        if (!real)                                                    \
            real = dlsym(RTLD_NEXT, #NAME);                           \
        va_list rest;                                                 \
        va_start(rest, flags);                                        \
        int mode = mode_of(flags, rest);                              \
        va_end(rest);                                                 \
        return real(path, flags, mode);                               \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(NAME)                                                  \
    int NAME(int folder, const char *path, int flags, ...)            \
    {                                                                 \
        static int (*real)(int, const char *, int, ...);              \
        int fd = stand_in(path);                                      \
        if (fd >= 0)                                                  \
            return fd;                                                \
        if (!real)                                                    \
            real = dlsym(RTLD_NEXT, #NAME);                           \
        va_list rest;                                                 \
        va_start(rest, flags);                                        \
        int mode = mode_of(flags, rest);                              \
        va_end(rest);                                                 \
        return real(folder, path, flags, mode);                       \
    }
OPENAT(openat)
OPENAT(openat64)

int close(int fd)
{
    static int (*real)(int);
    if (!real)
        real = dlsym(RTLD_NEXT, "close");
    if (fd >= 0 && fd < MOST)
        kind_of[fd] = OTHER;
    return real(fd);
}

static int memory_of(unsigned long long bytes)
{
    int fd = memfd_create("dma buffer", MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, (off_t)bytes)) {
        close(fd);
        return -1;
    }
    return fd;
}

int ioctl(int fd, unsigned long request, ...)
{
    static int (*real)(int, unsigned long, ...);
    va_list rest;
    va_start(rest, request);
    void *asked = va_arg(rest, void *);
    va_end(rest);
    if (!real)
        real = dlsym(RTLD_NEXT, "ioctl");
    int kind = fd >= 0 && fd < MOST ? kind_of[fd] : OTHER;
    if (kind == UDMABUF && (unsigned)request == (unsigned)UDMABUF_CREATE)
        return fcntl(((struct udmabuf_create *)asked)->memfd, F_DUPFD_CLOEXEC, 0);
    if (kind == HEAP && (unsigned)request == (unsigned)DMA_HEAP_IOCTL_ALLOC) {
        struct dma_heap_allocation_data *wanted = asked;
        int buffer = memory_of(wanted->len);
        if (buffer < 0)
            return -1;
        wanted->fd = (unsigned)buffer;
        return 0;
    }
    int answer = real(fd, request, asked);
    if (answer < 0 && errno == ENOTTY && (((unsigned)request >> 8) & 0xff) == DMA_BUF_BASE) {
        errno = 0; /* a memory file needs no syncing and keeps no name */
        return 0;
    }
    return answer;
}
