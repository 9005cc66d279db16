import Testing
import Timing

@testable import Interchange

private func document(_ text: String) throws(ForeignFault) -> XMLElement {
  try xmlDocument(Array(text.utf8))
}

@Suite("XML")
struct XMLTests {
  @Test("elements keep their text, attributes, order and places")
  func tree() throws {
    let root = try document("<a x='1'>\n  <b>ü&amp;<![CDATA[<>]]></b>\t<p:c/>é<b>2</b></a>")
    #expect(root.name == "a" && root.attributes == ["x": "1"])
    #expect(root.children.map(\.name) == ["b", "c", "b"])
    #expect(root["b"]?.words == "ü&<>")
    #expect(root.all("b").map(\.words) == ["ü&<>", "2"])
    #expect(root.children.map(\.line) == [2, 2, 2])
    #expect(root.children.map(\.column) == [3, 31, 38])
    #expect(root.words == "é")
  }

  @Test("an encoding that the document declares is read")
  func encodings() throws {
    let latin: [UInt8] =
      Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xFC]
      + Array("</a>".utf8)
    #expect(try xmlDocument(latin).words == "ü")
    #expect(try xmlDocument([0xEF, 0xBB, 0xBF] + Array("<a>ü</a>".utf8)).words == "ü")
  }

  @Test(
    "what is no well-formed XML is told with its place",
    arguments: [
      ("", 1, 1), ("  ", 1, 3), ("bpm: 120", 1, 1), ("<song>\n <bpm>120</bp>\n</song>", 2, 12),
      ("<song>", 1, 7), ("<song", 1, 1), ("<a/>\n<b/>", 2, 1), ("<a>&what;</a>", 1, 4),
      ("<a b='1' b='2'/>", 1, 10), ("<a>\u{1}</a>", 1, 4),
    ])
  func malformed(text: String, line: Int, column: Int) throws {
    let fault = try #require(throws: ForeignFault.self) { try document(text) }
    #expect(fault.line == line && fault.column == column)
    #expect(fault.message.hasPrefix("this is no well-formed XML: "))
    #expect(fault.help != nil)
  }

  @Test(
    "a document that declares an entity is refused, whatever it would grow to or name",
    arguments: [
      "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
      "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>",
      "<!DOCTYPE a [<!ENTITY % b SYSTEM 'file:///etc/passwd'> %b;]><a/>",
      "<!DOCTYPE a [<!ENTITY b 'bbbbbbbbbb'><!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>"
        + "<!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;&c;&c;'>]><a>&d;</a>",
    ])
  func entities(text: String) throws {
    let fault = try #require(throws: ForeignFault.self) { try document(text) }
    #expect(fault.message == "the file declares an entity of its own")
    #expect(fault.line == 1)
  }

  @Test("a document type without entities is read, and names nothing that is opened")
  func documentType() throws {
    #expect(try document("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a>b</a>").words == "b")
  }

  @Test("elements may stand 64 deep, and no deeper")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    }
    #expect(try document(nested(64)).name == "a")
    let fault = try #require(throws: ForeignFault.self) { try document(nested(65)) }
    #expect(fault.column == 193 && fault.message.contains("64 deep"))
    // A million open elements are refused at the first one too many.
    #expect(throws: ForeignFault.self) { try document(String(repeating: "<a>", count: 1_000_000)) }
  }

  @Test("there is a limit to bytes and to elements")
  func sizes() throws {
    let large = try #require(throws: ForeignFault.self) {
      try xmlDocument([UInt8](repeating: 32, count: XMLLimit.size + 1))
    }
    #expect(large.message == "the file has more than 64 MiB")
    let many = try #require(throws: ForeignFault.self) {
      try document("<a>" + String(repeating: "<b/>", count: XMLLimit.elements) + "</a>")
    }
    #expect(many.message.contains("1000000 elements") && many.line == 1)
  }
}

@Suite("Numbers of XML")
struct XMLNumberTests {
  @Test(
    "a decimal is read exactly",
    arguments: [
      ("0.8", 4, 5), ("-0.25", -1, 4), ("120", 120, 1), ("97.5", 195, 2), (".5", 1, 2),
      ("5.", 5, 1),
      ("+3", 3, 1), ("0.202899", 202_899, 1_000_000), ("1e3", 1000, 1), ("1.5e-05", 3, 200_000),
      ("2E+2", 200, 1), ("0", 0, 1), ("-0.0", 0, 1), ("000000000000000000000001", 1, 1),
      ("0.2500001", 2_500_001, 10_000_000), ("0.123456789", 123_456_789, 1_000_000_000),
      ("1000000000", 1_000_000_000, 1),
    ])
  func exact(text: String, numerator: Int, denominator: Int) throws {
    #expect(try #require(XMLNumber(text)).value == Rational(Int128(numerator), Int128(denominator)))
  }

  @Test(
    "the digits of a 32-bit float are the shortest decimal that has this float",
    arguments: [
      ("0.800000011920929", 4, 5), ("0.800000011920928955078125", 4, 5), ("0.80000001", 4, 5),
      ("-0.300000011920929", -3, 10), ("0.10000000149011612", 1, 10),
      ("125.69999694824219", 1257, 10),
      ("1.3333300352096558", 133_333, 100_000), ("0.5000000000", 1, 2),
      ("98.0999984741211", 981, 10),
      // Half-way between two of so many digits: some programs round that to the even one.
      ("17.360000610351562", 434, 25), ("17.360000610351563", 434, 25),
    ])
  func floats(text: String, numerator: Int, denominator: Int) throws {
    #expect(try #require(XMLNumber(text)).value == Rational(Int128(numerator), Int128(denominator)))
  }

  @Test(
    "digits that are no float's own stay what they are",
    arguments: [
      ("0.80000002", 80_000_002, 100_000_000), ("0.80000001193", 800_000_012, 1_000_000_000),
      ("0.123456780", 12_345_678, 100_000_000), ("0.333333333", 333_333_333, 1_000_000_000),
    ])
  func others(text: String, numerator: Int, denominator: Int) throws {
    #expect(try #require(XMLNumber(text)).value == Rational(Int128(numerator), Int128(denominator)))
  }

  @Test("every hundredth is found again in the digits of its float, whatever their number")
  func allHundredths() throws {
    for number in 1...40_000 where number % 7 == 0 || number < 500 {
      let exact = Rational(Int128(number), 100)
      let float = Float(number) / 100
      // All digits of a float are those of the double that equals it.
      for text in ["\(float)", "\(Double(float))"] {
        #expect(try #require(XMLNumber(text)).value == exact, "\(text)")
      }
    }
  }

  @Test(
    "what is beyond nine decimals is rounded, and what is below a millionth is zero",
    arguments: [
      ("0.1234567894999999", 123_456_789), ("0.12345678951", 123_456_790), ("1e-7", 0),
      ("-5.96046e-08", 0),
      ("1e-300", 0), ("0.0000009", 0), ("0.000001", 1000), ("0.99999999999999999", 1_000_000_000),
    ])
  func rounding(text: String, billionths: Int) throws {
    #expect(try #require(XMLNumber(text)).value == Rational(Int128(billionths), 1_000_000_000))
  }

  @Test(
    "everything else is no number",
    arguments: [
      "", "a", "1,5", "1.5.2", "--1", "1e", "1e5.5", "0x10", "nan", "inf", "1 2", "1e99999",
      "1e300",
      "1000000001", "-1e10", String(repeating: "9", count: 61), "١",
    ])
  func refused(text: String) { #expect(XMLNumber(text) == nil) }
}
