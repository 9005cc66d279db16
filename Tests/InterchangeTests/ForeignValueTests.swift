import Testing
import Timing

@testable import Interchange

@Suite("Values of other programs' files")
struct ForeignValueTests {
  static let numbers: [(text: String, value: Rational, isExact: Bool)] = [
    ("0", 0, true), ("7", 7, true), ("007", 7, true), ("97.5", Rational(195, 2), true),
    ("97.", 97, true), (".5", Rational(1, 2), true),
    ("0.000000000001", Rational(1, 1_000_000_000_000), true),
    ("999999999999", 999_999_999_999, true), ("999999999999.0", 999_999_999_999, true),
    ("999999999999.5", 1_000_000_000_000, false), ("0.0000000000004", 0, false),
    ("0.0000000000005", Rational(1, 1_000_000_000_000), false),
    ("1.00000000000500", Rational(1_000_000_000_01, 1_000_000_000_00), false),
    ("1." + String(repeating: "0", count: 5000), 1, true),
  ]

  @Test("a number is exact up to twelve digits, and the nearest beyond", arguments: numbers)
  func number(text: String, value: Rational, isExact: Bool) throws {
    let decimal = try ForeignDecimal(text)
    #expect(decimal.value == value)
    #expect(decimal.isExact == isExact)
  }

  @Test(
    "what is no decimal number is refused",
    arguments: ["", ".", "-1", "+1", "1e3", "1.2.3", "1,5", "٣", "1 ", "0x10", "inf"])
  func malformed(text: String) {
    #expect(throws: ForeignDecimal.Fault.malformed) { try ForeignDecimal(text) }
  }

  @Test("thirteen digits before the point are too many")
  func tooLarge() throws {
    #expect(throws: ForeignDecimal.Fault.tooLarge) { try ForeignDecimal("1000000000000") }
    #expect(try ForeignDecimal("0001").value == 1)
  }

  @Test(
    "a number is told as a person would write it",
    arguments: [
      (Rational(195, 2), "97.5"), (7, "7"), (Rational(400, 3), "400/3"), (Rational(1, 8), "0.125"),
      (Rational(1, 1_000_000_000_000), "0.000000000001"),
    ])
  func written(value: Rational, text: String) { #expect(value.written == text) }

  @Test("a name is given once, on one line")
  func names() {
    var names = ForeignNames(reserved: ["click"])
    let claimed = ["a", "a", "a 2", " a\n", "click", "", "\u{1}"].map {
      names.claim($0, orElse: "none")
    }
    #expect(claimed == ["a", "a 2", "a 2 2", "a 3", "click 2", "none", "\u{FFFD}"])
  }

  @Test("a long text is cut for a message")
  func cut() {
    #expect(shown(String(repeating: "x", count: 40)) == String(repeating: "x", count: 40))
    #expect(shown(String(repeating: "x", count: 41)) == String(repeating: "x", count: 40) + "…")
    #expect(shown("a\tb\u{7}") == "a b\u{FFFD}")
  }
}
