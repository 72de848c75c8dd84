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

// Digest is a message that lists all games that wait for a person. Each new post of it calls them once. It is
// stored before it is posted.
//
// A post's life: compose decides it, which sets Number, At and Told, and the digest is stored. Until Posted is Number,
// the post is due. First the message before is retired, which clears Ref; if that fails, the post comes first, and the
// message before is kept in old until it is retired. When the network has posted the message, withPosted sets Place,
// Ref and Posted. The message is uncalled until the network has also called the reader. Later edits follow Listed. When
// the message lists nothing any more or was deleted, Ref is cleared. If it can't be posted or can't call its reader,
// fallBackToCalls sets Barred and clears Listed and Told.
//
// That a message was retired is in memory only, as are old and uncalled. After a crash a post that is due retires the
// message before again, an old message stays as it is, and an uncalled reader may stay uncalled.
type Digest struct {
	Place chat.Place `json:"place"`
	Ref   chat.Ref   `json:"ref,omitempty"` // the posted message; "" if none
	// Number is the number of the newest post, whether it is posted yet or not. It is a time in seconds since
	// 1970, so it grows even if the stored digest before was deleted.
	Number int       `json:"number"`
	Posted int       `json:"posted"` // the Number of the last finished post
	At     time.Time `json:"at"`     // when the newest post was decided
	// Listed are the numbers of the calls that the digest replaces, by table. Told are those that it was posted for.
	Listed map[chat.TableID]int `json:"listed,omitempty"`
	Told   map[chat.TableID]int `json:"told,omitempty"`
	Barred time.Time            `json:"barred,omitzero"` // no digest until then: the last couldn't be posted

	version  int64
	uncalled bool       // the message is posted, but nobody is called by it yet
	old      chat.Ref   // the message before, if it couldn't be retired
	oldPlace chat.Place // the place of old
}

// Exists reports whether the digest is stored.
func (d Digest) Exists() bool { return d.version > 0 }

// isDue reports whether the newest post isn't posted yet.
func (d Digest) isDue() bool { return d.Posted < d.Number }

// compose returns the digest with all games listed if there are ManyGames and one is new, else with those that it
// was posted for. It starts a new post for new games, but at most one in digestPause. If new games wait for that pause
// to end, wake is its end; else it is zero.
func (d Digest) compose(games []Game, quiet bool, now time.Time) (after Digest, wake time.Time) {
	told := d.Told
	d.Listed, d.Told = make(map[chat.TableID]int), make(map[chat.TableID]int)
	fresh := false
	for _, g := range games {
		if call := told[g.Table]; call >= g.Call {
			d.Listed[g.Table], d.Told[g.Table] = g.Call, call
		} else if !g.Held {
			fresh = true
		}
	}
	if len(games) < ManyGames || !fresh || now.Before(d.Barred) || quiet {
		return d, time.Time{}
	}
	for _, g := range games {
		d.Listed[g.Table] = g.Call
	}
	if next := d.At.Add(digestPause); len(d.Told) > 0 && now.Before(next) {
		return d, next
	}
	d.Number, d.At, d.Told = max(d.Number+1, int(now.Unix())), now.UTC(), maps.Clone(d.Listed)
	return d, time.Time{}
}

// state returns the message's state. post is whether a new post is due.
func (d Digest) state(post bool) outbox.MessageState {
	s := outbox.MessageState{Rev: int64(d.Number), Ref: d.Ref, Old: d.old, Behind: post, PostComplete: true}
	if post && d.Ref != "" {
		s.Ref, s.Old = "", d.Ref
	}
	return s
}

// posted is the message of a digest, as a step has left it.
type posted struct {
	place    chat.Place
	ref      chat.Ref // "" if it was deleted or lists nothing any more
	number   int      // Digest.Number of the post that it shows
	uncalled bool     // it still has to call its reader
}

// withPosted returns the digest with the message. A message before stays to be retired if its place is served.
func (d Digest) withPosted(p posted, served bool) Digest {
	if p.ref != "" && d.Ref != "" && d.Ref != p.ref && served {
		d.old, d.oldPlace = d.Ref, d.Place
	}
	d.Place, d.Ref, d.Posted, d.uncalled = p.place, p.ref, p.number, p.uncalled
	return d
}

// withoutRetired returns the digest without the message, which was retired.
func (d Digest) withoutRetired(ref chat.Ref) Digest {
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
	Quiet bool            // they don't want to be called now
}

// head returns the reader's head, which is the digest's id.
func (r Reader) head() chat.PersonID { return r.All[0].Person }

// Game is a slow game that waits for a reader.
type Game struct {
	Table chat.TableID
	Place chat.Place                                     // where the reader is called to it
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
	// Refresh shows the reader's panels of the table again, because its call starts or stops.
	Refresh(ctx context.Context, table chat.TableID, r Reader)
	// WakeAt sets an alarm at which the reader's games are gathered again.
	WakeAt(ctx context.Context, r Reader, at time.Time) error
	// IsBeingForgotten reports whether the user is being forgotten.
	IsBeingForgotten(user chat.UserID) bool
}
