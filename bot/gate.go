package bot

import (
	"sync"
)

// inputGate counts the inputs that are being decided.
type inputGate struct {
	mu    sync.Mutex
	count int
	last  chan struct{} // closed when the last is decided; nil while more may come
}

// enter counts one more input; false if the gate is closed.
func (d *inputGate) enter() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.last != nil {
		return false
	}
	d.count++
	return true
}

func (d *inputGate) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.count--; d.count == 0 && d.last != nil {
		close(d.last)
	}
}

// closeAndWait refuses further inputs, and waits until all present ones are decided.
func (d *inputGate) closeAndWait() {
	d.mu.Lock()
	last := make(chan struct{})
	if d.last = last; d.count == 0 {
		close(last)
	}
	d.mu.Unlock()
	<-last
}
