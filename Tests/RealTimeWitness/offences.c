// What the counts are proved with.
#define _GNU_SOURCE
#include "counts.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((preserve_most)) void *swift_retain(void *);
void swift_once(long *, void (*)(void *), void *);

static void *volatile memory;

__attribute__((constructor)) static void reserve(void) { memory = malloc(100); }

static void do_nothing(void *context) { (void)context; }

void witness_commit(enum WitnessKind kind, void *object) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  static long once;
  switch (kind) {
    case WitnessAllocations: memory = malloc(100); break;
    case WitnessFrees:
      free(memory);
      memory = NULL;
      break;
    case WitnessLocks:
      pthread_mutex_lock(&lock);
      pthread_mutex_unlock(&lock);
      break;
    case WitnessSystemCalls: syscall(SYS_getppid); break;
    case WitnessReferences: swift_retain(object); break;
    case WitnessRuntime: swift_once(&once, do_nothing, NULL); break;
    case WitnessKinds: break;
  }
}
