import GoldenKit
