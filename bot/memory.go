package bot

import "runtime/debug"

const (
	garbage   = 400       // garbage, in percent of the live memory, at which it is collected
	memoryMax = 350 << 20 // bytes of memory beyond which garbage is collected sooner
)

// TuneMemory sets how often the process collects garbage. The live memory is small, a few KiB a table, and every screen
// is garbage at once: by default garbage would be collected every few dozen moves. The process calls TuneMemory before
// Run.
func TuneMemory() {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(memoryMax)
}
