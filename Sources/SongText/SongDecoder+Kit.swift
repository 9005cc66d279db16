import Diagnostics
import SongModel
import Timing

/// A sound as the kit states it.
struct KitEntry {
  /// `nil` where the entry has a mistake, which is reported already.
  let sound: Sound?
  /// The place of the sound among the song's, once it is used.
  var index: Int?
}

extension SongDecoder {
  /// Reads `kit`: a mapping, the name of a built-in kit, or the path of a file that holds a mapping.
  func decodeKit(_ node: YAMLNode?) {
    guard let node else { return }
    if case .scalar = node.content {
      guard let name = scalar(node, of: "'kit'", expected: .textOrMapping)?.text else { return }
      if let builtIn = BuiltInKit(rawValue: name) {
        for (name, sound) in builtIn.sounds {
          kit.append(
            KitEntry(sound: Sound(name: name, Sound.Take(.builtIn(sound), at: node.span))),
            named: Spanned(name, node.span))
        }
      } else if let file = kitFile(name, at: node.span) {
        decodeKitMapping(file)
      }
    } else {
      decodeKitMapping(node)
    }
  }

  private func kitFile(_ path: String, at span: SourceSpan) -> YAMLNode? {
    let resolved = SongDecoder.resolve(path, besides: span.source.path)
    do {
      return compose(try readFile(resolved), path: resolved, into: &diagnostics)
    } catch {
      report(.unreadableKit(path: resolved, reason: error.reason), at: span)
      return nil
    }
  }

  private func decodeKitMapping(_ node: YAMLNode) {
    guard case .mapping(let entries) = node.content else {
      report(
        .wrongShape(
          of: "'kit'", expected: .textOrMapping, found: SongDecoder.shape(of: node)),
        at: node.span)
      return
    }
    for entry in entries {
      if entry.key.value.isEmpty { report(.emptyName(of: "this sound"), at: entry.key.span) }
      kit.append(KitEntry(sound: sound(entry)), named: entry.key)
    }
  }

  func file(_ path: String, at span: SourceSpan) -> Sound.Source {
    .file(path: SongDecoder.resolve(path, besides: span.source.path))
  }

  /// A path that counts from the folder of the file that names it.
  static func resolve(_ path: String, besides file: String) -> String {
    // Standard input is for the song itself.
    if path == "-" { return "./-" }
    guard !path.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return path }
    return String(file[...slash]) + path
  }

  /// The sound that a name stands for: one of the kit, else a built-in one.
  ///
  /// - Returns: an index into ``sounds``; `nil` where there is none, which is reported.
  func sound(named name: Spanned<String>) -> Int? {
    if let entry = kit.index(of: name.value) { return use(entry) }
    if let builtIn = BuiltInSound(rawValue: name.value) { return use(builtIn) }
    let nearest = nearestName(
      to: name.value, among: kit.names, and: BuiltInSound.allCases.map(\.name))
    report(
      .unknownSound(name: name.value, nearest: nearest?.name), at: name.span,
      related: nearest?.spans ?? [])
    return nil
  }

  /// A sound that the click has when the song names none; the kit may say what it is.
  func standardSound(_ builtIn: BuiltInSound) -> Int {
    let entry = kit.index(of: builtIn.name)
    return entry.flatMap(use) ?? use(builtIn)
  }

  private func use(_ entry: Int) -> Int? {
    if let index = kit[entry].index { return index }
    guard let sound = kit[entry].sound else { return nil }
    kit[entry].index = sounds.count
    sounds.append(sound)
    return kit[entry].index
  }

  private func use(_ builtIn: BuiltInSound) -> Int {
    if let known = builtInSounds.first(where: { $0.sound == builtIn }) { return known.index }
    sounds.append(Sound(name: builtIn.name, Sound.Take(.builtIn(builtIn))))
    builtInSounds.append((builtIn, sounds.count - 1))
    return sounds.count - 1
  }

  func quotedName(_ name: String) -> String { "'\(name)'" }
}
