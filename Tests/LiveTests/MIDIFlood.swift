import CJack
import Foundation

@testable import Live

/// A client that sends more over MIDI than anybody can play: hundreds of messages in every block.
final class MIDIFlood {
  private let client: Jack.Client
  private let state: UnsafeMutablePointer<State>

  fileprivate struct State {
    let port: Jack.Port?
    var sent = 0
  }

  /// - Parameter destination: the name of a port.
  init(server: String, to destination: String) {
    var status = jack_status_t(0)
    client = jack_client_open_on(Jack.openAddress, "flood", JackNoStartServer, &status, server)!
    state = .allocate(capacity: 1)
    state.initialize(
      to: State(
        port: Jack.registerPort(
          client, "out", JACK_DEFAULT_MIDI_TYPE, UInt(JackPortIsOutput.rawValue), 0)))
    _ = Jack.setProcess(client, flood, state)
    _ = Jack.activate(client)
    _ = Jack.connect(client, "flood:out", destination)
  }

  deinit {
    _ = Jack.close(client)
    state.deallocate()
  }
}

private let clear = Jack.library.function(
  "jack_midi_clear_buffer", as: (@convention(c) @Sendable (UnsafeMutableRawPointer?) -> Void).self)
private let write = Jack.library.function(
  "jack_midi_event_write",
  as: (@convention(c) @Sendable (
    UnsafeMutableRawPointer?, jack_nframes_t, UnsafePointer<UInt8>?, Int
  ) -> Int32).self)

private func flood(_ count: jack_nframes_t, _ state: UnsafeMutableRawPointer?) -> Int32 {
  let state = state!.assumingMemoryBound(to: MIDIFlood.State.self)
  let buffer = Jack.portBuffer(state.pointee.port, count)
  clear(buffer)
  for index in 0..<500 {
    let value = UInt8(state.pointee.sent & 0x7F)
    let message: (UInt8, UInt8, UInt8) =
      switch index {
      // The kick.
      case 0, 250: (0x90, 36, max(1, value))
      case _ where index % 5 == 1: (0xB0, 16, value)
      case _ where index % 5 == 2: (0xC0, value & 1, 0)
      case _ where index % 5 == 3: (0xE0, value, value)
      default: (0x90, 24 + (value & 3), value)
      }
    withUnsafeBytes(of: message) {
      let bytes = $0.bindMemory(to: UInt8.self).baseAddress
      _ = write(buffer, UInt32(index) * count / 500, bytes, message.0 == 0xC0 ? 2 : 3)
    }
    state.pointee.sent += 1
  }
  return 0
}
