// Counts what a thread does that may make it wait: a program that this is linked into has its own
// malloc, its own pthread_mutex_lock and so on, which count and then do what they are asked to.
#pragma once

/// What is counted.
enum WitnessKind {
  WitnessAllocations,
  WitnessFrees,
  /// Mutexes, conditions, semaphores: taking, waiting and waking.
  WitnessLocks,
  WitnessSystemCalls,
  /// Retains and releases of Swift's objects.
  WitnessReferences,
  /// Swift's lazy initialization, its checks of exclusive access, and its making of types.
  WitnessRuntime,
  WitnessKinds
};

/// Runs a function on a thread of its own, where system calls are seen too, and waits for its end.
///
/// - Returns: 0, or what the system refused.
int witness_run(void (*_Nonnull body)(void *_Nullable), void *_Nullable argument);

/// From here to the end what this thread does is counted.
void witness_begin(void);
void witness_end(void);

long witness_count(enum WitnessKind kind);

/// Does one thing that is counted.
void witness_commit(enum WitnessKind kind, void *_Nonnull object);
