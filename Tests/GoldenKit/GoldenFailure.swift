/// Why goldens cannot be compared or written at all: a file in the way, or the program refused.
public struct GoldenFailure: Error, CustomStringConvertible, Sendable {
  public let description: String

  init(_ description: String) { self.description = description }
}
