import TactusKit

program.main()
