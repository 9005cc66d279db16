import Glibc
import Sounds

/// A kind of sum that becomes samples.
protocol RenderedNumber: GridNumber, Numeric {
  /// The sum as a sample, exact below twice full scale, and the nearest above that.
  var sample: Float { get }
  /// Sums as a block has them.
  ///
  /// - Parameter floats: memory for as many samples, where they have to be converted.
  static func samples(
    _ sums: UnsafePointer<Self>, _ count: Int, _ floats: () -> UnsafeMutablePointer<Float>
  ) -> SampleBlock.Samples
}

extension Int32: RenderedNumber {
  @inline(__always)
  var sample: Float { Float(self) * SampleBlock.unit }

  static func samples(
    _ sums: UnsafePointer<Int32>, _ count: Int, _ floats: () -> UnsafeMutablePointer<Float>
  ) -> SampleBlock.Samples { .integers(sums) }
}

extension Double: RenderedNumber {
  @inline(__always)
  var sample: Float { Float(self) }

  static func samples(
    _ sums: UnsafePointer<Double>, _ count: Int, _ floats: () -> UnsafeMutablePointer<Float>
  ) -> SampleBlock.Samples {
    let floats = floats()
    for index in 0..<count { floats[index] = Float(sums[index]) }
    return .floats(floats)
  }
}

/// Memory for the sums of a window, all zero. That for the rare sums that pass 31 bits is not
/// taken before it is needed.
final class Sums {
  let integers: UnsafeMutablePointer<Int32>
  private let count: Int
  private(set) lazy var doubles: UnsafeMutablePointer<Double> = {
    hasDoubles = true
    return zeros(count)
  }()
  private var hasDoubles = false

  init(_ count: Int) {
    self.count = count
    integers = zeros(count)
  }

  deinit {
    free(integers)
    if hasDoubles { free(doubles) }
  }
}

/// Memory for samples.
final class Floats {
  let start: UnsafeMutablePointer<Float>

  init(_ count: Int) { start = zeros(count) }

  deinit { free(start) }
}

/// Memory of which the system gives only the pages that are touched, where it is large: those of
/// silence are not.
private func zeros<Number>(_ count: Int) -> UnsafeMutablePointer<Number> {
  guard let memory = calloc(count, MemoryLayout<Number>.stride) else {
    fatalError("no memory for the samples of a second")
  }
  return memory.bindMemory(to: Number.self, capacity: count)
}
