import Foundation
import Glibc
import ReferenceKit

/// Looks again and again whether something is so.
///
/// - Parameter seconds: how long; the machine may be busy.
func waits(seconds: Double = 20, for condition: () throws -> Bool) rethrows -> Bool {
  let end = Date() + seconds
  while true {
    if try condition() { return true }
    if Date() >= end { return false }
    usleep(50_000)
  }
}

/// `tactus play` in a process of its own, which no terminal sees.
final class PlayProcess {
  private let process = Process()
  private let streams: String

  /// - Parameters:
  ///   - arguments: what follows `tactus play`.
  ///   - folder: where it runs.
  init(_ arguments: [String], on server: JackServer, in folder: String) throws {
    streams = NSTemporaryDirectory() + "tactus-play-\(getpid())-\(UInt32.random(in: 0...999_999))"
    try FileManager.default.createDirectory(atPath: streams, withIntermediateDirectories: true)
    // Whoever runs the tests may ignore signals.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["--default-signal", builtPrograms + "/tactus", "play"] + arguments
      + ["--server", server.name]
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = ["LC_ALL": "C.UTF-8"]
    process.standardInput = FileHandle.nullDevice
    for (name, isOut) in [("out", true), ("err", false)] {
      _ = FileManager.default.createFile(atPath: "\(streams)/\(name)", contents: nil)
      let handle = FileHandle(forWritingAtPath: "\(streams)/\(name)")!
      if isOut { process.standardOutput = handle } else { process.standardError = handle }
    }
    try process.run()
  }

  deinit {
    if process.isRunning { send(SIGKILL) }
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: streams)
  }

  /// What it has told so far.
  var err: String { (try? Files.text(of: streams + "/err")) ?? "" }

  /// Whether it has told of a bar, or of anything else, within a while.
  func tells(_ text: String) -> Bool { waits { err.contains(text) } }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Its exit code; `nil` where it has not ended in time.
  func code(within seconds: Double = 10) -> Int32? {
    guard waits(seconds: seconds, for: { !process.isRunning }) else { return nil }
    return process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }
}

/// Whether a session ends with a stop.
func isStopped(_ session: String, in folder: String) throws -> Bool {
  let lines = try Files.text(of: folder + "/" + session).split(separator: "\n")
  return lines.contains { $0.contains("stop: on") }
}

/// Whether a session is whole: the program finds no mistake in it.
func isWhole(_ session: String, in folder: String) throws -> Bool {
  try run("tactus check '\(session)'", in: folder).code == 0
}
