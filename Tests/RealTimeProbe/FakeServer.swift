import CJack
import Live
import RealTimeWitness

/// What stands for a JACK server: a port is its memory, and asking for it takes nothing.
struct FakeServer {
  /// The memory of the MIDI port: what came with a block.
  struct Messages {
    var count: UInt32 = 0
    let events: UnsafeMutablePointer<jack_midi_event_t>
    /// What is done wrong while the next block is made, and with which object.
    var offence: WitnessKind?
    let object: UnsafeMutableRawPointer
  }

  let ports: [OpaquePointer]
  let midi: OpaquePointer
  private let messages: UnsafeMutablePointer<Messages>
  private let bytes: UnsafeMutablePointer<UInt8>
  static let mostMessages = 16
  private static let largestMessage = 16

  /// - Parameter block: the size of the largest.
  init(ports count: Int, block: Int) {
    ports = (0..<count).map { _ in
      let memory = UnsafeMutablePointer<Float>.allocate(capacity: block)
      memory.initialize(repeating: 0, count: block)
      return OpaquePointer(memory)
    }
    let most = FakeServer.mostMessages
    bytes = .allocate(capacity: FakeServer.largestMessage * most)
    bytes.initialize(repeating: 0, count: FakeServer.largestMessage * most)
    let events = UnsafeMutablePointer<jack_midi_event_t>.allocate(capacity: most)
    events.initialize(repeating: jack_midi_event_t(), count: most)
    messages = .allocate(capacity: 1)
    messages.initialize(
      to: Messages(events: events, object: Unmanaged.passRetained(Object()).toOpaque()))
    midi = OpaquePointer(messages)
  }

  private final class Object {}

  /// The functions that the callback is given instead of JACK's.
  static let functions = JackCallback.Server(
    portBuffer: { port, _ in port.map { UnsafeMutableRawPointer($0) } },
    midiCount: { memory in
      let messages = memory!.assumingMemoryBound(to: Messages.self)
      if let offence = messages.pointee.offence {
        witness_commit(offence, messages.pointee.object)
      }
      return messages.pointee.count
    },
    midiEvent: { event, memory, index in
      event!.pointee = memory!.assumingMemoryBound(to: Messages.self).pointee.events[Int(index)]
      return 0
    })

  /// Nothing has come.
  func clear() {
    messages.pointee.count = 0
    messages.pointee.offence = nil
  }

  /// A message comes with the next block.
  ///
  /// - Parameter size: how long it says that it is.
  func send(_ status: UInt8, _ first: UInt8, _ second: UInt8, size: Int, at offset: Int) {
    let index = Int(messages.pointee.count)
    precondition(index < FakeServer.mostMessages, "room for a message")
    let place = bytes + FakeServer.largestMessage * index
    (place[0], place[1], place[2]) = (status, first, second)
    messages.pointee.events[index] = jack_midi_event_t(
      time: UInt32(offset), size: size, buffer: place)
    messages.pointee.count += 1
  }

  func offend(_ kind: WitnessKind) { messages.pointee.offence = kind }
}
