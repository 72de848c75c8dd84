package outbox

import (
	"context"
	"errors"

	"tarockbot/bot/chat"
)

// Key names a message among those of its source.
type Key struct {
	ID    string     // such as a table's code
	Place chat.Place // zero if Want.Place decides
}

// Source provides messages and stores their references. The outbox holds no lock when it calls a Source, and makes one
// call at a time for each message. When the outbox ends, it may call RecordOutcome once more.
type Source interface {
	// Want returns the newest content for the step that try.Next chooses, or ErrNone if there is no message. After
	// another error the message waits for the next Deliver.
	Want(ctx context.Context, key Key, try Try) (Want, error)
	// RecordOutcome records a step's outcome, durably if the next start needs it. It logs its errors.
	RecordOutcome(ctx context.Context, key Key, out Outcome) (MessageState, error)
}

// ErrNone is a Source's error for a message that doesn't exist.
var ErrNone = errors.New("bot: no such message")

// MessageState is the state of a message.
type MessageState struct {
	Rev          int64 // grows with each change
	Ref          chat.Ref
	Old          chat.Ref // the replaced message, until it is retired
	Stale        bool
	Repost       bool // the message must be posted again; Ref becomes Old
	Hidden       bool // its reader may no longer see it; only Force sends it
	Lost         bool // nobody can be reached in its place
	PostComplete bool // a new message is posted without StepBegin
}

// IsUnfinished reports whether an edit, a post or a retirement is left.
func (s MessageState) IsUnfinished() bool { return s.Old != "" || s.Repost || s.Stale }

// IsDue reports whether delivery is needed without Force. It returns false for a lost place.
func (s MessageState) IsDue() bool {
	return !s.Lost && s.IsUnfinished() && (s.Old != "" || !s.Hidden)
}

// Step is a request to a network. A message's steps run one after the other.
type Step int

// A new message is first posted without buttons. Once its reference is stored, the old message is retired, and then the
// new one gets its buttons. A crash leaves at most one message with buttons.
const (
	StepIdle   Step = iota
	StepRetire      // edit the old message to say that it was replaced
	StepBegin
	StepPost
	StepEdit
)

// Try is the outbox's knowledge about a message before a step.
type Try struct {
	Force     bool  // send the message even if it is current
	Found     bool  // the place may be reachable again
	NewFirst  bool  // the new message doesn't wait for the old one's retirement
	Suspended int64 // the revision that isn't retried yet; 0 for none
}

// Next returns the next step of a message in this state.
func (t Try) Next(s MessageState) Step {
	wanted := s.IsUnfinished() && !s.Hidden && (t.Suspended == 0 || s.Rev > t.Suspended)
	switch {
	case s.Lost && !t.Found || !t.Force && !wanted:
		return StepIdle
	case s.Old != "" && !(t.NewFirst && s.Stale):
		return StepRetire
	case s.Ref != "" && !s.Repost:
		return StepEdit
	case s.PostComplete:
		return StepPost
	}
	return StepBegin
}

// Want is the newest content of a message.
type Want struct {
	MessageState
	Place  chat.Place // zero for Key.Place
	Screen chat.Screen
}

// Outcome is the result of a step.
type Outcome struct {
	Step          Step
	Place         chat.Place
	Screen        chat.Screen
	Rev           int64
	Old           chat.Ref // the edited or retired message; "" for a post
	Ref           chat.Ref // "" if unknown
	Whole         bool     // the message shows the whole revision, picture included
	WillShowAgain bool     // at once
	Err           error
	Final         bool // the outbox won't retry this revision soon
}

// IsSent reports whether the message is posted.
func (out Outcome) IsSent() bool { return out.Err == nil || out.Ref != "" }
