#pragma once

#include "RealTimeWitness.h"

/// Counts one, where this thread is between a begin and an end.
void witness_note(enum WitnessKind kind);

/// The function that this program's own stands in front of.
void *witness_behind(const char *name);

/// Has every system call of this thread come to us first.
///
/// - Returns: 0, or an error of the system.
int witness_trap_system_calls(void);
