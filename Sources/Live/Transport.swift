import CJack
import Scheduler
import Synchronization

/// The beat that is heard, told to the server's thread, which tells other programs.
///
/// One thread writes and another reads, and neither waits: a reader that meets a writer takes what it
/// had before.
struct TransportBeat: ~Copyable {
  static let ticksPerBeat = 1920.0
  /// Odd while it is being written.
  private let version = Atomic(0)
  private let bar = Atomic(1)
  private let beat = Atomic(1)
  private let count = Atomic(4)
  private let unit = Atomic(4)
  private let tempo = Atomic<UInt64>(120.0.bitPattern)
  private let frame = Atomic(0)
  private let length = Atomic(0)

  /// - Parameters:
  ///   - beat: the last one that was heard.
  ///   - length: to the next one, in frames.
  func tell(_ beat: Beat, length: Int) {
    version.add(1, ordering: .sequentiallyConsistent)
    bar.store(beat.bar, ordering: .relaxed)
    self.beat.store(beat.beat, ordering: .relaxed)
    count.store(beat.count, ordering: .relaxed)
    unit.store(Int(beat.meter.unit.count.denominator), ordering: .relaxed)
    tempo.store((beat.written.double * beat.speed.double).bitPattern, ordering: .relaxed)
    frame.store(beat.frame.index, ordering: .relaxed)
    self.length.store(length, ordering: .relaxed)
    version.add(1, ordering: .sequentiallyConsistent)
  }

  /// Fills in what other programs see. Other programs count bars from 1; a count-in's are negative.
  func fill(_ position: UnsafeMutablePointer<jack_position_t>, at now: Int) {
    let before = version.load(ordering: .sequentiallyConsistent)
    let length = max(1, self.length.load(ordering: .relaxed))
    let share = min(max(0, Double(now - frame.load(ordering: .relaxed)) / Double(length)), 0.999)
    let (bar, beat) = (bar.load(ordering: .relaxed), beat.load(ordering: .relaxed))
    let (count, unit) = (count.load(ordering: .relaxed), unit.load(ordering: .relaxed))
    let tempo = Double(bitPattern: tempo.load(ordering: .relaxed))
    guard before % 2 == 0, version.load(ordering: .sequentiallyConsistent) == before else { return }
    jack_position_set_bbt(
      position, Int32(clamping: bar), Int32(clamping: beat),
      Int32(share * TransportBeat.ticksPerBeat),
      Double(bar - 1) * Double(count) * TransportBeat.ticksPerBeat, Float(count), Float(unit),
      TransportBeat.ticksPerBeat, tempo)
  }
}

extension JackOutput {
  /// Becomes the one who tells other programs where the music is: bar, beat and tempo.
  public func leadTransport() throws(Failure) {
    guard Jack.setTimebase(client, 0, tellBeat, callback) == 0 else {
      throw .refused("to let us lead the transport")
    }
  }

  /// Whether the transport that all programs share is running.
  public var isTransportRolling: Bool {
    Jack.transportState(client, nil) == JackTransportRolling
  }

  /// Starts or stops all programs that follow the transport.
  public func setTransport(rolling: Bool) {
    rolling ? Jack.transportStart(client) : Jack.transportStop(client)
  }

  /// Where the transport says that the music is; the tempo is 0 where nobody says.
  public var transportPlace: (bar: Int, beat: Int, tempo: Double) {
    var position = jack_position_t()
    _ = Jack.transportState(client, &position)
    return (
      Int(jack_position_bar(&position)), Int(jack_position_beat(&position)),
      jack_position_tempo(&position)
    )
  }

  /// Tells the transport of the beat that is heard.
  public func tell(_ beat: Beat, length: Int) {
    callback.pointee.shared.pointee.beat.tell(beat, length: length)
  }
}

private func tellBeat(
  _ state: jack_transport_state_t, _ count: jack_nframes_t,
  _ position: UnsafeMutablePointer<jack_position_t>?, _ isNew: Int32,
  _ callback: UnsafeMutableRawPointer?
) {
  let callback = callback!.assumingMemoryBound(to: JackCallback.self)
  guard let position else { return }
  callback.pointee.shared.pointee.beat.fill(position, at: callback.pointee.position)
}
