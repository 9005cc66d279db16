// The program's own functions for locks. They go on to those of the library behind them.
#define _GNU_SOURCE
#include "counts.h"

#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

/// A function that counts a lock and calls the one behind it.
#define COUNTED(name, parameters, arguments)                                       \
  int name parameters {                                                            \
    static int(*behind) parameters;                                                \
    witness_note(WitnessLocks);                                                    \
    if (!behind) behind = witness_behind(#name);                                   \
    return behind arguments;                                                       \
  }

COUNTED(pthread_mutex_lock, (pthread_mutex_t * lock), (lock))
COUNTED(pthread_mutex_trylock, (pthread_mutex_t * lock), (lock))
COUNTED(pthread_mutex_timedlock, (pthread_mutex_t * lock, const struct timespec *end), (lock, end))
COUNTED(pthread_mutex_clocklock,
        (pthread_mutex_t * lock, clockid_t clock, const struct timespec *end), (lock, clock, end))
COUNTED(pthread_cond_wait, (pthread_cond_t * condition, pthread_mutex_t *lock), (condition, lock))
COUNTED(pthread_cond_timedwait,
        (pthread_cond_t * condition, pthread_mutex_t *lock, const struct timespec *end),
        (condition, lock, end))
COUNTED(pthread_cond_clockwait,
        (pthread_cond_t * condition, pthread_mutex_t *lock, clockid_t clock,
         const struct timespec *end),
        (condition, lock, clock, end))
COUNTED(pthread_cond_signal, (pthread_cond_t * condition), (condition))
COUNTED(pthread_cond_broadcast, (pthread_cond_t * condition), (condition))
COUNTED(pthread_rwlock_rdlock, (pthread_rwlock_t * lock), (lock))
COUNTED(pthread_rwlock_wrlock, (pthread_rwlock_t * lock), (lock))
COUNTED(pthread_rwlock_tryrdlock, (pthread_rwlock_t * lock), (lock))
COUNTED(pthread_rwlock_trywrlock, (pthread_rwlock_t * lock), (lock))
COUNTED(pthread_spin_lock, (pthread_spinlock_t * lock), (lock))
COUNTED(pthread_barrier_wait, (pthread_barrier_t * barrier), (barrier))
COUNTED(pthread_once, (pthread_once_t * once, void (*body)(void)), (once, body))
COUNTED(sem_wait, (sem_t * semaphore), (semaphore))
COUNTED(sem_trywait, (sem_t * semaphore), (semaphore))
COUNTED(sem_timedwait, (sem_t * semaphore, const struct timespec *end), (semaphore, end))
COUNTED(sem_post, (sem_t * semaphore), (semaphore))
COUNTED(mtx_lock, (mtx_t * lock), (lock))
COUNTED(cnd_wait, (cnd_t * condition, mtx_t *lock), (condition, lock))
