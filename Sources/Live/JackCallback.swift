import CJack
import Engine
import Glibc
import Synchronization

/// What the server's thread works with: memory that was taken before it began, and functions that
/// neither allocate nor wait. The only exception is freewheeling, where nobody listens and it waits
/// for the player.
package struct JackCallback {
  /// What other threads look at.
  package struct Shared: ~Copyable {
    let xruns = Atomic(0)
    let isGone = Atomic(false)
    let isFreewheeling = Atomic(false)
    package let isPlaying = Atomic(false)
    let isRendering = Atomic(false)
    let blockSize = Atomic(0)
    let rate = Atomic(0)
    let beat = TransportBeat()
    /// Messages for which there was no room.
    let lost = Atomic(0)
  }

  /// What it asks the server for: the memory of a port, and the events of a MIDI port's memory.
  package struct Server {
    let portBuffer: @convention(c) @Sendable (OpaquePointer?, UInt32) -> UnsafeMutableRawPointer?
    let midiCount: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> UInt32
    let midiEvent:
      @convention(c) @Sendable (
        UnsafeMutablePointer<jack_midi_event_t>?, UnsafeMutableRawPointer?, UInt32
      ) -> Int32

    package init(
      portBuffer:
        @escaping @convention(c) @Sendable (OpaquePointer?, UInt32) ->
        UnsafeMutableRawPointer?,
      midiCount: @escaping @convention(c) @Sendable (UnsafeMutableRawPointer?) -> UInt32,
      midiEvent:
        @escaping @convention(c) @Sendable (
          UnsafeMutablePointer<jack_midi_event_t>?, UnsafeMutableRawPointer?, UInt32
        ) -> Int32
    ) {
      self.portBuffer = portBuffer
      self.midiCount = midiCount
      self.midiEvent = midiEvent
    }

    /// That of libjack.
    static var jack: Server {
      Server(
        portBuffer: Jack.portBuffer, midiCount: Jack.midiCount, midiEvent: Jack.midiEvent)
    }
  }

  package let shared: UnsafeMutablePointer<Shared>
  /// Is told of the size of blocks before it changes, where waiting is allowed.
  var onBufferSize: (@Sendable (Int) -> Void)?
  private var renderer: LiveRenderer?
  private var ports: UnsafeMutablePointer<Jack.Port?>
  private var memory: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private var portCount = 0
  private var inputs: UnsafeMutablePointer<OpaquePointer?>
  private var inputRing: InputRing?
  private var channels = 0
  private var midi: Jack.Port?
  private let messages = Ring<UInt32>(capacity: JackCallback.mostMessages)
  private let pads: UnsafeMutablePointer<Int32>
  private let server: Server

  static let mostPorts = 256
  static let mostMessages = 1024

  package init(_ server: Server) {
    self.server = server
    shared = .allocate(capacity: 1)
    shared.initialize(to: Shared())
    ports = .allocate(capacity: JackCallback.mostPorts)
    inputs = .allocate(capacity: JackCallback.mostPorts)
    memory = .allocate(capacity: JackCallback.mostPorts)
    pads = .allocate(capacity: 128)
    pads.initialize(repeating: -1, count: 128)
  }

  package func deallocate() {
    shared.deinitialize(count: 1)
    shared.deallocate()
    ports.deallocate()
    inputs.deallocate()
    memory.deallocate()
    messages.deallocate()
    pads.deallocate()
  }

  /// - Precondition: up to 256 ports, in order.
  package mutating func prepare(_ ports: [OpaquePointer], midi: OpaquePointer) {
    precondition(ports.count <= JackCallback.mostPorts, "256 ports at most")
    for (index, port) in ports.enumerated() { (self.ports + index).initialize(to: port) }
    portCount = ports.count
    self.midi = midi
  }

  /// Keeps what comes in at these ports while something is played.
  mutating func listen(_ ports: [OpaquePointer], _ ring: InputRing) {
    precondition(ports.count <= JackCallback.mostPorts, "256 ports at most")
    for (index, port) in ports.enumerated() { (inputs + index).initialize(to: port) }
    inputRing = ring
  }

  package mutating func use(_ renderer: LiveRenderer, channels: Int) {
    self.renderer = renderer
    self.channels = channels
  }

  package func setPads(_ numbers: [Int]) {
    for (note, pad) in numbers.prefix(128).enumerated() { pads[note] = Int32(pad) }
  }

  package func nextMessage() -> (status: UInt8, first: UInt8, second: UInt8)? {
    guard let word = messages.popFirst() else { return nil }
    return (
      UInt8(truncatingIfNeeded: word >> 16), UInt8(truncatingIfNeeded: word >> 8),
      UInt8(truncatingIfNeeded: word)
    )
  }

  // MARK: - On the server's thread

  /// The frame that the next block begins with.
  var position: Int { renderer?.position ?? 0 }

  // What calls the server cannot be proved to neither allocate nor wait, as the compiler does not
  // see its functions, and a test counts what it does; the rest is proved.

  func process(_ count: Int) {
    shared.pointee.blockSize.store(count, ordering: .relaxed)
    for index in 0..<portCount {
      guard let buffer = server.portBuffer(ports[index], jack_nframes_t(count)) else { return }
      memory[index] = buffer.assumingMemoryBound(to: Float.self)
    }
    shared.pointee.isRendering.store(true, ordering: .sequentiallyConsistent)
    if let renderer, shared.pointee.isPlaying.load(ordering: .sequentiallyConsistent) {
      render(count, renderer)
    } else {
      silence(count)
    }
    shared.pointee.isRendering.store(false, ordering: .sequentiallyConsistent)
  }

  private func render(_ count: Int, _ renderer: LiveRenderer) {
    if shared.pointee.isFreewheeling.load(ordering: .relaxed) {
      // Nobody listens, and everybody has time.
      while !renderer.isReady(for: count), shared.pointee.isPlaying.load(ordering: .acquiring) {
        sched_yield()
      }
    }
    if let inputRing { keepInput(count, inputRing) }
    takeMessages(count, renderer)
    renderer.render(into: memory, count: count)
    // A single channel is heard on both sides.
    if channels < portCount { memory[1].update(from: memory[0], count: count) }
  }

  @_noAllocation @_noLocks
  private func silence(_ count: Int) {
    for index in 0..<portCount { memory[index].update(repeating: 0, count: count) }
  }

  private func keepInput(_ count: Int, _ ring: InputRing) {
    guard ring.hasRoom(for: count) else { return }
    for channel in 0..<ring.channels {
      guard let buffer = server.portBuffer(inputs[channel], jack_nframes_t(count)) else { return }
      ring.put(buffer.assumingMemoryBound(to: Float.self), count, channel: channel)
    }
    ring.handOver(count)
  }

  private func takeMessages(_ count: Int, _ renderer: LiveRenderer) {
    guard let buffer = server.portBuffer(midi, jack_nframes_t(count)) else { return }
    let events = server.midiCount(buffer)
    var event = jack_midi_event_t()
    for index in 0..<events where server.midiEvent(&event, buffer, index) == 0 {
      take(event, count, renderer)
    }
  }

  /// Takes what came over MIDI: a stroke of a pad is heard on its own frame of this block.
  @_noAllocation @_noLocks
  private func take(_ event: jack_midi_event_t, _ count: Int, _ renderer: LiveRenderer) {
    guard event.size >= 1, event.size <= 3, let bytes = event.buffer else { return }
    let first = event.size > 1 ? bytes[1] & 0x7F : 0
    let second = event.size > 2 ? bytes[2] & 0x7F : 0
    if bytes[0] & 0xF0 == 0x90, second > 0, pads[Int(first)] >= 0 {
      renderer.strike(
        number: Int(pads[Int(first)]) << 7 + Int(second), offset: min(Int(event.time), count - 1))
    } else {
      keep(UInt32(bytes[0]) << 16 | UInt32(first) << 8 | UInt32(second))
    }
  }

  @_noAllocation @_noLocks
  private func keep(_ message: UInt32) {
    let place = messages.places.free()
    guard place >= 0 else {
      shared.pointee.lost.add(1, ordering: .relaxed)
      return
    }
    messages.elements[place] = message
    messages.places.handOver()
  }
}

// What the server calls. None of them may belong to an actor, so they are functions.

package func processBlock(_ count: UInt32, _ callback: UnsafeMutableRawPointer?) -> Int32 {
  callback!.assumingMemoryBound(to: JackCallback.self).pointee.process(Int(count))
  return 0
}

func noteXRun(_ callback: UnsafeMutableRawPointer?) -> Int32 {
  callback!.assumingMemoryBound(to: JackCallback.self).pointee.shared.pointee.xruns
    .add(1, ordering: .relaxed)
  return 0
}

func noteBufferSize(_ count: jack_nframes_t, _ callback: UnsafeMutableRawPointer?) -> Int32 {
  callback!.assumingMemoryBound(to: JackCallback.self).pointee.onBufferSize?(Int(count))
  return 0
}

func noteRate(_ hertz: jack_nframes_t, _ callback: UnsafeMutableRawPointer?) -> Int32 {
  callback!.assumingMemoryBound(to: JackCallback.self).pointee.shared.pointee.rate
    .store(Int(hertz), ordering: .relaxed)
  return 0
}

func noteFreewheel(_ isOn: Int32, _ callback: UnsafeMutableRawPointer?) {
  callback!.assumingMemoryBound(to: JackCallback.self).pointee.shared.pointee.isFreewheeling
    .store(isOn != 0, ordering: .releasing)
}

func noteShutdown(
  _ code: jack_status_t, _ reason: UnsafePointer<CChar>?, _ callback: UnsafeMutableRawPointer?
) {
  callback!.assumingMemoryBound(to: JackCallback.self).pointee.shared.pointee.isGone
    .store(true, ordering: .releasing)
}
