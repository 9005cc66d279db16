/// Verdicts as the XML that continuous integration reads, after JUnit: a test suite with a test case
/// for each file, a `failure` for one that differs and an `error` for one that cannot be compared.
struct JUnitReport {
  let verdicts: [Verdict]

  var text: String {
    let failures = verdicts.count { $0.result == .different }
    let errors = verdicts.count { $0.result == .unreadable || $0.result == .badSong }
    let counts = "tests=\"\(verdicts.count)\" failures=\"\(failures)\" errors=\"\(errors)\""
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites \(counts)>
        <testsuite name="tactus verify" \(counts)>
      \(verdicts.map(testCase).joined())  </testsuite>
      </testsuites>

      """
  }

  private func testCase(_ verdict: Verdict) -> String {
    let head =
      "    <testcase classname=\"\(escaped(verdict.song))\" name=\"\(escaped(verdict.file))\""
    let element: String
    switch verdict.result {
    case .equal: return head + "/>\n"
    case .different: element = "failure"
    case .unreadable, .badSong: element = "error"
    }
    return head + ">\n      <\(element) type=\"\(verdict.result.rawValue)\" "
      + "message=\"\(escaped(verdict.message))\"/>\n    </testcase>\n"
  }

  /// Control characters, which XML 1.0 cannot hold, are spelled out, and so are line breaks; the two
  /// code points that it cannot hold either become U+FFFD.
  private func escaped(_ text: String) -> String {
    var result = ""
    for scalar in printable(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
