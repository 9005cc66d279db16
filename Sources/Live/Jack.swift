import CJack
import LazyLibraries

/// The functions of libjack, loaded when something is played: whoever only renders need not have it.
/// JACK's own library and PipeWire's have the same name and interface.
///
/// They have the types that the library's headers declare.
enum Jack {
  typealias Client = OpaquePointer
  typealias Port = OpaquePointer

  static let library = LazyLibrary("libjack.so.0")
  static var openAddress: UnsafeMutableRawPointer { library.address(of: "jack_client_open") }
  static let close = library.function(
    "jack_client_close", as: (@convention(c) @Sendable (Client?) -> Int32).self)
  static let activate = library.function(
    "jack_activate", as: (@convention(c) @Sendable (Client?) -> Int32).self)
  static let clientName = library.function(
    "jack_get_client_name",
    as: (@convention(c) @Sendable (Client?) -> UnsafeMutablePointer<CChar>?).self)
  static let sampleRate = library.function(
    "jack_get_sample_rate", as: (@convention(c) @Sendable (Client?) -> jack_nframes_t).self)
  static let bufferSize = library.function(
    "jack_get_buffer_size", as: (@convention(c) @Sendable (Client?) -> jack_nframes_t).self)
  static let setBufferSize = library.function(
    "jack_set_buffer_size", as: (@convention(c) @Sendable (Client?, jack_nframes_t) -> Int32).self)
  static let setProcess = library.function(
    "jack_set_process_callback",
    as: (@convention(c) @Sendable (Client?, JackProcessCallback?, UnsafeMutableRawPointer?) -> Int32)
      .self)
  static let setXRun = library.function(
    "jack_set_xrun_callback",
    as: (@convention(c) @Sendable (Client?, JackXRunCallback?, UnsafeMutableRawPointer?) -> Int32)
      .self)
  static let setBufferSizeCallback = library.function(
    "jack_set_buffer_size_callback",
    as: (@convention(c) @Sendable (Client?, JackBufferSizeCallback?, UnsafeMutableRawPointer?) ->
      Int32).self)
  static let setRateCallback = library.function(
    "jack_set_sample_rate_callback",
    as: (@convention(c) @Sendable (Client?, JackSampleRateCallback?, UnsafeMutableRawPointer?) ->
      Int32).self)
  static let setFreewheelCallback = library.function(
    "jack_set_freewheel_callback",
    as: (@convention(c) @Sendable (Client?, JackFreewheelCallback?, UnsafeMutableRawPointer?) ->
      Int32).self)
  static let setFreewheel = library.function(
    "jack_set_freewheel", as: (@convention(c) @Sendable (Client?, Int32) -> Int32).self)
  static let onShutdown = library.function(
    "jack_on_info_shutdown",
    as: (@convention(c) @Sendable (Client?, JackInfoShutdownCallback?, UnsafeMutableRawPointer?) ->
      Void).self)
  static let registerPort = library.function(
    "jack_port_register",
    as: (@convention(c) @Sendable (
      Client?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UInt, UInt
    ) -> Port?).self)
  static let portBuffer = library.function(
    "jack_port_get_buffer",
    as: (@convention(c) @Sendable (Port?, jack_nframes_t) -> UnsafeMutableRawPointer?).self)
  static let portName = library.function(
    "jack_port_name", as: (@convention(c) @Sendable (Port?) -> UnsafePointer<CChar>?).self)
  static let portByName = library.function(
    "jack_port_by_name",
    as: (@convention(c) @Sendable (Client?, UnsafePointer<CChar>?) -> Port?).self)
  static let portFlags = library.function(
    "jack_port_flags", as: (@convention(c) @Sendable (Port?) -> Int32).self)
  static let portType = library.function(
    "jack_port_type", as: (@convention(c) @Sendable (Port?) -> UnsafePointer<CChar>?).self)
  static let latencyRange = library.function(
    "jack_port_get_latency_range",
    as: (@convention(c) @Sendable (
      Port?, jack_latency_callback_mode_t, UnsafeMutablePointer<jack_latency_range_t>?
    ) -> Void).self)
  static let connect = library.function(
    "jack_connect",
    as: (@convention(c) @Sendable (Client?, UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32)
      .self)
  static let ports = library.function(
    "jack_get_ports",
    as: (@convention(c) @Sendable (
      Client?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UInt
    ) -> UnsafeMutablePointer<UnsafePointer<CChar>?>?).self)
  static let free = library.function(
    "jack_free", as: (@convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void).self)
  static let midiCount = library.function(
    "jack_midi_get_event_count",
    as: (@convention(c) @Sendable (UnsafeMutableRawPointer?) -> UInt32).self)
  static let midiEvent = library.function(
    "jack_midi_event_get",
    as: (@convention(c) @Sendable (
      UnsafeMutablePointer<jack_midi_event_t>?, UnsafeMutableRawPointer?, UInt32
    ) -> Int32).self)
  static let transportState = library.function(
    "jack_transport_query",
    as: (@convention(c) @Sendable (Client?, UnsafeMutablePointer<jack_position_t>?) ->
      jack_transport_state_t).self)
  static let transportStart = library.function(
    "jack_transport_start", as: (@convention(c) @Sendable (Client?) -> Void).self)
  static let transportStop = library.function(
    "jack_transport_stop", as: (@convention(c) @Sendable (Client?) -> Void).self)
  static let setTimebase = library.function(
    "jack_set_timebase_callback",
    as: (@convention(c) @Sendable (
      Client?, Int32, JackTimebaseCallback?, UnsafeMutableRawPointer?
    ) -> Int32).self)
  static let setErrorFunction = library.function(
    "jack_set_error_function",
    as: (@convention(c) @Sendable (JackTextFunction?) -> Void).self)
  static let setInfoFunction = library.function(
    "jack_set_info_function", as: (@convention(c) @Sendable (JackTextFunction?) -> Void).self)

  typealias JackTextFunction = @convention(c) @Sendable (UnsafePointer<CChar>?) -> Void
}
