/*
 * A shim that is preloaded into a process. It records every call that changes files below ARCHLINE_TRACE_DIR, and all
 * writes to stdout, in the order in which the kernel executes them. With ARCHLINE_FAIL_SYNC=n the n-th fsync fails.
 *
 * A record: op (1 byte), fd (int32), at (int64: offset or length), two lengths (uint32), two texts. Little-endian.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MAX_FD 4096

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int trace = -1;
static char traced[MAX_FD];
static const char *root;
static long syncs_left = -1;

#define REAL(name, type) static type real; if (!real) real = (type)dlsym(RTLD_NEXT, #name)

typedef ssize_t (*write_t)(int, const void *, size_t);
typedef ssize_t (*writev_t)(int, const struct iovec *, int);
typedef ssize_t (*pwrite_t)(int, const void *, size_t, off64_t);
typedef int (*open_t)(const char *, int, ...);
typedef int (*fd_t)(int);
typedef int (*truncate_t)(int, off64_t);
typedef int (*unlink_t)(const char *);
typedef int (*names_t)(const char *, const char *);

static void out(const void *bytes, size_t n) {
  REAL(write, write_t);
  for (const char *p = bytes; n > 0;) {
    ssize_t done = real(trace, p, n);
    if (done < 0) { if (errno == EINTR) continue; abort(); }
    p += done; n -= (size_t)done;
  }
}

static void record(char op, int fd, int64_t at, const void *a, uint32_t la, const void *b, uint32_t lb) {
  int saved = errno;
  char head[21];
  int32_t fd32 = fd;
  head[0] = op;
  memcpy(head + 1, &fd32, 4); memcpy(head + 5, &at, 8); memcpy(head + 13, &la, 4); memcpy(head + 17, &lb, 4);
  out(head, sizeof head);
  if (la) out(a, la);
  if (lb) out(b, lb);
  errno = saved;
}

static int below(const char *path) {
  return root && path && strncmp(path, root, strlen(root)) == 0;
}

static int follows(int fd) {
  return trace >= 0 && fd >= 0 && fd < MAX_FD && (fd == 1 || traced[fd]);
}

__attribute__((constructor)) static void begin(void) {
  REAL(open, open_t);
  const char *file = getenv("ARCHLINE_TRACE");
  const char *fail = getenv("ARCHLINE_FAIL_SYNC");
  root = getenv("ARCHLINE_TRACE_DIR");
  if (fail) syncs_left = atol(fail);
  if (file && root) trace = real(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (trace >= 0) record('H', 0, 0, NULL, 0, NULL, 0);
}

static int opened(int fd, const char *path, int flags) {
  if (trace < 0 || fd < 0 || fd >= MAX_FD) return fd;
  traced[fd] = (char)below(path);
  if (traced[fd]) {
    record('O', fd, 0, path, (uint32_t)strlen(path), NULL, 0);
    if (flags & O_TRUNC) record('T', fd, 0, NULL, 0, NULL, 0);
  }
  return fd;
}

static int open_through(open_t real, const char *path, int flags, mode_t mode) {
  pthread_mutex_lock(&lock);
  int fd = opened(real(path, flags, mode), path, flags);
  pthread_mutex_unlock(&lock);
  return fd;
}

static mode_t mode_of(int flags, va_list rest) {
  return (flags & O_CREAT) ? (mode_t)va_arg(rest, int) : 0;
}

int open(const char *path, int flags, ...) {
  REAL(open, open_t);
  va_list rest; va_start(rest, flags); mode_t mode = mode_of(flags, rest); va_end(rest);
  return open_through(real, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  REAL(open64, open_t);
  va_list rest; va_start(rest, flags); mode_t mode = mode_of(flags, rest); va_end(rest);
  return open_through(real, path, flags, mode);
}

int close(int fd) {
  REAL(close, fd_t);
  pthread_mutex_lock(&lock);
  if (follows(fd) && fd != 1) { record('C', fd, 0, NULL, 0, NULL, 0); traced[fd] = 0; }
  int result = real(fd);
  pthread_mutex_unlock(&lock);
  return result;
}

ssize_t write(int fd, const void *bytes, size_t n) {
  REAL(write, write_t);
  if (!follows(fd)) return real(fd, bytes, n);
  pthread_mutex_lock(&lock);
  ssize_t done = real(fd, bytes, n);
  off_t end = fd == 1 ? 0 : lseek(fd, 0, SEEK_CUR);
  if (done > 0) record('W', fd, fd == 1 ? 0 : end - done, bytes, (uint32_t)done, NULL, 0);
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  REAL(writev, writev_t);
  if (!follows(fd)) return real(fd, parts, count);
  pthread_mutex_lock(&lock);
  ssize_t done = real(fd, parts, count);
  off_t at = fd == 1 ? 0 : lseek(fd, 0, SEEK_CUR) - done;
  ssize_t left = done;
  for (int i = 0; i < count && left > 0; i++) {
    size_t n = parts[i].iov_len < (size_t)left ? parts[i].iov_len : (size_t)left;
    record('W', fd, at, parts[i].iov_base, (uint32_t)n, NULL, 0);
    at += (off_t)n; left -= (ssize_t)n;
  }
  pthread_mutex_unlock(&lock);
  return done;
}

static ssize_t pwrite_through(pwrite_t real, int fd, const void *bytes, size_t n, off64_t at) {
  if (!follows(fd)) return real(fd, bytes, n, at);
  pthread_mutex_lock(&lock);
  ssize_t done = real(fd, bytes, n, at);
  if (done > 0) record('W', fd, at, bytes, (uint32_t)done, NULL, 0);
  pthread_mutex_unlock(&lock);
  return done;
}

ssize_t pwrite(int fd, const void *bytes, size_t n, off_t at) {
  REAL(pwrite, pwrite_t);
  return pwrite_through(real, fd, bytes, n, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t n, off64_t at) {
  REAL(pwrite64, pwrite_t);
  return pwrite_through(real, fd, bytes, n, at);
}

static int sync_through(fd_t real, int fd) {
  if (!follows(fd)) return real(fd);
  pthread_mutex_lock(&lock);
  int result = -1;
  if (syncs_left > 0 && --syncs_left == 0) errno = EIO;
  else result = real(fd);
  if (result == 0) record('F', fd, 0, NULL, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int fd) { REAL(fsync, fd_t); return sync_through(real, fd); }
int fdatasync(int fd) { REAL(fdatasync, fd_t); return sync_through(real, fd); }

static int truncate_through(truncate_t real, int fd, off64_t length) {
  if (!follows(fd)) return real(fd, length);
  pthread_mutex_lock(&lock);
  int result = real(fd, length);
  if (result == 0) record('T', fd, length, NULL, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int ftruncate(int fd, off_t length) { REAL(ftruncate, truncate_t); return truncate_through(real, fd, length); }
int ftruncate64(int fd, off64_t length) { REAL(ftruncate64, truncate_t); return truncate_through(real, fd, length); }

static int named(char op, int result, const char *a, const char *b) {
  if (result == 0 && trace >= 0 && (below(a) || below(b)))
    record(op, 0, 0, a, (uint32_t)strlen(a), b, b ? (uint32_t)strlen(b) : 0);
  pthread_mutex_unlock(&lock);
  return result;
}

int unlink(const char *path) {
  REAL(unlink, unlink_t);
  pthread_mutex_lock(&lock);
  return named('U', real(path), path, NULL);
}

int rename(const char *from, const char *to) {
  REAL(rename, names_t);
  pthread_mutex_lock(&lock);
  return named('R', real(from, to), from, to);
}

int link(const char *from, const char *to) {
  REAL(link, names_t);
  pthread_mutex_lock(&lock);
  return named('L', real(from, to), from, to);
}
