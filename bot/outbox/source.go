package outbox

import (
	"context"
	"errors"

	"tarockbot/bot/chat"
)

// Key names a message among those of its source.
type Key struct {
	ID    string     // what it shows, such as a table's code
	Place chat.Place // where it is; zero if Want.Place decides
}

// Source provides the content of messages, and stores which messages are posted. The outbox calls it without
// holding a lock: from one goroutine at a time for each message, and concurrently for different ones. It may
// call Shown once more as it ends, so that the source can record a posted message.
type Source interface {
	// Want returns the message's newest content, with the screen for the step that try.Next chooses. It
	// returns ErrNone if the message doesn't exist any more. After another error the message waits for the
	// next call of Deliver.
	Want(ctx context.Context, key Key, try Try) (Want, error)
	// Shown records the outcome of a step, durably if the next start needs it, and returns the message's
	// state. Errors are those of Want; the source has logged them.
	Shown(ctx context.Context, key Key, out Outcome) (MessageState, error)
}

// ErrNone is returned by a Source for a message that doesn't exist, or doesn't exist any more.
var ErrNone = errors.New("bot: no such message")

// MessageState is the state of a message.
type MessageState struct {
	Rev          int64    // the revision of its content; grows with each change
	Ref          chat.Ref // the message; "" if none is posted
	Old          chat.Ref // the message that it replaces and that isn't retired yet; "" for none
	Behind       bool     // the message doesn't show the newest state yet
	Repost       bool     // it must be posted again; the present message becomes the old one
	Hidden       bool     // its reader may no longer see it; only Force sends it
	Lost         bool     // nobody can be reached in its place; nothing is sent there
	PostComplete bool     // a new message is posted with its buttons at once, without the step Begin
}

// Unfinished reports whether a step is left: an edit, a post, or the retirement of the old message.
func (s MessageState) Unfinished() bool { return s.Old != "" || s.Repost || s.Behind }

// Due reports whether delivery is needed without Force. In a lost place it never is: when somebody writes there
// again, the newest screen is sent.
func (s MessageState) Due() bool { return !s.Lost && s.Unfinished() && (s.Old != "" || !s.Hidden) }

// Step is one request to a network. The steps of a message run one after the other, because a network that
// limits requests would refuse two at once.
type Step int

// The steps. A new message is first posted without buttons. Once its reference is stored, the message that it
// replaces is retired, and then it gets its buttons: a crash at any time leaves no second message with buttons.
const (
	Idle   Step = iota // do nothing
	Retire             // edit the old message to say that another replaces it
	Begin              // post a new message without buttons
	Post               // post a new message with its buttons
	Edit               // edit the message to show its content
)

// Try is what the outbox knows about a message before a step.
type Try struct {
	Force     bool  // send the message even if it is current
	Found     bool  // its place may be reachable again if it is lost
	NewFirst  bool  // the old message couldn't be retired; the new one doesn't wait for it
	Suspended int64 // the revision that failed and isn't retried yet; 0 for none
}

// Next returns the next step of a message in this state.
func (t Try) Next(s MessageState) Step {
	wanted := s.Unfinished() && !s.Hidden && (t.Suspended == 0 || s.Rev > t.Suspended)
	switch {
	case s.Lost && !t.Found || !t.Force && !wanted:
		return Idle
	case s.Old != "" && !(t.NewFirst && s.Behind):
		return Retire
	case s.Ref != "" && !s.Repost:
		return Edit
	case s.PostComplete:
		return Post
	}
	return Begin
}

// Want is the newest content of a message.
type Want struct {
	MessageState
	Place  chat.Place  // where the step goes; zero is Key.Place
	Screen chat.Screen // for the step
}

// Outcome is the result of a step.
type Outcome struct {
	Step   Step
	Place  chat.Place
	Screen chat.Screen
	Rev    int64
	Old    chat.Ref // the message that was edited or retired; "" for a post
	Ref    chat.Ref // the message as it is now; "" if unknown
	Whole  bool     // it shows the whole revision, picture included
	Again  bool     // the outbox shows it again at once, even if it is current
	Err    error    // the network's error, or nil
	Final  bool     // the outbox won't retry this revision soon
}

// IsSent reports whether the message is there, even if its call failed.
func (out Outcome) IsSent() bool { return out.Err == nil || out.Ref != "" }
