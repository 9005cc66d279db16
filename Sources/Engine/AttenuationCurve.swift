/// Turns the attenuation that each frame needs into a smooth course that is never below it.
///
/// An attenuation is 1 − gain in units of 2⁻³⁰, and everything is integer arithmetic: sums are
/// exact, so that the course comes back to 0 where nothing is needed, and depends on no more than
/// the last ``memory`` frames. Three steps lead from need to course:
///
/// 1. the largest need of the last `hold` + 2·`box` − 1 frames;
/// 2. a fall by at most one `release`th of the whole a frame;
/// 3. two averages over `box` frames, one of the other.
///
/// The course at a frame answers the need of ``delay`` = 2·`box` − 2 frames before, which all the
/// values that it averages hold. The weights of the two averages together are a triangle of height
/// 1/`box`, which rises and falls over `box` frames; so the course changes by at most 1/`box` of
/// the largest need from one frame to the next.
struct AttenuationCurve: ~Copyable {
  /// The attenuation to silence.
  static let whole = Int64(1) << 30

  /// How many frames the course lies behind what it answers.
  let delay: Int
  /// How many frames before the newest one the course depends on.
  let memory: Int
  private let boxMask: Int
  private let fall: Int64
  /// The whole attenuation at the scale of `outerSum`.
  private let full: Int64
  private let scale: Double

  /// The needs that may yet be the largest, as a ring: later ones are smaller.
  private let needs: UnsafeMutablePointer<Need>
  private let needMask: Int
  private let window: Int
  private var oldest = 0
  private var newest = 0
  private var position = 0

  private var held: Int64 = 0
  private let innerBox: UnsafeMutablePointer<Int64>
  private let outerBox: UnsafeMutablePointer<Int64>
  private var innerSum: Int64 = 0
  private var outerSum: Int64 = 0

  private struct Need {
    var value: Int64
    var position: Int
  }

  /// - Parameters:
  ///   - box: a power of two, at most 1024, so that sums stay within 50 bits.
  ///   - hold: the frames that the course stays where it is before it falls.
  ///   - release: the frames of a fall from silence.
  init(box: Int, hold: Int, release: Int) {
    precondition(box & (box - 1) == 0 && (1...1024).contains(box), "a power of two up to 1024")
    delay = 2 * box - 2
    window = delay + hold + 1
    fall = max(1, AttenuationCurve.whole / Int64(release))
    memory = delay + window + Int(AttenuationCurve.whole / fall) + 1
    boxMask = box - 1
    full = AttenuationCurve.whole * Int64(box * box)
    scale = 1 / Double(full)
    var capacity = 1
    while capacity < window + 1 { capacity *= 2 }
    needMask = capacity - 1
    needs = .allocate(capacity: capacity)
    needs.initialize(repeating: Need(value: 0, position: 0), count: capacity)
    innerBox = .allocate(capacity: box)
    innerBox.initialize(repeating: 0, count: box)
    outerBox = .allocate(capacity: box)
    outerBox.initialize(repeating: 0, count: box)
  }

  deinit {
    needs.deallocate()
    innerBox.deallocate()
    outerBox.deallocate()
  }

  /// Whether the course is 0 for as long as nothing is needed. A sum of the outer box is 0 only if
  /// both boxes hold nothing but zeros.
  var isIdle: Bool { oldest == newest && held == 0 && outerSum == 0 }

  /// Takes the next frame, and what it needs, and gives the gain of the frame ``delay`` before:
  /// exactly 1 where the course is 0.
  mutating func gain(need: Int64) -> Double {
    while newest != oldest, needs[(newest &- 1) & needMask].value <= need { newest &-= 1 }
    if need > 0 {
      needs[newest & needMask] = Need(value: need, position: position)
      newest &+= 1
    }
    if newest != oldest, needs[oldest & needMask].position <= position &- window { oldest &+= 1 }
    let largest = newest == oldest ? 0 : needs[oldest & needMask].value
    held = max(largest, held &- fall)

    let place = position & boxMask
    innerSum &+= held &- innerBox[place]
    innerBox[place] = held
    outerSum &+= innerSum &- outerBox[place]
    outerBox[place] = innerSum
    position &+= 1
    // At most 2⁵⁰ units, and the scale is a power of two: exact.
    return Double(full &- outerSum) * scale
  }
}
