import Interchange
import Testing

@Test("a fault is its place and its words")
func faultsAreValues() {
  let fault = ForeignFault(line: 3, column: 7, message: "this is no tempo", help: "write 120")
  #expect(fault == ForeignFault(line: 3, column: 7, message: "this is no tempo", help: "write 120"))
  #expect(fault != ForeignFault(line: 3, column: 8, message: "this is no tempo", help: "write 120"))
  #expect(fault != ForeignFault(line: 3, column: 7, message: "this is no tempo"))
}
