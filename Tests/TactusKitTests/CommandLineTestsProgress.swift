import TactusKit
import Testing
import Timing

@Suite("The progress bar")
struct ProgressBarTests {
  /// A bar over 1000 s of audio.
  private func bar(_ name: String, on recording: RecordingConsole) -> ProgressBar {
    ProgressBar(name, total: Frame(48_000_000), rate: .standard, on: recording.console)
  }

  /// The line shown after `seconds` of work with `share` thousandths done.
  private func line(
    _ name: String = "night-train.wav", after seconds: Int, thousandths: Int, width: Int = 80,
    locale: String = "C.UTF-8"
  ) -> String {
    let recording = RecordingConsole(width: width, locale: locale)
    let bar = bar(name, on: recording)
    recording.now = .seconds(seconds)
    bar.update(Frame(48_000 * thousandths))
    return recording.err
  }

  @Test(
    "the line shows name, share, time left and speed",
    arguments: [
      (
        2, 520,
        "━━━━━━━━━━━━━━━───────────────  52 %  0:02 left  260× real time"
      ),
      (100, 500, "━━━━━━━━━━━━━━━───────────────  50 %  1:40 left  5.0× real time"),
      (1, 1000, "━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 100 %  0:00 left  1000× real time"),
      (1, 999, "━━━━━━━━━━━━━━━━━━━━━━━━━━━━━─  99 %  0:01 left  999× real time"),
      (1, 1500, "━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ 100 %  0:00 left  1500× real time"),
      (40, 5, "──────────────────────────────   0 %  2:12:40 left  0.1× real time"),
      (
        3600, 1,
        "──────────────────────────────   0 %  999:00:00 left  0.0× real time"
      ),
      (
        4000, 1,
        "──────────────────────────────   0 %  1000+ hours left  0.0× real time"
      ),
      (5, 0, "──────────────────────────────   0 %"),
    ])
  func facts(seconds: Int, thousandths: Int, expected: String) {
    let shown = line("a.wav", after: seconds, thousandths: thousandths)
    #expect(shown == "\ra.wav " + expected)
  }

  @Test(
    "the line fits the terminal",
    arguments: [
      (80, "night-train.wav ━━━━━━━━━━━━━━━───────────────  52 %  0:02 left  260× real time"),
      (70, "night-train.wav ━━━━━━━━━━──────────  52 %  0:02 left  260× real time"),
      (57, "night-train… ━━━━━─────  52 %  0:02 left  260× real time"),
      (56, "night-train.wav ━━━━━━━━━━━───────────  52 %  0:02 left"),
      (42, "night-train.… ━━━━━─────  52 %  0:02 left"),
      (33, "night-train.wav ━━━━━─────  52 %"), (30, "night-train… ━━━━━─────  52 %"),
      (29, " 52 %"), (6, " 52 %"),
    ])
  func fits(width: Int, expected: String) {
    let shown = line(after: 2, thousandths: 520, width: width)
    #expect(shown == "\r" + expected)
    #expect(expected.count < width)
  }

  @Test("a wide character counts two columns")
  func wide() {
    // Six wide characters and four narrow ones take 16 of 79 columns, which leaves 29 for the bar.
    #expect(
      line("メトロノーム.wav", after: 2, thousandths: 520)
        == "\rメトロノーム.wav ━━━━━━━━━━━━━━━──────────────  52 %  0:02 left  260× real time")
    // 12 of 16 columns are left: five wide ones and the mark make 11.
    #expect(
      line("メトロノーム.wav", after: 2, thousandths: 520, width: 57)
        == "\rメトロノー… ━━━━━─────  52 %  0:02 left  260× real time")
  }

  @Test("nothing is shown where nothing fits")
  func tooNarrow() {
    #expect(line(after: 2, thousandths: 520, width: 5) == "")
  }

  @Test("plain ASCII where the locale has no more", arguments: ["C", "POSIX", "de_DE.ISO-8859-1"])
  func ascii(locale: String) {
    #expect(
      line("Müller.wav", after: 2, thousandths: 520, width: 60, locale: locale)
        == "\rM?ller.wav #######--------  52 %  0:02 left  260x real time")
    #expect(
      line("a-very-long-name.wav", after: 2, thousandths: 520, width: 60, locale: locale)
        == "\ra-very-long-... #####-----  52 %  0:02 left  260x real time")
  }

  @Test("control characters of a name do not reach the terminal")
  func controlCharacters() {
    #expect(
      line("a\u{1B}[2J\n.wav", after: 2, thousandths: 0).hasPrefix("\ra\\u{1B}[2J\\u{A}.wav "))
  }

  @Test("it waits a second, then draws at most ten times a second")
  func pace() {
    let recording = RecordingConsole(width: 80)
    let bar = bar("a.wav", on: recording)
    var drawnAt: [Int] = []
    for millisecond in 0...1500 {
      recording.now = .milliseconds(millisecond)
      let before = recording.err.utf8.count
      bar.update(Frame(millisecond))
      if recording.err.utf8.count > before { drawnAt.append(millisecond) }
    }
    #expect(drawnAt == [1000, 1100, 1200, 1300, 1400, 1500])
  }

  @Test("it never appears in a pipe, nor on a quiet console", arguments: [true, false])
  func hidden(isPipe: Bool) {
    let recording = RecordingConsole(width: isPipe ? nil : 80)
    recording.console.isQuiet = !isPipe
    let bar = bar("a.wav", on: recording)
    for second in 0..<10 {
      recording.now = .seconds(second)
      bar.update(Frame(second))
    }
    bar.finish()
    #expect(recording.err == "")
  }

  @Test("a message, a result and the end wipe the bar away")
  func wiped() {
    let recording = RecordingConsole(width: 24)
    let bar = bar("a.wav", on: recording)
    let shown = "\ra.wav ───────────   0 %"
    let wipe = "\r" + String(repeating: " ", count: 23) + "\r"
    var expected = ""
    let endings = [
      { recording.console.message("note") }, { recording.console.print("result") },
      { bar.finish() }, { recording.console.flush() },
    ]
    for (index, end) in endings.enumerated() {
      recording.now = .seconds(index + 1)
      bar.update(.zero)
      end()
      expected += shown + wipe + (index == 0 ? "note\n" : "")
      #expect(recording.err == expected)
    }
    #expect(recording.out == "result\n")
  }

  @Test("a shorter line wipes the end of a longer one")
  func shorter() {
    let recording = RecordingConsole(width: 80)
    let bar = bar("a.wav", on: recording)
    recording.now = .seconds(1)
    bar.update(Frame(4800))
    let before = recording.err.count
    recording.now = .seconds(2)
    bar.update(.zero)
    // Both lines begin with a carriage return, and cover the same columns.
    #expect(recording.err.count == 2 * before)
  }

  @Test("work of no length is finished work")
  func empty() {
    let recording = RecordingConsole(width: 80)
    let bar = ProgressBar("a.wav", total: .zero, rate: .standard, on: recording.console)
    recording.now = .seconds(1)
    bar.update(.zero)
    #expect(recording.err.hasSuffix("━ 100 %"))
  }
}
