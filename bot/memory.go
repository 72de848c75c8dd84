package bot

import "runtime/debug"

const (
	garbage   = 400       // percent of what is kept that may lie about before it is cleared away
	memoryMax = 350 << 20 // bytes beyond which it is cleared away sooner
)

// TuneMemory sets how the process clears away what isn't needed any more. A
// bot keeps little, a few KiB a table, and throws every screen away at once:
// by default it would clear away after every few dozen moves. It is for who
// owns the process to call, before Run.
func TuneMemory() {
	debug.SetGCPercent(garbage)
	debug.SetMemoryLimit(memoryMax)
}
