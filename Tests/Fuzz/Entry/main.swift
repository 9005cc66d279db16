import FuzzLaws
import Glibc

// The fuzzer of one target, named by FUZZ_TARGET; all arguments are libFuzzer's. What libFuzzer
// measures is the time of a clock, which on a busy machine says little. So the processor's time of
// each input is measured here: more than five seconds are a failure, and the longest is told at the
// end.

@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

func say(_ line: String) { _ = (line + "\n").withCString { write(2, $0, strlen($0)) } }

/// In nanoseconds.
nonisolated(unsafe) var slowest: UInt64 = 0
let longest: UInt64 = 5_000_000_000

let target: FuzzTarget = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = FuzzTarget(rawValue: name) else {
    let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
    say("fuzz: FUZZ_TARGET is '\(name)', and none of: \(names)")
    exit(64)
  }
  return target
}()

func now() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

atexit { say("stat::slowest_microseconds: \(slowest / 1000)") }

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
  runFuzzer(&count, &arguments) { start, count in
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let begin = now()
    do {
      try target.check(input)
    } catch {
      // libFuzzer takes a trap for a crash, and keeps the input.
      fatalError("\(error)")
    }
    slowest = max(slowest, now() - begin)
    if slowest > longest { fatalError("an input took \(slowest / 1_000_000) ms") }
    return 0
  })
