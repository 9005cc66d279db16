import Glibc
import ReferenceKit

// Makes what `tactus check` says now of the songs in Tests/ReferenceTests/Mistakes the text that
// the tests expect. Look at the difference before you keep it.
do {
  let mistakes = MistakeSet.repository
  let songs = try mistakes.songs()
  for name in songs where try mistakes.accept(name) { print("\(name): accepted") }
  for name in try mistakes.texts() where !songs.contains(name) {
    try mistakes.forget(name)
    print("\(name): removed, as there is no such song")
  }
} catch {
  print("\(error)")
  exit(1)
}
