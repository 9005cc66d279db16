/// A value that one thread at a time looks at or changes.
public final class Guarded<Value>: @unchecked Sendable {
  private let lock = Lock()
  private var value: Value

  public init(_ value: sending Value) { self.value = value }

  /// Looks at the value, or changes it, while no other thread does. Others wait meanwhile.
  public func with<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.whileLocked { body(&value) }
  }
}
