// The counts, and the thread that they are of.
#define _GNU_SOURCE
#include "counts.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static _Thread_local int is_counting;
// Only one thread counts at a time.
static long counts[WitnessKinds];

void witness_begin(void) { is_counting = 1; }
void witness_end(void) { is_counting = 0; }
long witness_count(enum WitnessKind kind) { return counts[kind]; }

void witness_note(enum WitnessKind kind) {
  if (is_counting) counts[kind] += 1;
}

void *witness_behind(const char *name) {
  // Conditions have two versions, of which the older is found first.
  void *found = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
  if (!found) found = dlsym(RTLD_NEXT, name);
  if (!found) {
    fprintf(stderr, "there is no %s\n", name);
    abort();
  }
  return found;
}

struct job {
  void (*body)(void *);
  void *argument;
  int failure;
};

static void *work(void *argument) {
  struct job *job = argument;
  job->failure = witness_trap_system_calls();
  if (job->failure == 0) job->body(job->argument);
  return NULL;
}

int witness_run(void (*body)(void *), void *argument) {
  struct job job = {body, argument, 0};
  pthread_t thread;
  int failure = pthread_create(&thread, NULL, work, &job);
  if (failure) return failure;
  pthread_join(thread, NULL);
  return job.failure;
}
