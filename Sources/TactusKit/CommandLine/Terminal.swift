import Glibc

/// What is known of the screen behind a stream. Without one, only the defaults count.
public struct Terminal {
  public let isTerminal: Bool
  /// Whether colour is wanted: on a terminal that can, unless `NO_COLOR` is set.
  public let showsColor: Bool
  /// Whether the locale's characters are Unicode's, so that more than ASCII can be shown.
  public let showsUnicode: Bool
  private let measureWidth: () -> Int?

  /// The columns now; a window may change while a command runs.
  public var width: Int { measureWidth() ?? 80 }

  /// - Parameter width: Asked at each use; `nil` where it is not known.
  public init(
    isTerminal: Bool, environment: (String) -> String?, width: @escaping () -> Int? = { nil }
  ) {
    self.isTerminal = isTerminal
    func setting(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    showsColor =
      isTerminal && setting("NO_COLOR") == nil && (setting("TERM") ?? "dumb") != "dumb"
    let locale = setting("LC_ALL") ?? setting("LC_CTYPE") ?? setting("LANG") ?? ""
    // As in 'de_DE.UTF-8@euro'.
    let charset = locale.split(separator: ".").last?.split(separator: "@").first?.lowercased()
    showsUnicode = charset == "utf-8" || charset == "utf8"
    measureWidth = width
  }

  /// The terminal behind a descriptor, if there is one, in the environment of the process.
  public init(descriptor: Int32) {
    self.init(
      isTerminal: isatty(descriptor) == 1,
      environment: { name in getenv(name).map { String(cString: $0) } },
      width: {
        var size = winsize()
        let known = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return known ? Int(size.ws_col) : nil
      })
  }
}
