import Live

/// Lists what a JACK server has.
enum DevicesCommand {
  static let spec = CommandSpec(
    "devices", summary: "list the ports of the JACK server, its rate and its latencies",
    usage: ["[--server NAME]"], options: [PlayCommand.server],
    notes: [
      "A latency is what lies between a port and the outside: from the microphone to an input, and "
        + "from an output to the loudspeaker."
    ],
    examples: ["tactus devices"], seeAlso: ["play"]
  ) { arguments, console in
    do throws(JackOutput.Failure) {
      let output = try JackOutput(as: "tactus-devices", server: arguments.text(PlayCommand.server))
      let milliseconds = decimal(Double(output.bufferSize) * 1000 / Double(output.rate))
      console.print(
        "JACK server \(output.serverName): \(output.rate) Hz, \(output.bufferSize) frames "
          + "(\(milliseconds) ms)")
      let ports = output.devices
      let width = ports.map(\.name.count).max() ?? 0
      for port in ports {
        let latency = decimal(Double(port.latency) * 1000 / Double(output.rate))
        let name = port.name + String(repeating: " ", count: width - port.name.count)
        let kind = "\(port.isInput ? "out" : "in ")  \(port.isMIDI ? "MIDI " : "audio")"
        console.print(
          "  \(name)  \(kind)\(port.isMIDI ? "" : "  \(port.latency) frames (\(latency) ms)")")
      }
      if ports.isEmpty { console.print("  it has no ports of hardware") }
      return .done
    } catch {
      console.message("tactus: \(error.message)")
      return .fileTrouble
    }
  }

  /// A number with one decimal.
  private static func decimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
