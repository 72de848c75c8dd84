package bot

import "runtime/debug"

const (
	gcPercent = 400       // percent of live memory
	memoryMax = 350 << 20 // bytes
)

// TuneMemory lets more garbage accumulate, because live memory is small. Call it before Run.
func TuneMemory() {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(memoryMax)
}
