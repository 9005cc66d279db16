import Glibc
import ReferenceKit

// Makes what tactus prints now the text that the tests expect: for the songs of
// Tests/ReferenceTests/Mistakes, and for the examples of Docs/commands.md. Look at the difference
// before you keep it.
do {
  let mistakes = MistakeSet.repository
  let songs = try mistakes.songs()
  for name in songs where try mistakes.accept(name) { print("\(name): accepted") }
  for name in try mistakes.texts() where !songs.contains(name) {
    try mistakes.forget(name)
    print("\(name): removed, as there is no such song")
  }
  let page = try Page("Docs/commands.md")
  let text = try page.withFreshOutput()
  if text != page.text {
    try Files.write(text, to: page.path)
    print("Docs/commands.md: accepted")
  }
} catch {
  print("\(error)")
  exit(1)
}
