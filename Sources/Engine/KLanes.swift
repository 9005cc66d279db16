/// Four streams on their way through a ``KFilter``, side by side. Each goes at its own pace: where
/// one is silent it goes on to where it sounds, and where one ends the next begins.
///
/// What comes out of a stream does not depend on those beside it, not even in its last bit.
struct KLanes<S: KSample> {
  // Pointers, for each call would copy the matrices anew.
  private let silences: UnsafePointer<KSilence>
  private let lastSilence: UnsafePointer<KSilence>
  private let filter: KFilter
  private let scale: Double
  private let channels: Int
  private let hop: Int
  /// The frames that may hold anything but zeros.
  private let sounding: UnsafeBufferPointer<Range<Int>>
  private var state = KFilter.State()
  /// The squares of the outputs of each stream's present piece.
  private var sums = SIMD4<Float>.zero
  private var lanes: InlineArray<4, Lane>

  private struct Lane {
    /// `nil` where none is left.
    var stream: KStream<S>?
    /// The next sample.
    var place: UnsafePointer<S>
    /// The frame behind the present piece, and the first range that ends behind it.
    var frame = 0
    var range = 0
    /// The frames of the present piece that are still to come, and those of the hop behind it.
    var piece = 0
    var rest = 0
    /// Whether the filter's state is anything but zero.
    var isRinging = false
    /// The silent frames that the filter has not been taken through yet, within the hop.
    var silence = 0
    /// The present hop of the stream; −1 is the lead.
    var hop = 0
    /// The squares of the outputs of the present hop, but for the present piece.
    var energy = 0.0

    /// Goes on over silence.
    mutating func pass(_ count: Int, _ channels: Int) {
      silence += count
      rest -= count
      frame += count
      place += count * channels
    }
  }

  /// Frames that are judged at once whether they are silent, and whose squares are added up in
  /// single precision.
  static var piece: Int { 64 }

  /// - Parameters:
  ///   - samples: any that may be read.
  ///   - sounding: see ``KWeighting``.
  init(
    of weighting: UnsafePointer<KWeighting>, _ samples: UnsafePointer<S>,
    sounding: UnsafeBufferPointer<Range<Int>>
  ) {
    self.sounding = sounding
    // Their elements stand one after the other.
    silences = UnsafeRawPointer(weighting.pointer(to: \.silences)!).assumingMemoryBound(
      to: KSilence.self)
    lastSilence = weighting.pointer(to: \.lastSilence)!
    scale = weighting.pointee.scale
    filter = weighting.pointee.filter
    channels = weighting.pointee.channels
    hop = weighting.pointee.hop
    lanes = InlineArray(repeating: Lane(place: samples))
  }

  /// Takes all streams through the filter, and adds their energies to those of their hops.
  mutating func run(
    _ streams: inout KStreams<S>, into energies: UnsafeMutablePointer<Double>
  ) {
    for i in 0..<4 { begin(i, streams.next()) }
    while true {
      var count = Int.max
      var place: UnsafePointer<S>?
      for i in 0..<4 where lanes[i].stream != nil {
        if lanes[i].piece == 0 { advance(i, &streams, into: energies) }
        guard lanes[i].stream != nil else { continue }
        count = min(count, lanes[i].piece)
        place = lanes[i].place
      }
      guard let place else { return }
      // Idle lanes go along with another one, so that they meet nothing that is unusually slow.
      for i in 0..<4 where lanes[i].stream == nil { lanes[i].place = place }
      filter(count)
    }
  }

  private mutating func begin(_ i: Int, _ stream: KStream<S>?) {
    lanes[i].stream = stream
    guard let stream else { return }
    lanes[i].place = stream.start
    lanes[i].frame = (stream.hop - 1) * hop
    lanes[i].range = 0
    lanes[i].rest = hop
    lanes[i].hop = -1
    lanes[i].isRinging = false
    state[i] = .zero
  }

  /// Closes the piece of a lane and opens the next one that is not silent.
  private mutating func advance(
    _ i: Int, _ streams: inout KStreams<S>, into energies: UnsafeMutablePointer<Double>
  ) {
    lanes[i].energy += Double(sums[i])
    sums[i] = 0
    while let stream = lanes[i].stream {
      if lanes[i].rest == 0 {
        ringOut(i)
        endHop(i, of: stream, into: energies)
        if lanes[i].hop == stream.hops { begin(i, streams.next()) }
        continue
      }
      let silent = silentFrames(i)
      if silent > 0 {
        lanes[i].pass(silent, channels)
        continue
      }
      let count = min(KLanes.piece, lanes[i].rest)
      if KLanes.isSilent(lanes[i].place, count, channels) {
        lanes[i].pass(count, channels)
        continue
      }
      ringOut(i)
      lanes[i].rest -= count
      lanes[i].frame += count
      lanes[i].piece = count
      lanes[i].isRinging = true
      return
    }
  }

  /// Takes the filter of a lane through the silence that lies behind it.
  private mutating func ringOut(_ i: Int) {
    let frames = lanes[i].silence
    lanes[i].silence = 0
    guard frames > 0, lanes[i].isRinging else { return }
    var own = state[i]
    var (pieces, last) = frames.quotientAndRemainder(dividingBy: KLanes.piece)
    var energy = 0.0
    var step = silences
    while pieces > 0 {
      if pieces & 1 != 0 { energy += KSilence.pass(&own, step) }
      pieces >>= 1
      step += 1
    }
    // The silence began with a piece, so that what is left over ends with the hop.
    if last > 0 { energy += KSilence.pass(&own, lastSilence) }
    lanes[i].energy += energy
    state[i] = own
    lanes[i].isRinging = own != .zero
  }

  /// The frames of whole pieces ahead, within the hop, of which it is known that they are silent.
  private mutating func silentFrames(_ i: Int) -> Int {
    let (frame, rest) = (lanes[i].frame, lanes[i].rest)
    var range = lanes[i].range
    while range < sounding.count, sounding[range].upperBound <= frame { range += 1 }
    lanes[i].range = range
    if range == sounding.count { return rest }
    let ahead = sounding[range].lowerBound - frame
    return ahead >= rest ? rest : max(0, ahead) / KLanes.piece * KLanes.piece
  }

  private mutating func endHop(
    _ i: Int, of stream: KStream<S>, into energies: UnsafeMutablePointer<Double>
  ) {
    let energy = lanes[i].energy * scale * stream.weight
    if lanes[i].hop >= 0 {
      // Beyond the largest numbers the filter gives infinities, and their differences.
      energies[stream.hop + lanes[i].hop] += energy.isFinite ? energy : .infinity
    }
    lanes[i].energy = 0
    lanes[i].hop += 1
    lanes[i].rest = hop
  }

  /// Whether a channel has nothing audible in some frames.
  private static func isSilent(
    _ place: UnsafePointer<S>, _ count: Int, _ channels: Int
  ) -> Bool {
    let samples = UnsafeRawPointer(place)
    // Most sound shows at once.
    if samples.loadUnaligned(as: UInt32.self) & S.audible != 0 { return false }
    // Two samples at a time: of one channel, or of two of which the second is not looked at.
    let one = UInt64(S.audible)
    let audible = channels == 1 ? one | one << 32 : one
    // The last sample may have none behind it.
    let bytes = 4 &* (channels &* (count &- 1) &+ 1)
    var at = 0
    while at &+ 128 <= bytes {
      var bits = SIMD4<UInt64>.zero
      for i in 0..<4 {
        bits |= samples.loadUnaligned(fromByteOffset: at &+ 32 &* i, as: SIMD4<UInt64>.self)
      }
      if allBits(bits) & audible != 0 { return false }
      at &+= 128
    }
    while at &+ 8 <= bytes {
      if samples.loadUnaligned(fromByteOffset: at, as: UInt64.self) & audible != 0 {
        return false
      }
      at &+= 8
    }
    return at == bytes
      || samples.loadUnaligned(fromByteOffset: at, as: UInt32.self) & S.audible == 0
  }

  /// Filters some frames of each lane.
  private mutating func filter(_ count: Int) {
    let (filter, channels) = (filter, channels)
    var (state, sums) = (state, sums)
    var at = 0
    for _ in 0..<count {
      let samples = SIMD4(
        lanes[0].place[at], lanes[1].place[at], lanes[2].place[at], lanes[3].place[at])
      let output = filter.output(of: S.steps(samples), &state)
      sums += output * output
      at &+= channels
    }
    self.state = state
    self.sums = sums
    for i in 0..<4 {
      lanes[i].place += count &* channels
      lanes[i].piece &-= count
    }
  }
}
