import Glibc

/// A C library that is loaded when it is first called: a click without samples needs none of them,
/// and loading them with their own libraries would take longer than its whole work.
public struct LazyLibrary: @unchecked Sendable {
  private let name: String
  private let handle: UnsafeMutableRawPointer?

  /// - Parameter name: with the number of its interface, which its packages keep.
  public init(_ name: String) {
    self.name = name
    handle = dlopen(name, RTLD_NOW)
  }

  public var isInstalled: Bool { handle != nil }

  /// A function of the library. Its type is not checked by anybody: it has to be that of the
  /// library's header.
  public func function<Function>(_ function: String, as type: Function.Type) -> Function {
    unsafeBitCast(address(of: function), to: type)
  }

  /// Where a function of the library stands.
  public func address(of function: String) -> UnsafeMutableRawPointer {
    guard let symbol = handle.flatMap({ dlsym($0, function) }) else {
      fatalError("\(name) is not installed, or has no function '\(function)'")
    }
    return symbol
  }
}
