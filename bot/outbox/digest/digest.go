// Package digest lists the slow games that wait for a person in one message. Start reading at [Digests.Gather].
package digest

import (
	"maps"

	"tarockbot/bot/chat"
	"tarockbot/bot/outbox"
)

// Digest lists all games that wait for a person. Each new post calls the person once. A digest is in the first state
// that applies:
//
//	Posted < Number, Ref set     the previous message must be retired, if possible
//	Posted < Number, Ref empty   the new message must be posted
//	callPending                  the reader must be called
//	old set                      the previous message must be retired
//	Ref set                      edits follow Calls
//	Ref empty                    the digest was deleted, is empty or could not be posted
type Digest struct {
	Message
	Plan
	version int64
}

// Message is a digest's message on the network. A crash loses its unexported fields. Then old isn't retired, and a
// pending call may be lost.
type Message struct {
	Place chat.Place `json:"place"`
	Ref   chat.Ref   `json:"ref,omitempty"`

	callPending bool
	old         chat.Ref // the previous message, which couldn't be retired
	oldPlace    chat.Place
}

// Exists reports whether the digest is stored.
func (d Digest) Exists() bool { return d.version > 0 }

func (d Digest) equals(other Digest) bool {
	return d.Number == other.Number && d.Ref == other.Ref && d.BarredUntil.Equal(other.BarredUntil) &&
		maps.Equal(d.Calls, other.Calls)
}

func (d Digest) state(postDue bool) outbox.MessageState {
	s := outbox.MessageState{Rev: int64(d.Number), Ref: d.Ref, Old: d.old, Stale: postDue, PostComplete: true}
	if postDue && d.Ref != "" {
		s.Ref, s.Old = "", d.Ref
	}
	return s
}

// withPosted replaces the message. The previous one becomes old if its place is served.
func (d Digest) withPosted(m Message, number int, served bool) Digest {
	m.old, m.oldPlace = d.old, d.oldPlace
	if m.Ref != "" && d.Ref != "" && d.Ref != m.Ref && served {
		m.old, m.oldPlace = d.Ref, d.Place
	}
	d.Message, d.Posted = m, number
	return d
}

func (d Digest) dropRetired(ref chat.Ref) Digest {
	if d.old == ref {
		d.old = ""
	} else if d.Ref == ref {
		d.Ref = ""
	}
	return d
}
