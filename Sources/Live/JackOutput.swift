import CJack
import Engine
import Glibc
import Synchronization
import Workers

/// Plays a mixer through a JACK server.
///
/// The server calls on a thread that must never wait: what is called there stands in
/// ``JackCallback``.
public final class JackOutput: @unchecked Sendable {
  // After its making only the server's thread touches the callback's memory.

  /// Why nothing can be played.
  public enum Failure: Error, Equatable {
    /// libjack is not there.
    case notInstalled
    /// There is no server, of that name where one was asked for.
    case noServer(name: String?)
    /// The server let us in, and then refused something.
    case refused(String)
    case unknownPort(String)
    case tooManyPorts(Int)

    public var message: String {
      switch self {
      case .notInstalled:
        "JACK is not installed: 'apt install jackd2', or 'apt install pipewire-jack'"
      case .noServer(nil):
        "no JACK server is running: start one, for example 'jackd -d alsa -r 48000'"
      case .noServer(let name?):
        "no JACK server '\(name)' is running: start it with 'jackd -n \(name) -d alsa'"
      case .refused(let what): "the JACK server refused \(what)"
      case .unknownPort(let name):
        "there is no JACK port '\(name)': 'tactus devices' lists them"
      case .tooManyPorts(let count):
        "that needs \(count) ports, and there can be \(JackCallback.mostPorts)"
      }
    }
  }

  public let name: String
  public let serverName: String
  let client: Jack.Client
  let callback: UnsafeMutablePointer<JackCallback>
  private var ports: [Jack.Port] = []
  private var inputs: [Jack.Port] = []
  private var inputRing: InputRing?

  /// Asks the server to be let in.
  ///
  /// - Parameters:
  ///   - name: what we are called there; it may add a number to it.
  ///   - server: its name; `nil` for the usual one.
  public init(as name: String = "tactus", server: String? = nil) throws(Failure) {
    guard Jack.library.isInstalled else { throw .notInstalled }
    // Its complaints about a server that is not there are told in one line of our own.
    Jack.setErrorFunction { _ in }
    Jack.setInfoFunction { _ in }
    var status = jack_status_t(0)
    guard
      let client = jack_client_open_on(
        Jack.openAddress, name, JackNoStartServer, &status, server)
    else { throw .noServer(name: server) }
    self.client = client
    self.name = Jack.clientName(client).map { String(cString: $0) } ?? name
    serverName = server ?? getenv("JACK_DEFAULT_SERVER").map { String(cString: $0) } ?? "default"
    callback = .allocate(capacity: 1)
    callback.initialize(to: JackCallback(.jack))
    _ = noteRate(Jack.sampleRate(client), callback)
  }

  deinit {
    // No callback is running any more when the client is closed. But libjack may wait for ever for
    // a server that has gone or hangs; then its memory is left as it is.
    guard !isGone, closes(withinMilliseconds: 3000) else { return }
    callback.pointee.deallocate()
    callback.deinitialize(count: 1)
    callback.deallocate()
    inputRing?.deallocate()
  }

  /// Closes the client, on a thread of its own.
  ///
  /// - Returns: `false` where that takes too long.
  private func closes(withinMilliseconds limit: Int) -> Bool {
    let closing = Closing(client)
    let argument = Unmanaged.passRetained(closing)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        let closing = Unmanaged<Closing>.fromOpaque(argument!).takeRetainedValue()
        _ = Jack.close(closing.client)
        closing.isDone.put(true)
        return nil
      }, argument.toOpaque())
    guard code == 0 else {
      argument.release()
      return false
    }
    pthread_detach(thread)
    return !closing.isDone.take(waiting: limit).isEmpty
  }

  private final class Closing: Sendable {
    nonisolated(unsafe) let client: Jack.Client
    let isDone = Inbox<Bool>()

    init(_ client: Jack.Client) { self.client = client }
  }

  /// The server's sample rate, which PipeWire may change.
  public var rate: Int { callback.pointee.shared.pointee.rate.load(ordering: .relaxed) }

  public var bufferSize: Int { Int(Jack.bufferSize(client)) }

  /// Makes the ports, and lets the server call.
  ///
  /// - Parameters:
  ///   - outputs: the names of the ports that sound comes from, in order.
  ///   - inputs: the names of the ports whose sound is kept while something is played.
  ///   - lead: is called with the size of blocks, before it changes.
  public func start(
    outputs: [String], inputs: [String] = [], lead: @escaping @Sendable (Int) -> Void
  ) throws(Failure) {
    guard outputs.count <= JackCallback.mostPorts else { throw .tooManyPorts(outputs.count) }
    for name in inputs {
      self.inputs.append(try port(name, JACK_DEFAULT_AUDIO_TYPE, JackPortIsInput))
    }
    if !inputs.isEmpty {
      let ring = InputRing(channels: inputs.count)
      inputRing = ring
      callback.pointee.listen(self.inputs, ring)
    }
    for name in outputs {
      ports.append(try port(name, JACK_DEFAULT_AUDIO_TYPE, JackPortIsOutput))
    }
    let midi = try port("midi", JACK_DEFAULT_MIDI_TYPE, JackPortIsInput)
    callback.pointee.prepare(ports, midi: midi)
    _ = Jack.setProcess(client, processBlock, callback)
    _ = Jack.setXRun(client, noteXRun, callback)
    _ = Jack.setRateCallback(client, noteRate, callback)
    _ = Jack.setFreewheelCallback(client, noteFreewheel, callback)
    Jack.onShutdown(client, noteShutdown, callback)
    lead(bufferSize)
    callback.pointee.onBufferSize = lead
    _ = Jack.setBufferSizeCallback(client, noteBufferSize, callback)
    guard Jack.activate(client) == 0 else { throw .refused("to call us") }
  }

  /// Takes another mixer, while nothing is played. It has to live until the next one is taken, or
  /// as long as this.
  ///
  /// - Precondition: it has a channel for each port; or one, which is heard on both of two.
  public func use(_ mixer: LiveMixer) {
    let isPlaying = callback.pointee.shared.pointee.isPlaying.load(ordering: .acquiring)
    precondition(!isPlaying, "in silence")
    let channels = mixer.channels * mixer.outputCount
    precondition(channels == ports.count || (channels, ports.count) == (1, 2), "a port for each")
    callback.pointee.use(mixer.renderer, channels: channels)
  }

  private func port(_ name: String, _ type: String, _ flags: JackPortFlags) throws(Failure)
    -> Jack.Port
  {
    guard let port = Jack.registerPort(client, name, type, UInt(flags.rawValue), 0) else {
      throw .refused("a port '\(name)'")
    }
    return port
  }

  // MARK: - Connections

  /// Connects the outputs to the system's loudspeakers, in turn; none where it has none.
  public func connectToSystem() {
    for (port, destination) in zip(ports, playbackPorts) {
      _ = Jack.connect(client, Jack.portName(port), destination)
    }
  }

  /// Connects the outputs to ports of these names, in order.
  public func connect(to names: [String]) throws(Failure) {
    for (port, name) in zip(ports, names) {
      guard Jack.portByName(client, name) != nil else { throw .unknownPort(name) }
      let code = Jack.connect(client, Jack.portName(port), name)
      guard code == 0 || code == EEXIST else { throw .refused("a connection to '\(name)'") }
    }
  }

  /// Connects the inputs to the system's microphones in turn, or to ports of these names.
  public func connectInputs(to names: [String]?) throws(Failure) {
    let physical = JackPortIsPhysical.rawValue | JackPortIsOutput.rawValue
    for (port, name) in zip(inputs, names ?? ports(flags: physical, JACK_DEFAULT_AUDIO_TYPE)) {
      guard Jack.portByName(client, name) != nil else { throw .unknownPort(name) }
      let code = Jack.connect(client, name, Jack.portName(port))
      guard code == 0 || code == EEXIST else { throw .refused("a connection from '\(name)'") }
    }
  }

  /// How long a sound takes that is played, heard, answered at once and comes in again: of the ports
  /// with the longest way, in frames.
  public var roundTrip: Int {
    (ports.map { latency(of: $0, JackPlaybackLatency) }.max() ?? 0)
      + (inputs.map { latency(of: $0, JackCaptureLatency) }.max() ?? 0)
  }

  private func latency(of port: Jack.Port?, _ mode: jack_latency_callback_mode_t) -> Int {
    var range = jack_latency_range_t()
    Jack.latencyRange(port, mode, &range)
    return Int(range.max)
  }

  /// Takes what has come in, up to so many frames, one after the other from the first that was
  /// played on.
  ///
  /// - Returns: how many there were.
  public func takeInput(
    upTo most: Int, _ body: (_ frame: Int, _ channel: Int, Float) -> Void
  ) -> Int {
    inputRing?.take(upTo: most, body) ?? 0
  }

  /// Whether what came in was not taken away in time, so that nothing more is kept.
  public var isInputFull: Bool {
    inputRing?.shared.pointee.isFull.load(ordering: .acquiring) ?? false
  }

  private var playbackPorts: [String] {
    ports(flags: JackPortIsPhysical.rawValue | JackPortIsInput.rawValue, JACK_DEFAULT_AUDIO_TYPE)
  }

  private func ports(flags: UInt32, _ type: String) -> [String] {
    guard let list = Jack.ports(client, nil, type, UInt(flags)) else { return [] }
    defer { Jack.free(list) }
    var names: [String] = []
    var index = 0
    while let name = list[index] {
      names.append(String(cString: name))
      index += 1
    }
    return names
  }

  // MARK: - What there is

  /// A port of the hardware.
  public struct Device: Sendable {
    public let name: String
    /// Whether sound goes in there, and comes out of the loudspeaker.
    public let isInput: Bool
    public let isMIDI: Bool
    /// In frames, at most: to the loudspeaker, or from the microphone.
    public let latency: Int
  }

  /// The ports of the hardware.
  public var devices: [Device] {
    [JACK_DEFAULT_AUDIO_TYPE, JACK_DEFAULT_MIDI_TYPE].flatMap { type in
      ports(flags: UInt32(JackPortIsPhysical.rawValue), type).map { name in
        let port = Jack.portByName(client, name)
        let isInput = UInt32(Jack.portFlags(port)) & JackPortIsInput.rawValue != 0
        return Device(
          name: name, isInput: isInput, isMIDI: type == JACK_DEFAULT_MIDI_TYPE,
          latency: latency(of: port, isInput ? JackPlaybackLatency : JackCaptureLatency))
      }
    }
  }

  // MARK: - What has happened

  /// How often the server could not keep up.
  public var xruns: Int { callback.pointee.shared.pointee.xruns.load(ordering: .relaxed) }

  /// Whether the server has gone.
  public var isGone: Bool { callback.pointee.shared.pointee.isGone.load(ordering: .acquiring) }

  /// Whether time goes as fast as it can.
  public var isFreewheeling: Bool {
    callback.pointee.shared.pointee.isFreewheeling.load(ordering: .acquiring)
  }

  /// The size of the last block.
  public var blockSize: Int { callback.pointee.shared.pointee.blockSize.load(ordering: .relaxed) }

  /// Whether blocks are rendered; until then there is silence, and no frame is counted. Where it
  /// ends, no block is being rendered any more when this returns.
  public func setPlaying(_ isPlaying: Bool) {
    let shared = callback.pointee.shared
    shared.pointee.isPlaying.store(isPlaying, ordering: .sequentiallyConsistent)
    if isPlaying { return }
    // A block takes no second, but the thread of a server that has gone may have ended within one.
    for _ in 0..<2000 {
      if !shared.pointee.isRendering.load(ordering: .sequentiallyConsistent) { return }
      usleep(500)
    }
  }

  /// How many messages over MIDI wait at most; for the others there is no room.
  public static let mostMessages = JackCallback.mostMessages

  /// How many messages over MIDI were lost, as there was no room.
  public var lostMessages: Int { callback.pointee.shared.pointee.lost.load(ordering: .relaxed) }

  /// The next message that came over MIDI and strikes no pad: its bytes, up to three.
  public func nextMessage() -> (status: UInt8, first: UInt8, second: UInt8)? {
    callback.pointee.nextMessage()
  }

  /// Lets keys strike pads.
  ///
  /// - Parameter pads: by the number of a MIDI note, the number of a pad; -1 for none.
  public func setPads(_ pads: [Int]) { callback.pointee.setPads(pads) }
}
