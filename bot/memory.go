package bot

import "runtime/debug"

const (
	garbage   = 400       // percent of live memory
	memoryMax = 350 << 20 // bytes
)

// TuneMemory makes the process collect garbage less often: live memory is small, and every screen soon is garbage. Call
// TuneMemory before Run.
func TuneMemory() {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(memoryMax)
}
