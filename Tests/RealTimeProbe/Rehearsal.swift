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
  private let block = 16
  private let player: Player
  private let server: FakeServer
  private let callback: UnsafeMutablePointer<JackCallback>
  /// How often any sound was heard.
  private(set) var audible = 0
  private(set) var received = 0

  /// - Parameters:
  ///   - callbacks: how many blocks are played.
  ///   - hasMaster: whether there is a gain, and a limiter that has much to do.
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
    player = Player(
      song, bank: noiseBank(song), master: master, pads: [0, 1], lead: Frame(2400),
      script: randomScript(1000, song, seed: 11, within: callbacks * block))
    server = FakeServer(block: block)
    callback = .allocate(capacity: 1)
    callback.initialize(to: JackCallback(FakeServer.functions))
    callback.pointee.prepare(player.mixer.renderer, server.ports, midi: server.midi)
    callback.pointee.setPads((0..<128).map { $0 < 64 ? $0 % 3 - 1 : -1 })
  }

  deinit {
    callback.pointee.deallocate()
    callback.deinitialize(count: 1)
    callback.deallocate()
  }

  /// What was changed, strokes included.
  var changes: Int { player.changes.count }
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
    for _ in 0..<100 { call() }
    callback.pointee.shared.pointee.isPlaying.store(true, ordering: .releasing)
    for number in 0..<callbacks {
      if number % 64 == 0 { comeMessages(&dice) } else { server.clear() }
      if number == callbacks / 2, let offence { server.offend(offence) }
      while !player.mixer.renderer.isReady(for: block) || number % 64 == 0 {
        if !player.step() || player.mixer.renderer.isReady(for: block) { break }
      }
      call()
      if player.mixer.voiceCount > 0 { audible += 1 }
      while callback.pointee.nextMessage() != nil { received += 1 }
    }
  }

  private func call() {
    witness_begin()
    _ = processBlock(UInt32(block), callback)
    witness_end()
  }

  /// Strokes of pads, keys that strike none, their ends, and controllers.
  private func comeMessages(_ dice: inout Dice) {
    server.clear()
    for _ in 0..<Int.random(in: 0...3, using: &dice) {
      let kind: [UInt8] = [0x90, 0x99, 0x80, 0xB0, 0xE3]
      server.send(
        (
          kind.randomElement(using: &dice)!, UInt8.random(in: 0...127, using: &dice),
          UInt8.random(in: 0...127, using: &dice)
        ), at: Int.random(in: 0..<block, using: &dice))
    }
  }
}
