// Package digest lists the slow games that wait for a person in one message, which the outbox delivers. Start reading at
// [Digests.Gather].
package digest

import (
	"context"
	"maps"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/outbox"
)

// ManyGames is how many slow games must wait for a person to be listed in one digest, not called one by one.
const ManyGames = 3

// digestPause is the minimum time between two digests that call a person.
const digestPause = 6 * time.Hour

// Digest is a message that lists all games that wait for a person. Each new post of it calls the person once. Its plan
// is stored before it is posted.
type Digest struct {
	Message
	Plan
	version int64
}

// Message is a digest's message on the network. It is in the first of these states that applies:
//
//	Posted < Number, Ref is set     the previous message must be retired; if that fails, the post comes first
//	Posted < Number, Ref is empty   the new message must be posted
//	callPending                     the message is posted, and its reader must be called
//	old is set                      the message is posted, and the previous message must be retired
//	Ref is set                      the message is posted, and edits follow Calls
//	Ref is empty                    the message was deleted, lists nothing or could not be posted
//
// The unexported fields are in memory only, as is that a message was retired. After a crash a due post retires the
// previous message again, the message in old stays as it is, and a reader whose call was pending may stay uncalled.
type Message struct {
	Place chat.Place `json:"place"`
	Ref   chat.Ref   `json:"ref,omitempty"` // the posted message; "" if none

	callPending bool       // the message is posted, but nobody is called by it yet
	old         chat.Ref   // the previous message, if it couldn't be retired
	oldPlace    chat.Place // the place of old
}

// Plan is what the message lists, and which post of it was decided last.
type Plan struct {
	// Number is the number of the newest post, whether it is posted yet or not. It is a time in seconds since
	// 1970, so it grows even if the stored digest before was deleted.
	Number int       `json:"number"`
	Posted int       `json:"posted"` // the Number of the last finished post; the newest is due until they are equal
	At     time.Time `json:"at"`     // when the newest post was decided
	// Calls are the numbers of the calls that the digest replaces, by table. PostedCalls are those that the newest
	// post was decided for.
	Calls       map[chat.TableID]int `json:"listed,omitempty"`
	PostedCalls map[chat.TableID]int `json:"told,omitempty"`
	// BarredUntil is when the next post may be decided after a post failed. Until then each game calls on its own.
	BarredUntil time.Time `json:"barred,omitzero"`
}

// Exists reports whether the digest is stored.
func (d Digest) Exists() bool { return d.version > 0 }

// isDue reports whether the newest post isn't posted yet.
func (p Plan) isDue() bool { return p.Posted < p.Number }

// compose returns the plan with all games listed if there are ManyGames and one is new, else with the games that it
// was posted for. It starts a new post for new games, but at most one in digestPause. If new games wait for that pause
// to end, wake is its end; else it is zero.
func (p Plan) compose(games []Game, quiet bool, now time.Time) (after Plan, wake time.Time) {
	p, hasNew := p.keepPosted(games)
	if len(games) < ManyGames || !hasNew || now.Before(p.BarredUntil) || quiet {
		return p, time.Time{}
	}
	for _, g := range games {
		p.Calls[g.Table] = g.Call
	}
	if next := p.At.Add(digestPause); len(p.PostedCalls) > 0 && now.Before(next) {
		return p, next
	}
	p.Number, p.At, p.PostedCalls = max(p.Number+1, int(now.Unix())), now.UTC(), maps.Clone(p.Calls)
	return p, time.Time{}
}

// keepPosted returns the plan with those of the games that it was posted for. It reports whether another game's call
// is to be made.
func (p Plan) keepPosted(games []Game) (after Plan, hasNew bool) {
	posted := p.PostedCalls
	p.Calls, p.PostedCalls = make(map[chat.TableID]int), make(map[chat.TableID]int)
	for _, g := range games {
		if call := posted[g.Table]; call >= g.Call {
			p.Calls[g.Table], p.PostedCalls[g.Table] = g.Call, call
		} else if !g.Held {
			hasNew = true
		}
	}
	return p, hasNew
}

// isAs reports whether the digest lists the same, in the same message, as the other.
func (d Digest) isAs(other Digest) bool {
	return d.Number == other.Number && d.Ref == other.Ref && d.BarredUntil.Equal(other.BarredUntil) &&
		maps.Equal(d.Calls, other.Calls)
}

// state returns the message's state for the outbox. post says that a new post is due.
func (d Digest) state(post bool) outbox.MessageState {
	s := outbox.MessageState{Rev: int64(d.Number), Ref: d.Ref, Old: d.old, Behind: post, PostComplete: true}
	if post && d.Ref != "" {
		s.Ref, s.Old = "", d.Ref
	}
	return s
}

// withPosted returns the digest with the message, which shows the post of that number. The previous message becomes old,
// unless its place isn't served anymore.
func (d Digest) withPosted(m Message, number int, served bool) Digest {
	m.old, m.oldPlace = d.old, d.oldPlace
	if m.Ref != "" && d.Ref != "" && d.Ref != m.Ref && served {
		m.old, m.oldPlace = d.Ref, d.Place
	}
	d.Message, d.Posted = m, number
	return d
}

// dropRetired returns the digest without the message, which was retired.
func (d Digest) dropRetired(ref chat.Ref) Digest {
	if d.old == ref {
		d.old = ""
	} else if d.Ref == ref {
		d.Ref = ""
	}
	return d
}

// Reader is a person who gets digests.
type Reader struct {
	All   []chat.Identity // the head first
	Quiet bool            // the person doesn't want to be called now
}

// head returns the reader's head, which is the digest's id.
func (r Reader) head() chat.PersonID { return r.All[0].Person }

// Game is a slow game that waits for a reader.
type Game struct {
	Table chat.TableID
	Place chat.Place                                     // where the reader is called to the game
	Call  int                                            // the number of the call
	Held  bool                                           // the call is held back
	Entry func(platform string) (chat.Line, chat.Button) // returns the game's entry in a digest on the platform
}

// Agenda knows which games wait for people, and renders digests.
type Agenda interface {
	// Reader returns the person with that head.
	Reader(ctx context.Context, head chat.PersonID) (Reader, error)
	// Games returns the games that a digest may list for the reader, most urgent first. It locks tables.
	Games(ctx context.Context, r Reader) []Game
	// Screen returns the digest's screen. Without games it says that no game waits now.
	Screen(r Reader, d Digest, games []Game) chat.Screen
	// Refresh shows the reader's panels of the table again, because the table's own call starts or stops.
	Refresh(ctx context.Context, table chat.TableID, r Reader)
	// WakeAt sets an alarm at which the reader's games are gathered again.
	WakeAt(ctx context.Context, r Reader, at time.Time) error
	// IsBeingForgotten reports whether the user is being forgotten.
	IsBeingForgotten(user chat.UserID) bool
}
