// The program's own functions for memory. They go on to glibc's, which has second names for them.
#define _GNU_SOURCE
#include "counts.h"

#include <errno.h>
#include <stdint.h>
#include <stddef.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void *__libc_valloc(size_t);
void *__libc_pvalloc(size_t);
void __libc_free(void *);

void *malloc(size_t size) {
  witness_note(WitnessAllocations);
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  witness_note(WitnessAllocations);
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  witness_note(WitnessAllocations);
  return __libc_realloc(memory, size);
}

void *reallocarray(void *memory, size_t count, size_t size) {
  size_t whole;
  if (__builtin_mul_overflow(count, size, &whole)) {
    errno = ENOMEM;
    return NULL;
  }
  return realloc(memory, whole);
}

void *memalign(size_t alignment, size_t size) {
  witness_note(WitnessAllocations);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || alignment & (alignment - 1) || !alignment) return EINVAL;
  void *found = memalign(alignment, size);
  if (!found) return ENOMEM;
  *memory = found;
  return 0;
}

void *valloc(size_t size) {
  witness_note(WitnessAllocations);
  return __libc_valloc(size);
}

void *pvalloc(size_t size) {
  witness_note(WitnessAllocations);
  return __libc_pvalloc(size);
}

void free(void *memory) {
  if (memory) witness_note(WitnessFrees);
  __libc_free(memory);
}
