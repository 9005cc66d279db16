#include <FLAC/stream_encoder.h>

// The library exports this, and its own program uses it, but no public header declares it.
extern FLAC__bool FLAC__stream_encoder_set_do_md5(FLAC__StreamEncoder *encoder, FLAC__bool value);

// Swift takes a global pointer that is not constant for shared mutable state.
static inline const char *flac_vendor(void) { return FLAC__VENDOR_STRING; }
