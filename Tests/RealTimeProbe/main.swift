import Glibc
import RealTimeWitness

let usage = """
  usage: real-time-probe [--callbacks N] [--master] [--spoil KIND]

  Plays a million blocks with a thousand changes, and counts what the thread that renders does that
  may make it wait. KIND is what it then does once: malloc, free, lock, syscall, retain or runtime.

  """

func fail() -> Never {
  write(STDERR_FILENO, usage, usage.utf8.count)
  exit(64)
}

let kinds: [(name: String, word: String, kind: WitnessKind)] = [
  ("allocations", "malloc", WitnessAllocations),
  ("frees", "free", WitnessFrees),
  ("locks", "lock", WitnessLocks),
  ("system calls", "syscall", WitnessSystemCalls),
  ("reference counts", "retain", WitnessReferences),
  ("runtime calls", "runtime", WitnessRuntime),
]

var callbacks = 1_000_000
var hasMaster = false
var offence: WitnessKind?
var words = CommandLine.arguments.dropFirst()
while let word = words.popFirst() {
  switch word {
  case "--master": hasMaster = true
  case "--callbacks":
    guard let count = words.popFirst().flatMap({ Int($0) }), count > 0 else { fail() }
    callbacks = count
  case "--spoil":
    guard let word = words.popFirst(), let found = kinds.first(where: { $0.word == word }) else {
      fail()
    }
    offence = found.kind
  default: fail()
  }
}

let rehearsal = Rehearsal(callbacks: callbacks, hasMaster: hasMaster, offence: offence)
let refusal = rehearsal.run()
guard refusal == 0 else {
  print("system calls cannot be counted here: \(String(cString: strerror(refusal)))")
  exit(2)
}
print("callbacks: \(rehearsal.callbacks)")
print("with sounds: \(rehearsal.audible)")
print("changes: \(rehearsal.changes)")
print("strokes: \(rehearsal.strokes)")
print("messages: \(rehearsal.received)")
print("late: \(rehearsal.lateVoices)")
var isClean = true
for (name, _, kind) in kinds {
  let count = witness_count(kind)
  if count != 0 { isClean = false }
  print("\(name): \(count)")
}
exit(isClean ? 0 : 1)
