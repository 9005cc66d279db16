// What Swift's runtime is asked for.
#define _GNU_SOURCE
#include "counts.h"

#include <stddef.h>
#include <stdint.h>

/// A function that counts a retain or a release, and calls the one behind it. It keeps the registers,
/// which fits whatever its callers expect of them.
#define COUNTED(result, name, parameters, arguments)          \
  __attribute__((preserve_most)) result name parameters {     \
    static result(*behind) parameters;                        \
    witness_note(WitnessReferences);                          \
    if (!behind) behind = witness_behind(#name);              \
    return behind arguments;                                  \
  }

COUNTED(void *, swift_retain, (void *object), (object))
COUNTED(void *, swift_retain_n, (void *object, uint32_t count), (object, count))
COUNTED(void *, swift_tryRetain, (void *object), (object))
COUNTED(void, swift_release, (void *object), (object))
COUNTED(void, swift_release_n, (void *object, uint32_t count), (object, count))
COUNTED(void *, swift_bridgeObjectRetain, (void *object), (object))
COUNTED(void *, swift_bridgeObjectRetain_n, (void *object, uint32_t count), (object, count))
COUNTED(void, swift_bridgeObjectRelease, (void *object), (object))
COUNTED(void, swift_bridgeObjectRelease_n, (void *object, uint32_t count), (object, count))
COUNTED(void *, swift_unownedRetain, (void *object), (object))
COUNTED(void, swift_unownedRelease, (void *object), (object))
COUNTED(void *, swift_unownedRetainStrong, (void *object), (object))
COUNTED(void *, swift_weakLoadStrong, (void *reference), (reference))

void swift_once(intptr_t *once, void (*body)(void *), void *context) {
  static void (*behind)(intptr_t *, void (*)(void *), void *);
  witness_note(WitnessRuntime);
  if (!behind) behind = witness_behind("swift_once");
  behind(once, body, context);
}

void swift_beginAccess(void *place, void *access, uintptr_t flags, void *caller) {
  static void (*behind)(void *, void *, uintptr_t, void *);
  witness_note(WitnessRuntime);
  if (!behind) behind = witness_behind("swift_beginAccess");
  behind(place, access, flags, caller);
}

struct metadata {
  const void *type;
  uintptr_t state;
};

__attribute__((swiftcall)) struct metadata swift_getGenericMetadata(
    uintptr_t request, const void *const *arguments, const void *description) {
  static __attribute__((swiftcall)) struct metadata (*behind)(
      uintptr_t, const void *const *, const void *);
  witness_note(WitnessRuntime);
  if (!behind) behind = witness_behind("swift_getGenericMetadata");
  return behind(request, arguments, description);
}
