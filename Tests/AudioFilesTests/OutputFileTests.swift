import Glibc
import Testing
import Timing

@testable import AudioFiles

@Suite struct OutputFileTests {
  let folder = TemporaryFolder()

  @Test("the name appears with the complete file")
  func commit() throws {
    let path = folder.file("a.mid")
    var file = try OutputFile(creating: path)
    try file.write([1, 2, 3])
    try file.write([9], at: 1)
    #expect(file.size == 3)
    #expect(folder.names == [".a.mid.tactus-\(getpid())-0.part"])
    try file.commit()
    #expect(folder.names == ["a.mid"])
    #expect(readBytes(path) == [1, 9, 3])
  }

  @Test("an earlier file stays whole until then, and is replaced whole")
  func replace() throws {
    let path = folder.file("a")
    writeBytes(Array(repeating: 7, count: 100), to: path)
    var file = try OutputFile(creating: path)
    try file.write([1])
    #expect(readBytes(path).count == 100)
    try file.commit()
    #expect(readBytes(path) == [1])
  }

  @Test("giving up, or letting go, leaves nothing")
  func abandon() throws {
    for gives in [true, false] {
      var file = try OutputFile(creating: folder.file("a"))
      try file.write([1])
      if gives { file.abandon() } else { _ = consume file }
      #expect(folder.names == [])
    }
    let path = folder.file("a.wav")
    let writer = try AudioWriter(
      creating: path, format: format(.wav, .int16, channels: 1),
      metadata: AudioMetadata(tags: AudioTags(software: software)), expectedFrames: Frame(10))
    #expect(folder.names.count == 1)
    writer.abandon()
    #expect(folder.names == [])
  }

  @Test("a file that is to be on the disk is complete under its name too")
  func durable() throws {
    var file = try OutputFile(creating: folder.file("a"))
    try file.write([1, 2])
    try file.commit(durably: true)
    #expect(folder.names == ["a"])
    try writeDisk(holding: folder.file("a"))
    #expect(readBytes(folder.file("a")) == [1, 2])
  }

  @Test("left-overs of the destinations that are named are removed, and nothing else")
  func removesLeftOvers() throws {
    let long = String(repeating: "é", count: 120)
    let gone = [
      ".a.wav.tactus-1-0.part", ".a.wav.tactus-99999-12.part",
      ".\(String(repeating: "é", count: 100)).tactus-1-0.part",
    ]
    let stays = [
      ".b.wav.tactus-1-0.part", ".a.wav.tactus-1-.part", ".a.wav.tactus--1.part",
      ".a.wav.tactus-1-0.parts", ".a.wav.tactus-1-0", ".a.wav.tactus-x-0.part",
      "a.wav.tactus-1-0.part", ".aa.wav.tactus-1-0.part", "a.wav",
    ]
    for name in gone + stays { writeBytes([5], to: folder.file(name)) }
    let count = removeLeftOvers(of: [folder.file("a.wav"), folder.file(long), "/no/such/b"])
    #expect(count == 3)
    #expect(folder.names == stays.sorted())
  }

  @Test("a left-over of the same name is not touched")
  func leftOver() throws {
    let old = ".a.tactus-\(getpid())-0.part"
    writeBytes([5], to: folder.file(old))
    var file = try OutputFile(creating: folder.file("a"))
    try file.write([1])
    try file.commit()
    #expect(folder.names == [old, "a"])
    #expect(readBytes(folder.file(old)) == [5])
  }

  @Test("a link is kept, and the file that it leads to is replaced")
  func link() throws {
    #expect(mkdir(folder.file("real"), 0o700) == 0)
    writeBytes([5], to: folder.file("real/a"))
    #expect(symlink("real/a", folder.file("a")) == 0)
    var file = try OutputFile(creating: folder.file("a"))
    try file.write([1])
    try file.commit()
    #expect(readBytes(folder.file("real/a")) == [1])
    #expect(shell("readlink '\(folder.file("a"))'") == "real/a\n")
  }

  @Test("the longest names work", arguments: ["x", "é"])
  func longName(letter: String) throws {
    let name = String(repeating: letter, count: 254 / letter.utf8.count)
    try OutputFile(creating: folder.file(name)).commit()
    #expect(folder.names == [name])
  }

  @Test(
    "a destination that cannot be is an error that says why",
    arguments: [
      ("missing/a.wav", "cannot create '%': no such file or folder; create the folder first"),
      ("file/a.wav", "cannot create '%': part of the path is not a folder; create the folder"),
      ("folder", "cannot create '%': it is a folder; name a file in it"),
      ("folder/", "cannot create '%': it is a folder; name a file in it"),
      ("new/", "cannot create '%': it is a folder; name a file in it"),
      ("socket", "'%' is not an ordinary file; name an ordinary file"),
      ("a\0b", "cannot create '%': the name cannot be used for a file; use another name"),
      (String(repeating: "x", count: 256), "cannot create '%': the name is too long; use another"),
    ])
  func refused(name: String, message: String) throws {
    #expect(mkdir(folder.file("folder"), 0o700) == 0)
    let python = "import socket; socket.socket(socket.AF_UNIX).bind('\(folder.path)/socket')"
    _ = shell("python3 -c \"\(python)\"")
    writeBytes([], to: folder.file("file"))
    let before = folder.names
    let path = folder.file(name)
    let kind = format(.wav, .int16, channels: 1)
    let error = #expect(throws: AudioFileError.self) { try writeAudio(path, kind, [[0]]) }
    let parts = message.split(separator: "%", omittingEmptySubsequences: false)
    #expect(error?.description.hasPrefix("\(parts[0])\(path)\(parts[1])") == true)
    #expect(error?.path == path)
    #expect(folder.names == before)
  }

  @Test("an empty path is an error")
  func emptyPath() {
    let missing = AudioFileError.Cause.system(.create, SystemError(code: ENOENT))
    #expect(throws: AudioFileError(path: "", cause: missing)) {
      try OutputFile(creating: "").commit()
    }
  }

  @Test("a folder that disappears in between is an error")
  func vanished() throws {
    #expect(mkdir(folder.file("f"), 0o700) == 0)
    var file = try OutputFile(creating: folder.file("f/a"))
    try file.write([1])
    _ = shell("rm -rf '\(folder.file("f"))'")
    // Consumed by `commit`, which a closure may not do to a variable outside of it.
    do {
      try file.commit()
      Issue.record("committed into a folder that is gone")
    } catch {
      #expect(error.cause == .system(.write, SystemError(code: ENOENT)))
    }
    #expect(folder.names == [])
  }

  @Test("an error stays")
  func sticky() throws {
    var file = try OutputFile(creating: folder.file("a"), limit: 10)
    let full = AudioFileError(
      path: folder.file("a"), cause: .system(.write, SystemError(code: ENOSPC)))
    var errors: [AudioFileError] = []
    do { try file.write(Array(repeating: 0, count: 11)) } catch { errors.append(error) }
    do { try file.write([0], at: 0) } catch { errors.append(error) }
    do { try file.commit() } catch { errors.append(error) }
    #expect(errors == [full, full, full])
    #expect(folder.names == [])
  }
}

@Suite struct FullDiskTests {
  let folder = TemporaryFolder()

  @Test(
    "a disk that fills up at any byte is an error, and leaves all as it was",
    arguments: AudioFormat.Container.allCases)
  func anyByte(container: AudioFormat.Container) throws {
    let name = "a.\(container.ending)"
    let path = folder.file(name)
    let format = format(container, .int24, channels: 2)
    let sound = difficultSamples(5000, format)
    let markers = (0..<20).map { AudioWriter.Marker(frame: Frame($0), label: "m\($0)") }
    let size = try writeAudio(path, format, sound, markers: markers).bytes
    let earlier = readBytes(path)
    let full = AudioFileError(path: path, cause: .system(.write, SystemError(code: ENOSPC)))
    // The first bytes, the last ones, and 200 by chance: head, tags, samples, cue points, labels.
    let chance = noise(200).map { Int(abs($0) * Float(size - 1)) }
    for limit in Set(0..<12).union((size - 12)..<size).union(chance).sorted() {
      #expect(throws: full, "at byte \(limit)") {
        try writeAudio(path, format, sound, block: 64, markers: markers, limit: limit)
      }
      #expect(folder.names == [name])
    }
    #expect(readBytes(path) == earlier)
    try writeAudio(path, format, sound, markers: markers, limit: size)
    #expect(readBytes(path) == earlier)
  }

  @Test(
    "the limit on file sizes is an error",
    arguments: AudioFormat.Container.allCases.map(\.ending))
  func fileSizeLimit(ending: String) async {
    let path = folder.file("a")
    await #expect(processExitsWith: .success) {
      [path = path as String, ending = ending as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
      precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let format = format(AudioFormat.Container(ending: ending)!, .int24, channels: 1)
      let cause = cause { () throws(AudioFileError) in
        try writeAudio(path, format, [noise(100_000)])
      }
      precondition(cause == .system(.write, SystemError(code: EFBIG)))
    }
    #expect(folder.names == [])
  }

  @Test(
    "a disk that is really full is an error",
    .enabled(if: !shell("unshare -m mount -t tmpfs none /mnt 2>&1 && echo can").isEmpty),
    arguments: AudioFormat.Container.allCases)
  func realDisk(container: AudioFormat.Container) {
    #expect(shell("mount -t tmpfs -o size=1m none '\(folder.path)' && echo done") == "done\n")
    defer { _ = shell("umount '\(folder.path)'") }
    let sound = [noise(3_000_000), noise(3_000_000, seed: 2)]
    let cause = cause { () throws(AudioFileError) in
      try writeAudio(folder.file("a"), format(container, .int24, channels: 2), sound)
    }
    #expect(cause == .system(.write, SystemError(code: ENOSPC)))
    #expect(folder.names == [])
  }

  @Test(
    "a folder or file that the user may not write is an error", .enabled(if: getuid() == 0))
  func permissions() async {
    let path = folder.path
    writeBytes([1], to: folder.file("mine"))
    #expect(chmod(path, 0o755) == 0)
    #expect(mkdir(folder.file("open"), 0o777) == 0)
    #expect(chmod(folder.file("open"), 0o777) == 0)
    writeBytes([1], to: folder.file("open/protected"))
    #expect(chmod(folder.file("open/protected"), 0o444) == 0)
    writeBytes([1], to: folder.file("secret"))
    #expect(chmod(folder.file("secret"), 0o600) == 0)
    await #expect(processExitsWith: .success) { [path = path as String] in
      precondition(setgid(65534) == 0 && setuid(65534) == 0)
      for name in ["new", "mine", "open/protected"] {
        let cause = cause { () throws(AudioFileError) in
          try OutputFile(creating: "\(path)/\(name)").commit()
        }
        precondition(cause == .system(.create, SystemError(code: EACCES)))
      }
      let cause = cause { () throws(AudioFileError) in
        _ = try readSamples(path: "\(path)/secret", at: .standard)
      }
      precondition(cause == .system(.open, SystemError(code: EACCES)))
    }
    #expect(folder.names == ["mine", "open", "secret"])
  }

  @Test("every system error has words of its own")
  func wording() {
    let codes = [
      ENOENT, EACCES, EROFS, EISDIR, ENOTDIR, ENOSPC, EDQUOT, EFBIG, ENAMETOOLONG, ELOOP, EMFILE,
      EINVAL, EBUSY, EIO, ENOMEM, EXDEV, EPIPE, EBADF, 9999,
    ]
    #expect(Set(codes.map { SystemError(code: $0).text }).count == codes.count)
    let full = AudioFileError(
      path: "out.wav", cause: .system(.write, SystemError(code: ENOSPC)))
    #expect(
      full.description
        == "cannot write 'out.wav': the disk is full; free some space, or choose another disk")
  }
}
