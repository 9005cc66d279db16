import FuzzLaws
import Glibc

// The fuzzer of one target, named by FUZZ_TARGET; all arguments are libFuzzer's. At its end it says
// what libFuzzer does not: how long the slowest input took.

@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

func say(_ line: String) { _ = (line + "\n").withCString { write(2, $0, strlen($0)) } }

/// In nanoseconds.
nonisolated(unsafe) var slowest: UInt64 = 0

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
  clock_gettime(CLOCK_MONOTONIC, &time)
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
    return 0
  })
