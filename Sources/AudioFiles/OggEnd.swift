/// Whether an Ogg file ends inside a page, or after one that is not marked as the last of its
/// stream (RFC 3533, section 6). libsndfile takes such a file for a shorter one.
func isOggCutShort(_ file: InputFile) -> Bool {
  // A head of 27 bytes, and 255 segments of 255 bytes with their table.
  let largestPage = 27 + 255 + 255 * 255
  let bytes = file.bytes(at: max(0, file.size - largestPage), count: largestPage)
  let name = Array("OggS".utf8)
  // Without a page there is something else behind the sound, which a cut does not leave.
  guard bytes.count >= 4,
    let start = (0...(bytes.count - 4)).last(where: { bytes[$0..<$0 + 4].elementsEqual(name) })
  else { return false }
  let page = bytes[start...]
  guard page.count >= 27 else { return true }
  let isLast = page[start + 5] & 4 != 0
  let table = page.dropFirst(27).prefix(Int(page[start + 26]))
  let size = table.reduce(27 + Int(page[start + 26])) { $0 + Int($1) }
  return !isLast || size > page.count
}
