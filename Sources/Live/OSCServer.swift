import CLo
import LazyLibraries
import Workers

/// Takes messages of Open Sound Control over UDP, by liblo on a thread of its own.
public final class OSCServer: @unchecked Sendable {
  // Only liblo's thread and `messages` use the inbox, which is made for that.

  /// A path and the number behind it, if there is one.
  public struct Message: Sendable {
    public let path: String
    public let number: Double?
  }

  public enum Failure: Error {
    /// liblo is not there.
    case notInstalled
    /// The port is taken, or may not be used.
    case portRefused(Int)

    public var message: String {
      switch self {
      case .notInstalled: "liblo is not installed: 'apt install liblo7'"
      case .portRefused(let port): "cannot listen at UDP port \(port): is another program there?"
      }
    }
  }

  private let thread: lo_server_thread
  private let inbox = Inbox<Message>()

  /// Listens at a port, on every network.
  public init(port: Int) throws(Failure) {
    guard LibLo.library.isInstalled else { throw .notInstalled }
    guard let thread = LibLo.new("\(port)", { _, _, _ in }) else { throw .portRefused(port) }
    self.thread = thread
    _ = LibLo.addMethod(
      thread, nil, nil,
      { path, types, arguments, count, _, server in
        let server = Unmanaged<OSCServer>.fromOpaque(server!).takeUnretainedValue()
        var number: Double?
        if count > 0, let type = types?[0], let argument = arguments?[0] {
          switch UInt8(bitPattern: type) {
          case UInt8(ascii: "i"): number = Double(argument.pointee.i)
          case UInt8(ascii: "h"): number = Double(argument.pointee.h)
          case UInt8(ascii: "f"): number = Double(argument.pointee.f)
          case UInt8(ascii: "d"): number = argument.pointee.d
          default: break
          }
        }
        if let path { server.inbox.put(Message(path: String(cString: path), number: number)) }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    _ = LibLo.start(thread)
  }

  deinit { LibLo.free(thread) }

  /// What has come since the last time.
  public func messages() -> [Message] { inbox.take(waiting: 0) }
}

/// The functions of liblo, with the types that its header declares.
private enum LibLo {
  static let library = LazyLibrary("liblo.so.7")
  static let new = library.function(
    "lo_server_thread_new",
    as: (@convention(c) @Sendable (UnsafePointer<CChar>?, lo_err_handler?) -> lo_server_thread?)
      .self)
  static let addMethod = library.function(
    "lo_server_thread_add_method",
    as: (@convention(c) @Sendable (
      lo_server_thread?, UnsafePointer<CChar>?, UnsafePointer<CChar>?, lo_method_handler?,
      UnsafeRawPointer?
    ) -> lo_method?).self)
  static let start = library.function(
    "lo_server_thread_start", as: (@convention(c) @Sendable (lo_server_thread?) -> Int32).self)
  static let free = library.function(
    "lo_server_thread_free", as: (@convention(c) @Sendable (lo_server_thread?) -> Void).self)
}
