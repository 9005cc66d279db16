import Foundation
import Glibc
import ReferenceKit

/// A terminal with a shell in it, which tmux draws where nobody looks.
final class TmuxWindow {
  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")
  /// What the shell writes where it waits for a command.
  static let prompt = "ready>"

  private let socket = "tactus-test-\(getpid())-\(UInt32.random(in: 0...999_999))"
  private let folder: String

  /// - Parameter settings: variables of the shell's environment, as `LC_ALL=C`.
  init(width: Int = 80, height: Int = 24, settings: [String], in folder: String) throws {
    self.folder = folder
    let environment =
      ["TERM=xterm-256color", "PATH=\(builtPrograms):/usr/bin:/bin", "'PS1=\(TmuxWindow.prompt) '"]
      + settings
    try tmux(
      "-f /dev/null new-session -d -x \(width) -y \(height) "
        + "env --default-signal -i \(environment.joined(separator: " ")) sh")
    _ = waits { screen.last == TmuxWindow.prompt }
  }

  deinit { _ = try? tmux("kill-server") }

  @discardableResult
  private func tmux(_ command: String) throws -> String {
    try run("tmux -u -L \(socket) \(command)", in: folder).out
  }

  /// The lines that it shows, up to the last one that is not empty.
  var screen: [String] {
    let text = (try? tmux("capture-pane -p")) ?? ""
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.reversed().drop { $0 == " " }.reversed())
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  var showsCursor: Bool {
    get throws { try tmux("display-message -p '#{cursor_flag}'") == "1\n" }
  }

  /// Presses keys by their names: `Right`, `Enter`, or a character.
  func press(_ keys: String...) throws {
    try tmux("send-keys " + keys.map { "'\($0)'" }.joined(separator: " "))
  }

  /// Lets the shell run a line.
  func enter(_ line: String) throws {
    try tmux("send-keys -l '\(line)'")
    try press("Enter")
  }

  /// Whether a text is on the screen, or gone from it, within a while.
  func shows(_ text: String, _ isShown: Bool = true) -> Bool {
    waits { screen.contains { $0.contains(text) } == isShown }
  }

  /// Closes the window, as a hand does.
  func close() throws { try tmux("kill-pane") }
}
