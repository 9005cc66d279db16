#include <jack/jack.h>
#include <jack/midiport.h>
#include <jack/statistics.h>
#include <jack/transport.h>

// Swift cannot call a function with variable arguments. `function` is jack_client_open.
static inline jack_client_t *jack_client_open_on(
    void *function, const char *name, jack_options_t options, jack_status_t *status,
    const char *server) {
  jack_client_t *(*open)(const char *, jack_options_t, jack_status_t *, ...) = function;
  return server ? open(name, options | JackServerName, status, server)
                : open(name, options, status);
}
