import Scheduler
import SongModel
import Synchronization
import Timing

/// Sums voices as they are handed over, block by block, on a thread that must never wait.
///
/// Another thread runs ahead: it hands over each voice before its frame comes, and says up to which
/// frame all are there. What is rendered is what ``Mixer`` renders, bit for bit.
public final class LiveMixer: @unchecked Sendable {
  // The rings are between two threads each; the core belongs to the one that renders.

  public let channels: Int
  private let bank: SoundBank
  private let core: UnsafeMutablePointer<LiveMixerCore>
  /// By lane, the output that it is heard on.
  private let outputs: [Int]
  public let outputCount: Int

  /// - Parameters:
  ///   - bank: has the samples of all that may be played.
  ///   - outputs: by lane, the output that it is heard on, from 0 on.
  ///   - master: of the only output.
  ///   - pads: the sounds that can be struck by hand, each as an event at velocity 1 to 127.
  public init(
    _ song: Song, bank: SoundBank, outputs: [Int]? = nil, master: MasterSettings, pads: [[Event]]
  ) {
    self.bank = bank
    channels = bank.channels
    self.outputs = outputs ?? Array(repeating: 0, count: song.laneCount)
    outputCount = (self.outputs.max() ?? 0) + 1
    core = .allocate(capacity: 1)
    core.initialize(
      to: LiveMixerCore(
        channels: bank.channels, outputs: outputCount, rate: bank.rate, master: master,
        pads: pads.count))
    for (pad, events) in pads.enumerated() {
      precondition(events.count == Velocity.range.count, "an event for each velocity")
      for (index, event) in events.enumerated() {
        core.pointee.pads[pad << 7 + index + 1] = voice(of: event)
      }
    }
  }

  deinit {
    core.pointee.deallocate()
    core.deinitialize(count: 1)
    core.deallocate()
  }

  // MARK: - For the thread that runs ahead

  /// How many more voices can be handed over.
  public var room: Int { core.pointee.voices.places.room }

  /// Hands over what an event plays.
  ///
  /// - Precondition: events come in the order of their frames, and there is room.
  public func play(_ event: Event) {
    let isThere = core.pointee.voices.append(voice(of: event))
    precondition(isThere, "room for a voice")
  }

  /// Changes the volume from a frame on.
  ///
  /// - Returns: `false` where too many changes are waiting.
  public func changeVolume(to gain: Double, at frame: Frame) -> Bool {
    core.pointee.gains.append(LiveMixerCore.GainChange(frame: frame.index, gain: gain))
  }

  /// Tells that all that is heard before a frame has been handed over.
  public func publish(horizon: Frame) {
    core.pointee.shared.pointee.horizon.store(horizon.index, ordering: .releasing)
  }

  /// Strikes a pad with the next block.
  ///
  /// - Returns: `false` where too many strokes are waiting.
  public func strike(pad: Int, _ velocity: Velocity) -> Bool {
    core.pointee.strokes.append(pad << 7 + velocity.value)
  }

  /// A pad that was struck, and the frame on which it is heard.
  public func nextStruck() -> (pad: Int, velocity: Velocity, frame: Frame)? {
    core.pointee.struck.popFirst().map {
      ($0.number >> 7, Velocity($0.number & 127)!, Frame($0.frame))
    }
  }

  private func voice(of event: Event) -> LiveVoice {
    LiveVoice(voice: bank.voice(of: event), output: outputs[event.lane])
  }

  // MARK: - For anybody

  /// What has been rendered: the frame that the next block begins with.
  public var position: Frame {
    Frame(core.pointee.shared.pointee.position.load(ordering: .acquiring))
  }

  /// Whether nothing that was handed over is still to be heard.
  public var isEmpty: Bool {
    let places = core.pointee.voices.places
    return places.room == places.capacity
  }

  /// Sounds that came too late for their frame, and started with the next block.
  public var lateVoices: Int { core.pointee.shared.pointee.late.load(ordering: .relaxed) }

  /// Sounds for which there was no room.
  public var lostVoices: Int { core.pointee.shared.pointee.lost.load(ordering: .relaxed) }

  /// How many sounds are heard.
  public var voiceCount: Int { core.pointee.shared.pointee.sounding.load(ordering: .relaxed) }

  /// The largest samples of the left and the right since the last time.
  public func takePeaks() -> SIMD2<Float> {
    SIMD2(
      Float(bitPattern: core.pointee.shared.pointee.leftPeak.exchange(0, ordering: .relaxed)),
      Float(bitPattern: core.pointee.shared.pointee.rightPeak.exchange(0, ordering: .relaxed)))
  }

  /// What the thread that renders is given: it uses nothing else of this object.
  public var renderer: LiveRenderer { LiveRenderer(core: core) }
}

/// The way in for the thread that renders. It is valid as long as its mixer.
public struct LiveRenderer: @unchecked Sendable, BitwiseCopyable {
  let core: UnsafeMutablePointer<LiveMixerCore>

  /// Renders the next frames.
  ///
  /// - Parameters:
  ///   - outputs: for each output the memory of its channels, one after the other.
  ///   - count: 0 or more.
  public func render(
    into outputs: UnsafePointer<UnsafeMutablePointer<Float>>, count: Int
  ) {
    core.pointee.render(into: outputs, count: count)
    core.pointee.finish(outputs, count: count)
    core.pointee.note(outputs, count: count)
  }

  /// Strikes a pad so many frames into the next block to be rendered.
  @_noAllocation @_noLocks
  public func strike(number: Int, offset: Int) {
    core.pointee.strike(number, at: core.pointee.position + offset)
  }

  /// Whether all that the next frames need has been handed over.
  @_noAllocation @_noLocks
  public func isReady(for count: Int) -> Bool {
    core.pointee.shared.pointee.horizon.load(ordering: .acquiring)
      >= core.pointee.position + count
  }

  public var position: Int {
    @_noAllocation @_noLocks get { core.pointee.position }
  }
}
