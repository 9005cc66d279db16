import Scheduler
import SongModel
import Sounds
import Timing

/// Turns a song's events into samples, block by block.
///
/// A voice starts on its event's frame and plays to its sound's last sample. Voices are summed in
/// one fixed order: within a lane as they started, then the lanes in their order, so that neither
/// the size of the blocks nor anything else changes a bit.
public struct Mixer: ~Copyable {
  public let rate: SampleRate
  /// 1 or 2.
  public let channels: Int
  /// The frame that the next block begins with.
  public private(set) var position = Frame.zero
  private var events: EventStream
  private var nextEvent: Event?
  private let clips: [Clip]
  private let song: Song
  private var lanes: [[Voice]]
  private var sounding = 0
  private let bus: UnsafeMutablePointer<Float>

  /// The most frames that one block may have.
  public static let largestBlock = 4096

  /// - Parameter sounds: the samples of ``Song/sounds``, in that order, all at `rate`.
  public init(_ song: Song, sounds: [SampleBuffer], rate: SampleRate, channels: Int) {
    precondition(sounds.count == song.sounds.count, "a buffer for each sound")
    precondition(sounds.allSatisfy { $0.rate == rate }, "every sound at the rate of the mix")
    precondition((1...2).contains(channels), "mono or stereo")
    self.rate = rate
    self.channels = channels
    self.song = song
    events = EventStream(song, at: rate)
    nextEvent = events.next()
    clips = sounds.map { Clip($0, channels: channels) }
    lanes = Array(repeating: [], count: song.tracks.count + 2)
    bus = .allocate(capacity: 2 * Mixer.largestBlock)
    bus.initialize(repeating: 0, count: 2 * Mixer.largestBlock)
  }

  deinit {
    for clip in clips { clip.deallocate() }
    bus.deallocate()
  }

  /// Goes on at a later frame, with the voices that sound there: what follows is the same as if
  /// everything before had been rendered.
  ///
  /// - Precondition: `frame` is not before ``position``, and nothing has been rendered yet.
  public mutating func skip(to frame: Frame) {
    precondition(frame >= position && sounding == 0, "a later frame of a fresh mixer")
    position = frame
    startVoices(before: frame)
    for lane in lanes.indices {
      lanes[lane].removeAll { [clips] in $0.position >= clips[$0.clip].frames }
    }
    sounding = lanes.reduce(0) { $0 + $1.count }
  }

  /// Overwrites both channels with the next `count` frames. A mono mix writes only `left`.
  ///
  /// - Precondition: `count` is 1 to ``largestBlock``.
  public mutating func render(
    left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    precondition((1...Mixer.largestBlock).contains(count), "1 to \(Mixer.largestBlock) frames")
    startVoices(before: position + Frame(count))
    left.update(repeating: 0, count: count)
    if channels == 2 { right.update(repeating: 0, count: count) }
    if sounding > 0 {
      for lane in lanes.indices where !lanes[lane].isEmpty {
        mix(lane: lane, left: left, right: right, count: count)
      }
    }
    position = position + Frame(count)
  }

  private mutating func startVoices(before end: Frame) {
    while let event = nextEvent, event.frame < end {
      let sound = song.sounds[event.sound]
      let clip = clips[event.sound]
      let gain = event.gain * sound.volume.gain
      let pan = event.lane == Event.click ? event.pan : sound.pan
      let stereo =
        channels == 1
        ? StereoGain(left: Float(gain), right: 0)
        : clip.isStereo
          ? StereoGain.balance(gain: gain, at: pan)
          : StereoGain.constantPower(gain: gain, at: pan)
      if clip.frames > 0 {
        lanes[event.lane].append(
          Voice(
            clip: event.sound, gain: stereo, position: position.index - event.frame.index))
        sounding += 1
      }
      nextEvent = events.next()
    }
  }

  private mutating func mix(
    lane: Int, left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, count: Int
  ) {
    // A lane's voices are summed on a bus of their own, which is then added to the mix. One voice
    // alone gives the same sum without the detour.
    let isAlone = lanes[lane].count == 1
    let busLeft = isAlone ? left : bus
    let busRight = isAlone ? right : bus + Mixer.largestBlock
    if !isAlone { bus.update(repeating: 0, count: 2 * Mixer.largestBlock) }
    var hasEnded = false
    for index in lanes[lane].indices {
      let voice = lanes[lane][index]
      let clip = clips[voice.clip]
      let start = max(0, -voice.position)
      let first = max(0, voice.position)
      let frames = min(count - start, clip.frames - first)
      add(clip.left + first, times: voice.gain.left, to: busLeft + start, count: frames)
      if channels == 2 {
        add(clip.right + first, times: voice.gain.right, to: busRight + start, count: frames)
      }
      lanes[lane][index].position += count
      hasEnded = hasEnded || voice.position + count >= clip.frames
    }
    if !isAlone {
      add(UnsafePointer(busLeft), to: left, count: count)
      if channels == 2 { add(UnsafePointer(busRight), to: right, count: count) }
    }
    if hasEnded {
      let before = lanes[lane].count
      lanes[lane].removeAll { [clips] in $0.position >= clips[$0.clip].frames }
      sounding -= before - lanes[lane].count
    }
  }
}

/// `sum[i] += gain · samples[i]`, each product rounded once to a multiple of 2⁻²³, a half to even.
///
/// On that grid, the one of 24-bit samples, sums below full scale are exact in single precision. So
/// the mix is the sum of its sounds to the last bit, in whatever order they are added.
private func add(
  _ samples: UnsafePointer<Float>, times gain: Float, to sum: UnsafeMutablePointer<Float>,
  count: Int
) {
  // The product of two singles is exact in double precision. Between 2²⁹ and 2³⁰ doubles are 2⁻²³
  // apart, so that adding 1.5 · 2²⁹ rounds to the grid, and subtracting it again is exact.
  let grid = 1.5 * 0x1p29
  for index in 0..<count {
    let product = Double(gain) * Double(samples[index])
    sum[index] += Float((product + grid) - grid)
  }
}

/// `sum[i] += bus[i]`
private func add(
  _ bus: UnsafePointer<Float>, to sum: UnsafeMutablePointer<Float>, count: Int
) {
  for index in 0..<count { sum[index] += bus[index] }
}
