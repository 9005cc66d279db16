import Diagnostics

/// Things with names, in the order of the file, found by their names in constant time.
struct NameTable<Element> {
  private(set) var elements: [Element] = []
  private(set) var names: [Spanned<String>] = []
  private var indices: [String: Int] = [:]

  /// Adds a thing. Of several with one name the last is found.
  mutating func append(_ element: Element, named name: Spanned<String>) {
    indices[name.value] = elements.count
    elements.append(element)
    names.append(name)
  }

  func index(of name: String) -> Int? { indices[name] }

  func has(_ name: String) -> Bool { indices[name] != nil }

  subscript(index: Int) -> Element {
    get { elements[index] }
    set { elements[index] = newValue }
  }
}
