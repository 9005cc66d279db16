import Foundation
import Glibc
import Live
import LiveSupport
import SongSupport
import Testing
import Timing

@testable import TactusKit

@Suite("Commands over the network")
struct OSCTests {
  /// A message as the specification has it: texts filled up with zeros to four bytes, then a number.
  private func message(_ path: String, _ number: Float?) -> [UInt8] {
    func text(_ text: String) -> [UInt8] {
      let bytes = Array(text.utf8) + [0]
      return bytes + Array(repeating: 0, count: (4 - bytes.count % 4) % 4)
    }
    guard let number else { return text(path) + text(",") }
    return text(path) + text(",f")
      + (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (24 - 8 * $0)) }
  }

  private func send(_ bytes: [UInt8], to port: Int) {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = sendto(socket, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  @Test("messages become commands, and a port that is taken is told")
  func messages() throws {
    let port = 20_000 + Int(getpid()) % 20_000
    let server = try OSCServer(port: port)
    #expect(throws: OSCServer.Failure.self) { _ = try OSCServer(port: port) }
    send(message("/tactus/tempo", 132.5), to: port)
    send(message("/tactus/loop", nil), to: port)
    send([1, 2, 3], to: port)
    send(message("/nobody", 3), to: port)
    send(message("/tactus/section", 2), to: port)
    var found: [OSCServer.Message] = []
    for _ in 0..<200 where found.count < 4 {
      found += server.messages()
      usleep(10_000)
    }
    #expect(
      found.map(\.path) == ["/tactus/tempo", "/tactus/loop", "/nobody", "/tactus/section"])
    let path = NSTemporaryDirectory() + "tactus-osc-\(port).yaml"
    try busyText.write(toFile: path, atomically: true, encoding: .utf8)
    defer { unlink(path) }
    let played = try PlayedSong(path, PlayedSong.Options(), at: .standard, on: .standard())
    var controls = PlayControls(played)
    for message in found {
      if let command = controls.command(for: message, at: 0) { played.player.send(command) }
    }
    _ = play(played.player, frames: 3000, blocks: [256])
    let actions = played.player.changes.map(\.action)
    #expect(actions == [.speed(Rational(265, 266)), .loop(true), .passage(1)])
  }
}
