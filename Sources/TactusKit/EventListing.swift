import Scheduler
import SongModel
import Timing
import Workers

/// Prints a table of the events of a song.
///
/// One thread finds the events while another words and prints them, which takes no longer, in memory
/// that does not grow: so many pieces of the list are underway.
func listEvents(
  of song: Song, at rate: SampleRate, as table: EventTable, on console: Console
) {
  if let header = table.header { console.print(header) }
  let lines = EventLines(song, as: table)
  var stream = EventStream(song, at: rate)
  let first = ListPiece()
  first.fill(from: &stream)
  // Starting threads takes longer than wording a short song.
  guard first.isFull else {
    first.word(as: lines)
    first.print(on: console)
    return
  }
  // One thread, so that the pieces are printed in order.
  let pool = WorkerPool(count: 1)
  // Nobody else prints meanwhile.
  nonisolated(unsafe) let console = console
  var underway: [Future<(piece: ListPiece, isRead: Bool)>] = []
  var piece = first
  // Without the failure that tells that whoever reads has gone.
  var isRead = true
  while !piece.isEmpty, isRead {
    let filled = piece
    underway.append(
      pool.run {
        filled.word(as: lines)
        filled.print(on: console)
        return (filled, console.out.failure == nil)
      })
    if underway.count == mostUnderway {
      (piece, isRead) = underway.removeFirst().value()
    } else {
      piece = ListPiece()
    }
    piece.fill(from: &stream)
  }
  for future in underway { _ = future.value() }
}

private let mostUnderway = 8

/// A piece of a list of events, whose memory is used again and again: what the system has to clear
/// for a new one would take longer than to fill it.
///
/// It goes from thread to thread, and only one has it at a time.
private final class ListPiece: @unchecked Sendable {
  /// The events of a piece: their lines are as much as a pipe holds.
  private static let length = 1024

  private var events: [Event] = []
  /// Where the lines stand, and how many bytes of it they take.
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var size = 0

  deinit { memory.deallocate() }

  var isEmpty: Bool { events.isEmpty }
  var isFull: Bool { events.count >= ListPiece.length }

  func fill(from stream: inout EventStream) {
    events.removeAll(keepingCapacity: true)
    stream.appendNext(ListPiece.length, to: &events)
  }

  func word(as lines: EventLines) {
    events.withUnsafeBufferPointer { events in
      let room = lines.size(of: events)
      if room > memory.count {
        memory.deallocate()
        memory = .allocate(byteCount: room, alignment: 1)
      }
      var writer = ByteWriter(memory.baseAddress!)
      lines.write(events, to: &writer)
      size = writer.count
    }
  }

  func print(on console: Console) {
    console.write(UnsafeRawBufferPointer(rebasing: memory[..<size]))
  }
}
