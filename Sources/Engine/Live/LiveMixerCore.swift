import Synchronization
import Timing

/// A voice and the output that it is heard on.
struct LiveVoice: BitwiseCopyable {
  var voice: Voice
  let output: Int
}

/// What the thread that renders works on: memory that was taken before it began, and nothing that
/// counts references.
struct LiveMixerCore {
  struct GainChange: BitwiseCopyable {
    let frame: Int
    let gain: Double
  }

  /// A stroke of a pad: 128 times the pad and the velocity, and the frame.
  struct Stroke: BitwiseCopyable {
    let number: Int
    let frame: Int
  }

  /// What other threads look at.
  struct Shared: ~Copyable {
    let position = Atomic(0)
    let horizon = Atomic(0)
    let late = Atomic(0)
    let lost = Atomic(0)
    let sounding = Atomic(0)
    let leftPeak = Atomic<UInt32>(0)
    let rightPeak = Atomic<UInt32>(0)
  }

  /// So many sounds can be heard at one time.
  private let mostVoices = 4096
  private let largestPart = MixBlock.capacity

  let voices = Ring<LiveVoice>(capacity: 8192)
  let gains = Ring<GainChange>(capacity: 1024)
  let strokes = Ring<Int>(capacity: 256)
  let struck = Ring<Stroke>(capacity: 4096)
  let shared: UnsafeMutablePointer<Shared>
  /// By 128 times the pad and the velocity.
  let pads: UnsafeMutablePointer<LiveVoice>
  private(set) var position = 0
  private let sounding: UnsafeMutablePointer<LiveVoice>
  private var count = 0
  private let channels: Int
  private let sum: VoiceSum<Double>
  private let buses: UnsafeMutablePointer<Bus>
  private let outputs: Int
  private var ramp: GainRamp
  private let master: UnsafeMutablePointer<Master>

  init(
    channels: Int, outputs: Int, rate: SampleRate, master: MasterSettings, pads: Int
  ) {
    self.channels = channels
    self.outputs = outputs
    shared = .allocate(capacity: 1)
    shared.initialize(to: Shared())
    sounding = .allocate(capacity: mostVoices)
    self.pads = .allocate(capacity: max(1, pads << 7))
    sum = VoiceSum(channels: channels, fadeLength: VoiceWalk.fadeLength(at: rate))
    buses = .allocate(capacity: outputs)
    for index in 0..<outputs { (buses + index).initialize(to: Bus(channels: channels)) }
    ramp = GainRamp.unity(at: rate)
    self.master = .allocate(capacity: 1)
    self.master.initialize(to: Master(master))
  }

  func deallocate() {
    voices.deallocate()
    gains.deallocate()
    strokes.deallocate()
    struck.deallocate()
    shared.deinitialize(count: 1)
    shared.deallocate()
    sounding.deallocate()
    pads.deallocate()
    for index in 0..<outputs { buses[index].deallocate() }
    buses.deallocate()
    master.deinitialize(count: 1)
    master.deallocate()
  }

  @_noAllocation @_noLocks
  mutating func render(
    into memory: UnsafePointer<UnsafeMutablePointer<Float>>, count total: Int
  ) {
    while true {
      let place = strokes.places.oldest()
      if place < 0 { break }
      strike(strokes.elements[place], at: position)
      strokes.places.giveBack()
    }
    var done = 0
    while done < total {
      let part = min(total - done, largestPart)
      begin(before: position + part)
      for output in 0..<outputs { buses[output].clear(part) }
      mix(part)
      store(into: memory, done, part)
      position += part
      done += part
    }
    shared.pointee.position.store(position, ordering: .releasing)
    shared.pointee.sounding.store(count, ordering: .relaxed)
  }

  /// Begins the voices that are heard before a frame.
  @_noAllocation @_noLocks
  private mutating func begin(before end: Int) {
    while true {
      let place = voices.places.oldest()
      if place < 0 { return }
      var voice = voices.elements[place]
      if voice.voice.start >= end { return }
      voices.places.giveBack()
      if voice.voice.start < position {
        // Better late than without its beginning.
        shared.pointee.late.add(1, ordering: .relaxed)
        voice.voice.move(to: position)
      }
      begin(voice)
    }
  }

  @_noAllocation @_noLocks
  mutating func strike(_ number: Int, at frame: Int) {
    let place = struck.places.free()
    guard place >= 0 else {
      // What cannot be noted is not heard: a session has all that is.
      shared.pointee.lost.add(1, ordering: .relaxed)
      return
    }
    var voice = pads[number]
    voice.voice.move(to: frame)
    begin(voice)
    struck.elements[place] = Stroke(number: number, frame: frame)
    struck.places.handOver()
  }

  /// Begins a voice, and silences what it chokes: what starts before it. A stroke of a pad may have
  /// begun already that starts after it, and chokes it.
  @_noAllocation @_noLocks
  private mutating func begin(_ voice: LiveVoice) {
    var voice = voice
    let start = voice.voice.start
    if voice.voice.choke >= 0 {
      for index in 0..<count where sounding[index].voice.choke == voice.voice.choke {
        let other = sounding[index].voice.start
        if other < start {
          sounding[index].voice.fade(from: start, length: sum.fadeLength)
        } else if other > start {
          voice.voice.fade(from: other, length: sum.fadeLength)
        }
      }
    }
    guard count < mostVoices else {
      shared.pointee.lost.add(1, ordering: .relaxed)
      return
    }
    sounding[count] = voice
    count += 1
  }

  /// Sums what sounds, and forgets what has ended.
  @_noAllocation @_noLocks
  private mutating func mix(_ part: Int) {
    var kept = 0
    for index in 0..<count {
      let voice = sounding[index]
      sum.addOne(voice.voice, to: buses[voice.output].sums, from: position, count: part)
      if voice.voice.end > position + part {
        sounding[kept] = voice
        kept += 1
      }
    }
    count = kept
  }

  @_noAllocation @_noLocks
  private mutating func store(
    into memory: UnsafePointer<UnsafeMutablePointer<Float>>, _ done: Int, _ part: Int
  ) {
    var first = 0
    // Volumes that change within the part, each from its frame on.
    for output in 0..<outputs {
      buses[output].store(
        left: memory[output * channels] + done,
        right: channels == 2 ? memory[output * channels + 1] + done : nil, part)
    }
    while first < part {
      var end = part
      let place = gains.places.oldest()
      if place >= 0 {
        let change = gains.elements[place]
        if change.frame <= position + first {
          gains.places.giveBack()
          ramp = ramp.changed(to: change.gain, at: max(change.frame, position + first))
          continue
        }
        end = min(part, change.frame - position)
      }
      for plane in 0..<outputs * channels {
        ramp.scale(memory[plane] + done + first, end - first, from: position + first)
      }
      first = end
    }
  }

  /// Sends the only output through the master.
  ///
  /// Its limiter works in vectors, which are generic: of them the compiler cannot prove what it
  /// proves of all the rest, and a test counts what they do.
  func finish(
    _ memory: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int
  ) {
    guard outputs == 1 else { return }
    master.pointee.process(left: memory[0], right: channels == 2 ? memory[1] : nil, count: count)
  }

  /// Notes the peaks for the meters.
  @_noAllocation @_noLocks
  func note(_ memory: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int) {
    var left: Float = 0
    var right: Float = 0
    for output in 0..<outputs {
      let plane = memory[output * channels]
      let other = memory[output * channels + channels - 1]
      for index in 0..<count {
        left = max(left, abs(plane[index]))
        right = max(right, abs(other[index]))
      }
    }
    shared.pointee.leftPeak.max(left.bitPattern, ordering: .relaxed)
    shared.pointee.rightPeak.max(right.bitPattern, ordering: .relaxed)
  }
}
