package chat

import (
	"errors"
	"fmt"
	"log/slog"
	"path"
	"runtime"
	"strings"
)

// Refusal is a kind reason why nothing was done: the id of a text and its gaps.
type Refusal struct {
	ID   string
	Gaps []any // name and value in turn
}

func (r *Refusal) Error() string { return "bot: refused: " + r.ID }

// Refuse is the refusal with the text "refuse."+id.
func Refuse(id string, gaps ...any) error { return &Refusal{id, gaps} }

// RefusedWith says whether the error is the refusal with that id.
func RefusedWith(err error, id string) bool {
	no, is := errors.AsType[*Refusal](err)
	return is && no.ID == id
}

// UnlessRefused is the error, but nil for a refusal: nothing had to be done.
func UnlessRefused(err error) error {
	if _, is := errors.AsType[*Refusal](err); is {
		return nil
	}
	return err
}

// Fault is a panic that was recovered from. It tells what it was and where, but
// no value of the program: a usual stack trace shows arguments, and hands are
// among them.
type Fault struct{ what, where string }

func (f *Fault) Error() string { return "fault: " + f.what + " at " + f.where }

// Recovered is the fault of what recover has returned. It is called by the
// deferred function, however deep.
func Recovered(r any) *Fault {
	f := &Fault{what: fmt.Sprintf("%T", r), where: panicked()}
	if err, ok := r.(runtime.Error); ok {
		f.what = err.Error()
	}
	return f
}

// panicked is the functions that led to the panic, the innermost first.
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
			raised = true // those before it recover
		case raised && !inRuntime:
			fmt.Fprintf(&b, " %s:%d", path.Base(f.Function), f.Line)
		}
	}
	return strings.TrimPrefix(b.String(), " ")
}

// LogFault tells the operator of a panic in the part of the program, and returns it as an
// error.
func LogFault(log *slog.Logger, in string, r any) error {
	f := Recovered(r)
	log.Error("fault", "in", in, "err", f)
	return fmt.Errorf("bot: in %s: %w", in, f)
}

// CatchFault ends a panic of the function that defers it, as LogFault does; err, if it
// isn't nil, gets the error.
func CatchFault(log *slog.Logger, in string, err *error) {
	if r := recover(); r != nil {
		fault := LogFault(log, in, r)
		if err != nil {
			*err = fault
		}
	}
}
