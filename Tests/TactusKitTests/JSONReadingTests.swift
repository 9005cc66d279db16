import Testing

@testable import TactusKit

@Suite("Reading JSON")
struct JSONReadingTests {
  @Test(
    "takes a string back as it was written",
    arguments: [
      "", "a", "\"\\/", "\u{0}\u{1}\u{1F}\u{7F}", "é e\u{301}", "\u{2028}", "😀", "\u{FFFE}",
    ])
  func strings(text: String) {
    let read = JSONValue(Array(JSON.string(text).utf8))?.string
    #expect(read.map { Array($0.utf8) } == Array(text.utf8))
  }

  @Test(
    "knows every escape",
    arguments: [
      (#""\b\f\n\r\t\/\\\"""#, "\u{8}\u{C}\n\r\t/\\\""), (#""\u00e9\uD83D\uDE00""#, "é😀"),
    ])
  func escapes(json: String, text: String) {
    #expect(JSONValue(Array(json.utf8))?.string == text)
  }

  @Test("keeps numbers as they are written", arguments: ["0", "-1", "1.50", "1e-05", "-0.0E+3"])
  func numbers(text: String) {
    #expect(JSONValue(Array(" \(text)\n".utf8))?.number == text)
  }

  @Test(
    "refuses what is no JSON",
    arguments: [
      "", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "01", "1.", ".5", "+1", "1e", "\"a",
      "\"\n\"", #""\x""#, #""\uD800""#, #""\uD800\u0041""#, #""\u00g0""#, "nul", "1 2", "tru",
      "{\"a\":1,\"a\":2}", String(repeating: "[", count: 100) + String(repeating: "]", count: 100),
    ])
  func wrong(text: String) {
    let isRefused = if case nil = JSONValue(Array(text.utf8)) { true } else { false }
    #expect(isRefused)
  }

  @Test("hands over a list of the outermost object, and no other of that name")
  func handsOver() {
    var items: [String] = []
    let text = #"{"b":{"a":["1"]},"a":["2",{"a":["3"]},"4"],"c":null}"#
    let value = JSONValue(Array(text.utf8), itemsOf: "a") { items.append($0.string ?? "-") }
    #expect(items == ["2", "-", "4"])
    #expect(value?["a"]?.list?.isEmpty == true)
    #expect(value?["b"]?["a"]?.list?.count == 1)
  }

  @Test("refuses bytes that are no UTF-8")
  func bytes() {
    let isRefused = if case nil = JSONValue([0x22, 0xFF, 0x22]) { true } else { false }
    #expect(isRefused)
  }
}
