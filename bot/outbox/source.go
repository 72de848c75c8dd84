package outbox

import (
	"context"
	"errors"

	"tarockbot/bot/chat"
)

// Key names a message among those of its source.
type Key struct {
	ID    string     // of what it shows, such as a table's code
	Place chat.Place // where it stands; zero if the source decides that: see Want
}

// Source knows what messages are to show, and which messages they are. It is asked
// with no lock of the outbox held, about each message by one at a time, about many at
// once. It may be asked once more as the outbox ends, so that what stands is noted.
type Source interface {
	// Want is what the message is to be by now, with the screen for the step that try
	// takes. ErrNone says that there is no such message any more; after another error
	// it isn't delivered until Deliver is called again.
	Want(ctx context.Context, key Key, try Try) (Want, error)
	// Shown notes what has come of a step, durably what a start has to know, and returns
	// how the message stands by now. Errors are those of Want, and the source has told
	// of them.
	Shown(ctx context.Context, key Key, out Outcome) (Standing, error)
}

// ErrNone is the error of a Source that has no such message (any more).
var ErrNone = errors.New("bot: no such message")

// Standing is how a message stands.
type Standing struct {
	Rev    int64    // of what it is to show; grows with each change
	Ref    chat.Ref // the message; "" if none is posted
	Old    chat.Ref // the one whose place it has taken and that is still to be retired; "" for none
	Behind bool     // it doesn't show all that it is to show
	Repost bool     // it is to be posted anew, with that before as the old one
	Hidden bool     // its reader may see it no more: it is shown once more only when forced
	Lost   bool     // nobody can be reached in its place: nothing is sent there
	Whole  bool     // a new one is posted as it is to be, not first without anything to press
}

// Unfinished says that there is something to be done for the message: it is behind, or
// to be posted anew, or the one whose place it has taken isn't retired.
func (s Standing) Unfinished() bool { return s.Old != "" || s.Repost || s.Behind }

// Due says that so it would be by itself. A message in a place where nobody can be
// reached waits for the first sign of life.
func (s Standing) Due() bool { return !s.Lost && s.Unfinished() && (s.Old != "" || !s.Hidden) }

// Step is one request to a network. A message takes one after the other: a network that
// lets only one through must not be asked for two again and again.
type Step int

// The steps. A new message is posted without anything to press. Once its reference is
// noted the message whose place it takes is retired, and then it becomes what it should
// be: whenever the process is killed, no second one that can be pressed is left behind.
const (
	Idle   Step = iota // nothing is to be done
	Retire             // the old message says that another has taken its place
	Begin              // a new one is posted without anything to press
	Post               // a new one is posted as it is to be
	Edit               // the message becomes what it is to be
)

// Try is what the outbox knows of a message before a step.
type Try struct {
	Force    bool  // it is to be shown even if it shows all
	Found    bool  // if its place is lost, that may be over
	NewFirst bool  // the old one couldn't be retired: that doesn't hold up the new
	Rests    int64 // the revision that couldn't be shown and isn't tried again yet; 0 for none
}

// Next is the step that the message takes.
func (t Try) Next(s Standing) Step {
	wanted := s.Unfinished() && !s.Hidden && (t.Rests == 0 || s.Rev > t.Rests)
	switch {
	case s.Lost && !t.Found || !t.Force && !wanted:
		return Idle
	case s.Old != "" && !(t.NewFirst && s.Behind):
		return Retire
	case s.Ref != "" && !s.Repost:
		return Edit
	case s.Whole:
		return Post
	}
	return Begin
}

// Want is what a message is to be.
type Want struct {
	Standing
	Place  chat.Place  // where the step goes; zero: the key's
	Screen chat.Screen // for the step
}

// Outcome is what has come of a step.
type Outcome struct {
	Step   Step
	Place  chat.Place
	Screen chat.Screen
	Rev    int64
	Old    chat.Ref // the message that was to be changed; "" if a new one was to be posted
	Ref    chat.Ref // the message that stands now; "" if that isn't known
	Whole  bool     // it shows all of the revision
	Worded bool     // it shows the words of it, and its picture comes
	Again  bool     // it is shown once more at once, whatever it shows
	Err    error    // what the network says; nil: it is done
	Final  bool     // after Err it isn't tried again by itself, or not soon
}

// place is where the step goes.
func (w Want) place(key Key) chat.Place {
	if w.Place != (chat.Place{}) {
		return w.Place
	}
	return key.Place
}
