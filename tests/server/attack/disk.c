/* A disk that forgets and fails, for tests: preloaded into a server (disk.py builds it).

   KOLODA_DISK_FOLDER  the folder whose files are watched
   KOLODA_DISK_SYNCED  a folder that gets, of each of these files, what has been synced: what a power cut would leave
   KOLODA_DISK_FAILS   while this file exists, fsync and fdatasync of the watched files fail with EIO
*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FILES = 16, PATH_BYTES = 512 };

struct range {
  off_t start, end;
  struct range *next;
};
static struct {
  char name[PATH_BYTES];
  struct range *unsynced;
} files[FILES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Which watched file a descriptor is; -1: none. */
static int watched(int fd) {
  const char *folder = getenv("KOLODA_DISK_FOLDER");
  char link[64], path[PATH_BYTES];
  if (folder == NULL) return -1;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0) return -1;
  path[length] = 0;
  size_t prefix = strlen(folder);
  if (strncmp(path, folder, prefix) != 0 || path[prefix] != '/' || strchr(path + prefix + 1, '/') != NULL) return -1;
  for (int i = 0; i < FILES; i++) {
    if (files[i].name[0] == 0) snprintf(files[i].name, sizeof files[i].name, "%s", path + prefix + 1);
    if (strcmp(files[i].name, path + prefix + 1) == 0) return i;
  }
  return -1;
}

static void note(int fd, off_t start, ssize_t count) {
  if (count <= 0) return;
  pthread_mutex_lock(&lock);
  int file = watched(fd);
  if (file >= 0) {
    struct range *range = malloc(sizeof *range);
    *range = (struct range){start, start + count, files[file].unsynced};
    files[file].unsynced = range;
  }
  pthread_mutex_unlock(&lock);
}

/* Everything that was written to this file since the last sync is kept now. */
static void keep(int file) {
  const char *folder = getenv("KOLODA_DISK_FOLDER"), *synced = getenv("KOLODA_DISK_SYNCED");
  char from[2 * PATH_BYTES], to[2 * PATH_BYTES], buffer[65536];
  struct stat stat_now;
  if (synced == NULL) return;
  snprintf(from, sizeof from, "%s/%s", folder, files[file].name);
  snprintf(to, sizeof to, "%s/%s", synced, files[file].name);
  int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT, 0600);
  while (files[file].unsynced != NULL) {
    struct range *range = files[file].unsynced;
    for (off_t at = range->start; at < range->end;) {
      size_t want = range->end - at < (off_t)sizeof buffer ? (size_t)(range->end - at) : sizeof buffer;
      ssize_t got = pread(in, buffer, want, at);
      if (got <= 0) break;
      ssize_t (*write_at)(int, const void *, size_t, off_t) = dlsym(RTLD_NEXT, "pwrite64");
      if (write_at(out, buffer, got, at) != got) abort();
      at += got;
    }
    files[file].unsynced = range->next;
    free(range);
  }
  int (*truncate_at)(int, off_t) = dlsym(RTLD_NEXT, "ftruncate64");
  if (fstat(in, &stat_now) == 0 && truncate_at(out, stat_now.st_size) != 0) abort();
  close(in);
  close(out);
}

static int sync_as(const char *name, int fd) {
  int (*honest)(int) = dlsym(RTLD_NEXT, name);
  const char *fails = getenv("KOLODA_DISK_FAILS");
  pthread_mutex_lock(&lock);
  int file = watched(fd), result;
  if (file >= 0 && fails != NULL && access(fails, F_OK) == 0) {
    errno = EIO;
    result = -1;
  } else {
    result = honest(fd);
    if (file >= 0 && result == 0) keep(file);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int fd) { return sync_as("fsync", fd); }
int fdatasync(int fd) { return sync_as("fdatasync", fd); }

ssize_t pwrite64(int fd, const void *data, size_t count, off64_t at) {
  ssize_t (*honest)(int, const void *, size_t, off64_t) = dlsym(RTLD_NEXT, "pwrite64");
  ssize_t written = honest(fd, data, count, at);
  note(fd, at, written);
  return written;
}
ssize_t pwrite(int fd, const void *data, size_t count, off_t at) { return pwrite64(fd, data, count, at); }

ssize_t write(int fd, const void *data, size_t count) {
  ssize_t (*honest)(int, const void *, size_t) = dlsym(RTLD_NEXT, "write");
  off_t at = lseek(fd, 0, SEEK_CUR);
  ssize_t written = honest(fd, data, count);
  if (at >= 0) note(fd, at, written);
  return written;
}
