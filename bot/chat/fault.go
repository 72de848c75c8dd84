package chat

import (
	"fmt"
	"log/slog"
	"path"
	"runtime"
	"strings"
)

// Fault is a recovered panic. It holds no values, because they could show hands.
type Fault struct{ what, where string }

func (f *Fault) Error() string { return "fault: " + f.what + " at " + f.where }

// NewFault returns the fault for the value of recover. The deferred function calls it, at any depth.
func NewFault(r any) *Fault {
	f := &Fault{what: fmt.Sprintf("%T", r), where: panicked()}
	if err, ok := r.(runtime.Error); ok {
		f.what = err.Error()
	}
	return f
}

func panicked() string {
	const depth = 32
	callers := make([]uintptr, depth)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	var b strings.Builder
	for raised, more := false, true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		switch inRuntime := strings.HasPrefix(f.Function, "runtime."); {
		case f.Function == "runtime.gopanic":
			raised = true // frames before this one belong to the recovery
		case raised && !inRuntime:
			fmt.Fprintf(&b, " %s:%d", path.Base(f.Function), f.Line)
		}
	}
	return strings.TrimPrefix(b.String(), " ")
}

// LogFault logs a panic and returns it as an error.
func LogFault(log *slog.Logger, in string, r any) error {
	f := NewFault(r)
	log.Error("fault", "in", in, "err", f)
	return fmt.Errorf("bot: in %s: %w", in, f)
}

// CatchFault recovers from a panic of the function that defers it. It sets err to the fault unless err is nil.
func CatchFault(log *slog.Logger, in string, err *error) {
	if r := recover(); r != nil {
		fault := LogFault(log, in, r)
		if err != nil {
			*err = fault
		}
	}
}
