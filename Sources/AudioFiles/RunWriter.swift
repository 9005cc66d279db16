import Glibc

/// Appends samples to a file in pieces that begin and end at multiples of a unit, for systems take
/// such pieces in half the time. Bytes go into the file from where they are, and zeros from the
/// same few pages again and again; only what is left of the last unit is copied and waits.
struct RunWriter: ~Copyable {
  private let unit: Int
  /// What waits, in order: zeros, and bytes that are kept one after the other.
  private var waiting: [iovec] = []
  private var waitingBytes = 0
  private let kept: UnsafeMutableRawBufferPointer
  private var keptBytes = 0
  private var gathered: [iovec] = []

  /// - Parameter unit: 1 where nothing may wait.
  init(unit: Int) {
    self.unit = unit
    kept = .allocate(byteCount: unit, alignment: 16)
  }

  deinit { kept.deallocate() }

  /// What runs of zeros are written from; never written to.
  nonisolated(unsafe) private static let zeros: (base: UnsafeMutableRawPointer, count: Int) = {
    let count = 1 << 15
    let zeros = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 4096)
    zeros.initializeMemory(as: UInt8.self, repeating: 0, count: count)
    return (zeros, count)
  }()

  /// Appends a block, or lets its end wait.
  ///
  /// - Parameter size: the bytes of a frame.
  mutating func append(_ block: EncodedBlock, size: Int, to file: inout OutputFile)
    throws(AudioFileError)
  {
    let start = file.size + waitingBytes
    // What lies before the end of the last whole unit goes, the rest waits.
    var left = (start + block.frames * size) / unit * unit - start
    if left <= 0 { return block.forEachRun(size: size) { keep($0, $1) } }
    gathered += waiting
    drop()
    var isWritten = false
    try block.forEachRun(size: size) { base, count throws(AudioFileError) in
      let going = min(left, count)
      left -= going
      RunWriter.add(base, going, to: &gathered)
      if left > 0 { return }
      // Before anything is kept where that is which goes.
      if !isWritten { try write(to: &file) }
      isWritten = true
      keep(base.map { $0 + going }, count - going)
    }
  }

  /// Appends what waits.
  mutating func finish(_ file: inout OutputFile) throws(AudioFileError) {
    gathered += waiting
    drop()
    try write(to: &file)
  }

  private mutating func drop() {
    waiting.removeAll(keepingCapacity: true)
    (waitingBytes, keptBytes) = (0, 0)
  }

  private static func add(_ base: UnsafeRawPointer?, _ count: Int, to parts: inout [iovec]) {
    guard count > 0 else { return }
    if let base {
      // The system only reads it.
      parts.append(iovec(iov_base: UnsafeMutableRawPointer(mutating: base), iov_len: count))
      return
    }
    for start in stride(from: 0, to: count, by: zeros.count) {
      parts.append(iovec(iov_base: zeros.base, iov_len: min(zeros.count, count - start)))
    }
  }

  /// Lets a run wait.
  private mutating func keep(_ base: UnsafeRawPointer?, _ count: Int) {
    guard count > 0 else { return }
    waitingBytes += count
    guard let base else { return RunWriter.add(nil, count, to: &waiting) }
    let place = kept.baseAddress! + keptBytes
    place.copyMemory(from: base, byteCount: count)
    keptBytes += count
    RunWriter.add(place, count, to: &waiting)
  }

  private mutating func write(to file: inout OutputFile) throws(AudioFileError) {
    try gathered.withUnsafeMutableBufferPointer { parts throws(AudioFileError) in
      try file.write(parts)
    }
    gathered.removeAll(keepingCapacity: true)
  }
}
