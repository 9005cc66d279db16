import Glibc
import GoldenKit

let usage = """
  usage: golden check [SONG...]   compare what songs give with their goldens
         golden accept [SONG...]  make what songs give now their goldens

  SONG is the name of a file of Patterns without its ending; without one, all are meant.

  """

/// - Returns: whether the song and its golden agree.
func check(_ name: String) throws -> Bool {
  let goldens = GoldenSet.repository
  let differences = try goldens.check(name)
  print("\(name): \(differences.isEmpty ? "as its golden" : "differs")")
  for difference in differences { print("  \(difference)") }
  return differences.isEmpty
}

func accept(_ name: String) throws {
  let differences = try GoldenSet.repository.accept(name)
  switch differences.first {
  case nil: print("\(name): as it was")
  case .noGolden: print("\(name): new")
  case .noSong: print("\(name): removed, as there is no such song")
  default:
    print("\(name): changed")
    for difference in differences { print("  \(difference)") }
  }
}

let words = Array(CommandLine.arguments.dropFirst())
guard let command = words.first, ["check", "accept"].contains(command) else {
  write(STDERR_FILENO, usage, usage.utf8.count)
  exit(64)
}
var isRight = true
do {
  for name in words.count > 1 ? Array(words.dropFirst()) : try GoldenSet.repository.names() {
    do {
      if command == "accept" {
        try accept(name)
      } else if try !check(name) {
        isRight = false
      }
    } catch {
      print("\(name): \(error)")
      isRight = false
    }
  }
} catch {
  print("\(error)")
  isRight = false
}
exit(isRight ? 0 : 1)
