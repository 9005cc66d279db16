import Engine
import Live
import LiveSupport
import RealTimeWitness
import SongModel
import SongSupport
import Timing

/// A session that is played by hand: the callback as JACK calls it, which is counted, and between
/// its calls the player, which is not.
final class Rehearsal {
  let callbacks: Int
  private let offence: WitnessKind?
  /// So that it stays quick. Now and then comes a large one, which is rendered in parts.
  private let block = 16
  private let largeBlock = 4096
  private let player: Player
  private let server: FakeServer
  private let callback: UnsafeMutablePointer<JackCallback>
  /// How often any sound was heard.
  private(set) var audible = 0
  /// Messages that struck no pad.
  private(set) var received = 0

  /// - Parameters:
  ///   - callbacks: how many blocks are played.
  ///   - hasMaster: whether there is a gain, and a limiter that has much to do, on the only output;
  ///     else there are two outputs.
  ///   - offence: what is done once, in the middle.
  init(callbacks: Int, hasMaster: Bool, offence: WitnessKind?) {
    self.callbacks = callbacks
    self.offence = offence
    // Long enough for whatever the changes make of its tempo.
    let song = song(
      busyText.replacing(
        "[verse x2, ride, odd, verse]",
        with: "[{repeat: {times: 60, play: [verse x2, ride, odd, verse]}}]")
    )
    let master =
      hasMaster
      ? MasterSettings(
        gain: 2, ceiling: Decibels(Rational(-6)), rate: .standard, channels: 2) : neutral
    let outputs = hasMaster ? nil : (0..<song.laneCount).map { $0 % 2 }
    player = Player(
      song, bank: noiseBank(song), master: master, pads: [0, 1], outputs: outputs,
      lead: Frame(6000),
      script: Rehearsal.script(song, within: callbacks * block))
    server = FakeServer(ports: hasMaster ? 2 : 4, block: largeBlock)
    callback = .allocate(capacity: 1)
    callback.initialize(to: JackCallback(FakeServer.functions))
    callback.pointee.prepare(server.ports, midi: server.midi)
    callback.pointee.use(player.mixer.renderer, channels: server.ports.count)
    callback.pointee.setPads((0..<128).map { $0 < 64 ? $0 % 3 - 1 : -1 })
  }

  deinit {
    callback.pointee.deallocate()
    callback.deinitialize(count: 1)
    callback.deallocate()
  }

  /// A thousand changes besides strokes. After a stop it soon starts again.
  private static func script(_ song: Song, within frames: Int)
    -> [(frame: Frame, command: Player.Command)]
  {
    let changes = randomScript(1200, song, seed: 11, within: frames).flatMap { frame, command in
      if case .startOrStop = command {
        return [(frame, command), (Frame(frame.index + 2000), command)]
      }
      return [(frame, command)]
    }
    return changes.sorted { $0.0 < $1.0 }
  }

  var strokes: Int {
    player.changes.count { if case .pad = $0.action { true } else { false } }
  }
  /// Strokes not included.
  var changes: Int { player.changes.count - strokes }
  var lateVoices: Int { player.mixer.lateVoices }

  /// Plays on a thread of its own.
  ///
  /// - Returns: 0, or what the system refused.
  func run() -> Int32 {
    witness_run(
      { Unmanaged<Rehearsal>.fromOpaque($0!).takeUnretainedValue().play() },
      Unmanaged.passUnretained(self).toOpaque())
  }

  private func play() {
    var dice = Dice(seed: 3)
    // A few blocks of the silence before it is told to play.
    for _ in 0..<100 { call(block) }
    callback.pointee.shared.pointee.isPlaying.store(true, ordering: .releasing)
    for number in 0..<callbacks {
      if number % 64 == 0 { comeMessages(&dice) } else { server.clear() }
      if number == callbacks / 2, let offence { server.offend(offence) }
      let size = number % 5000 == 2500 ? largeBlock : block
      // Sometimes the player is kept from running ahead, and what it then hands over is late.
      if number % 20_000 >= 600 {
        if number % 64 == 0 { _ = player.step() }
        while !player.mixer.renderer.isReady(for: size) { _ = player.step() }
      }
      call(size)
      if player.mixer.voiceCount > 0 { audible += 1 }
      // Seldom enough for messages to find no room.
      if number % 100_000 == 99_999 {
        while callback.pointee.nextMessage() != nil { received += 1 }
      }
    }
  }

  private func call(_ count: Int) {
    witness_begin()
    _ = processBlock(UInt32(count), callback)
    witness_end()
  }

  /// Strokes of pads, keys that strike none, their ends, controllers, and what is shorter or longer.
  private func comeMessages(_ dice: inout Dice) {
    server.clear()
    let kinds: [(status: UInt8, size: Int)] = [
      (0x90, 3), (0x99, 3), (0x80, 3), (0xB0, 3), (0xC5, 2), (0xF8, 1), (0xF0, 9), (0x90, 0),
    ]
    for _ in 0..<Int.random(in: 0...3, using: &dice) {
      let kind = kinds.randomElement(using: &dice)!
      server.send(
        kind.status, UInt8.random(in: 0...127, using: &dice),
        UInt8.random(in: 0...127, using: &dice), size: kind.size,
        at: Int.random(in: 0..<block, using: &dice))
    }
  }
}
