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

// The structure is packed, and Swift leaves its fields alone.
static inline void jack_position_set_bbt(
    jack_position_t *position, int bar, int beat, int tick, double bar_start_tick,
    float beats_per_bar, float beat_type, double ticks_per_beat, double beats_per_minute) {
  position->valid = JackPositionBBT;
  position->bar = bar;
  position->beat = beat;
  position->tick = tick;
  position->bar_start_tick = bar_start_tick;
  position->beats_per_bar = beats_per_bar;
  position->beat_type = beat_type;
  position->ticks_per_beat = ticks_per_beat;
  position->beats_per_minute = beats_per_minute;
}
static inline int jack_position_bar(const jack_position_t *position) { return position->bar; }
static inline int jack_position_beat(const jack_position_t *position) { return position->beat; }
static inline double jack_position_tempo(const jack_position_t *position) {
  return position->valid & JackPositionBBT ? position->beats_per_minute : 0;
}
