import CJack
import Foundation
import Glibc
import Synchronization

@testable import Live

/// A JACK server of the tests' own, without hardware, that ends with this.
final class JackServer {
  static let program = ["/usr/bin/jackd", "/usr/local/bin/jackd"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  /// Whether tests with a server can be made. Where they have to be, and cannot, it is a failure.
  static var isThere: Bool {
    if program != nil { return true }
    let isNeeded = ProcessInfo.processInfo.environment["TACTUS_NEEDS_JACK"] != nil
    precondition(!isNeeded, "jackd is not installed: 'apt install jackd2'")
    FileHandle.standardError.write(
      Data("*** jackd is not installed: what is played through JACK is NOT TESTED ***\n".utf8))
    return false
  }

  let name: String
  private let process = Process()
  private var wasKilled = false

  /// - Parameter block: the size of its blocks in frames.
  convenience init(block: Int, rate: Int = 48_000) throws {
    let name = "tactus-test-\(getpid())-\(UInt32.random(in: 0...9999))"
    try self.init(name, block: block, rate: rate)
  }

  private init(_ name: String, block: Int, rate: Int) throws {
    self.name = name
    process.executableURL = URL(fileURLWithPath: JackServer.program!)
    process.arguments = [
      "-n", name, "-r", "-S", "-d", "dummy", "-r", "\(rate)", "-p", "\(block)",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Until it lets somebody in.
    for _ in 0..<200 {
      if (try? JackOutput(as: "knock", server: name)) != nil { return }
      usleep(20_000)
    }
    throw JackOutput.Failure.noServer(name: name)
  }

  /// Kills it, as a crash would.
  func kill() {
    wasKilled = true
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  func send(_ signal: Int32) { Glibc.kill(process.processIdentifier, signal) }

  deinit {
    process.terminate()
    process.waitUntilExit()
    // A server that was killed keeps its place among the eight that a machine can have, until
    // another one of its name has ended in peace.
    if wasKilled { _ = try? JackServer(name, block: 256, rate: 48_000) }
  }
}

/// Captures what a player's ports give, each frame where the player has it.
final class Recorder: @unchecked Sendable {
  private let client: Jack.Client
  private let state: UnsafeMutablePointer<State>

  struct State {
    var ports: (Jack.Port?, Jack.Port?)
    var left: UnsafeMutablePointer<Float>
    var right: UnsafeMutablePointer<Float>
    let capacity: Int
    var end = 0
    let isFollowing: UnsafeMutablePointer<Atomic<Bool>>
    var position: () -> Int
  }

  /// - Parameter position: how many frames the player has rendered.
  init(server: String, frames: Int, position: @escaping () -> Int) throws {
    var status = jack_status_t(0)
    client = jack_client_open_on(
      Jack.openAddress, "recorder", JackNoStartServer, &status, server)!
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(
        ports: (
          Jack.registerPort(
            client, "left", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue), 0),
          Jack.registerPort(
            client, "right", JACK_DEFAULT_AUDIO_TYPE, UInt(JackPortIsInput.rawValue), 0)
        ), left: .allocate(capacity: frames), right: .allocate(capacity: frames),
        capacity: frames, isFollowing: .allocate(capacity: 1), position: position))
    state.pointee.isFollowing.initialize(to: Atomic(true))
    state.pointee.left.initialize(repeating: .nan, count: frames)
    state.pointee.right.initialize(repeating: .nan, count: frames)
    _ = Jack.setProcess(client, capture, state)
    _ = Jack.activate(client)
  }

  /// How many frames have been captured.
  var captured: Int { state.pointee.end }

  func connect(_ left: String, _ right: String) {
    _ = Jack.connect(client, left, "recorder:left")
    _ = Jack.connect(client, right, "recorder:right")
  }

  func setFreewheel(_ isOn: Bool) { _ = Jack.setFreewheel(client, isOn ? 1 : 0) }
  func setBufferSize(_ size: Int) { _ = Jack.setBufferSize(client, jack_nframes_t(size)) }

  /// Begins anew, with another player.
  func follow(_ position: @escaping () -> Int) {
    // The server's thread must not be in the middle of it.
    state.pointee.isFollowing.pointee.store(false, ordering: .sequentiallyConsistent)
    usleep(5000)
    defer { state.pointee.isFollowing.pointee.store(true, ordering: .sequentiallyConsistent) }
    state.pointee.left.update(repeating: .nan, count: state.pointee.capacity)
    state.pointee.right.update(repeating: .nan, count: state.pointee.capacity)
    state.pointee.end = 0
    state.pointee.position = position
  }

  func samples(_ count: Int) -> (left: [Float], right: [Float]) {
    (
      Array(UnsafeBufferPointer(start: state.pointee.left, count: count)),
      Array(UnsafeBufferPointer(start: state.pointee.right, count: count))
    )
  }

  deinit {
    _ = Jack.close(client)
    state.pointee.isFollowing.deallocate()
    state.pointee.left.deallocate()
    state.pointee.right.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
  }
}

private func capture(_ count: jack_nframes_t, _ state: UnsafeMutableRawPointer?) -> Int32 {
  let state = state!.assumingMemoryBound(to: Recorder.State.self)
  guard state.pointee.isFollowing.pointee.load(ordering: .sequentiallyConsistent) else { return 0 }
  let end = state.pointee.position()
  let start = end - Int(count)
  // The player has not been called in this cycle, or was called in one that we were not.
  let isOurs = start == state.pointee.end
  state.pointee.end = end
  guard isOurs, end <= state.pointee.capacity else { return 0 }
  let bytes = Int(count) * MemoryLayout<Float>.stride
  memcpy(state.pointee.left + start, Jack.portBuffer(state.pointee.ports.0, count)!, bytes)
  memcpy(state.pointee.right + start, Jack.portBuffer(state.pointee.ports.1, count)!, bytes)
  return 0
}
