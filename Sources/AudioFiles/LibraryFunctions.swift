import CRubberBand
import CSamplerate
import CSndfile
import LazyLibraries

// The functions have the types that the libraries' headers declare.

enum Sndfile {
  private static let library = LazyLibrary("libsndfile.so.1")
  static let openVirtual = library.function(
    "sf_open_virtual",
    as: (@convention(c) @Sendable (
      UnsafeMutablePointer<SF_VIRTUAL_IO>?, Int32, UnsafeMutablePointer<SF_INFO>?,
      UnsafeMutableRawPointer?
    ) -> OpaquePointer?).self)
  static let close = library.function(
    "sf_close", as: (@convention(c) @Sendable (OpaquePointer?) -> Int32).self)
  static let command = library.function(
    "sf_command",
    as: (@convention(c) @Sendable (OpaquePointer?, Int32, UnsafeMutableRawPointer?, Int32) -> Int32)
      .self)
  static let error = library.function(
    "sf_error", as: (@convention(c) @Sendable (OpaquePointer?) -> Int32).self)
  static let text = library.function(
    "sf_strerror", as: (@convention(c) @Sendable (OpaquePointer?) -> UnsafePointer<CChar>).self)
  static let textOfNumber = library.function(
    "sf_error_number", as: (@convention(c) @Sendable (Int32) -> UnsafePointer<CChar>).self)
  static let setString = library.function(
    "sf_set_string",
    as: (@convention(c) @Sendable (OpaquePointer?, Int32, UnsafePointer<CChar>?) -> Int32).self)
  static let readFloats = library.function(
    "sf_readf_float",
    as: (@convention(c) @Sendable (OpaquePointer?, UnsafeMutablePointer<Float>?, sf_count_t) ->
      sf_count_t).self)
  static let readIntegers = library.function(
    "sf_readf_int",
    as: (@convention(c) @Sendable (OpaquePointer?, UnsafeMutablePointer<Int32>?, sf_count_t) ->
      sf_count_t).self)
  static let writeFloats = library.function(
    "sf_writef_float",
    as: (@convention(c) @Sendable (OpaquePointer?, UnsafePointer<Float>?, sf_count_t) -> sf_count_t)
      .self)
  static let writeIntegers = library.function(
    "sf_writef_int",
    as: (@convention(c) @Sendable (OpaquePointer?, UnsafePointer<Int32>?, sf_count_t) -> sf_count_t)
      .self)
}

enum Samplerate {
  private static let library = LazyLibrary("libsamplerate.so.0")
  static let isValidRatio = library.function(
    "src_is_valid_ratio", as: (@convention(c) @Sendable (Double) -> Int32).self)
  static let new = library.function(
    "src_new",
    as: (@convention(c) @Sendable (Int32, Int32, UnsafeMutablePointer<Int32>?) -> OpaquePointer?)
      .self)
  static let delete = library.function(
    "src_delete", as: (@convention(c) @Sendable (OpaquePointer?) -> OpaquePointer?).self)
  static let process = library.function(
    "src_process",
    as: (@convention(c) @Sendable (OpaquePointer?, UnsafeMutablePointer<SRC_DATA>?) -> Int32).self)
}

enum RubberBand {
  private static let library = LazyLibrary("librubberband.so.2")
  /// For each channel, where its samples stand.
  typealias Input = UnsafePointer<UnsafePointer<Float>?>
  typealias Output = UnsafePointer<UnsafeMutablePointer<Float>?>
  static let setDefaultDebugLevel = library.function(
    "rubberband_set_default_debug_level", as: (@convention(c) @Sendable (Int32) -> Void).self)
  static let new = library.function(
    "rubberband_new",
    as: (@convention(c) @Sendable (UInt32, UInt32, RubberBandOptions, Double, Double) ->
      RubberBandState?).self)
  static let delete = library.function(
    "rubberband_delete", as: (@convention(c) @Sendable (RubberBandState?) -> Void).self)
  static let engineVersion = library.function(
    "rubberband_get_engine_version", as: (@convention(c) @Sendable (RubberBandState?) -> Int32).self
  )
  static let setMaxProcessSize = library.function(
    "rubberband_set_max_process_size",
    as: (@convention(c) @Sendable (RubberBandState?, UInt32) -> Void).self)
  static let study = library.function(
    "rubberband_study",
    as: (@convention(c) @Sendable (RubberBandState?, Input?, UInt32, Int32) -> Void).self)
  static let process = library.function(
    "rubberband_process",
    as: (@convention(c) @Sendable (RubberBandState?, Input?, UInt32, Int32) -> Void).self)
  static let available = library.function(
    "rubberband_available", as: (@convention(c) @Sendable (RubberBandState?) -> Int32).self)
  static let retrieve = library.function(
    "rubberband_retrieve",
    as: (@convention(c) @Sendable (RubberBandState?, Output?, UInt32) -> UInt32).self)
}
