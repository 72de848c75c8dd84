// Package digest lists the slow games that wait for a person in one message, which the outbox delivers. Start reading at
// [Digests.Gather].
package digest

import (
	"maps"

	"tarockbot/bot/chat"
	"tarockbot/bot/outbox"
)

// Digest is a message that lists all games that wait for a person. Each new post of it calls the person once. Its plan
// is stored before it is posted. It is in the first of these states that applies:
//
//	Posted < Number, Ref is set     the previous message must be retired; if that fails, the post comes first
//	Posted < Number, Ref is empty   the new message must be posted
//	callPending                     the message is posted, and its reader must be called
//	old is set                      the message is posted, and the previous message must be retired
//	Ref is set                      the message is posted, and edits follow Calls
//	Ref is empty                    the message was deleted, lists nothing or could not be posted
type Digest struct {
	Message
	Plan
	version int64
}

// Message is a digest's message on the network.
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

// Exists reports whether the digest is stored.
func (d Digest) Exists() bool { return d.version > 0 }

// equals reports whether the digest lists the same, in the same message, as the other.
func (d Digest) equals(other Digest) bool {
	return d.Number == other.Number && d.Ref == other.Ref && d.BarredUntil.Equal(other.BarredUntil) &&
		maps.Equal(d.Calls, other.Calls)
}

// state returns the message's state for the outbox. postDue says that a new post is to be made now.
func (d Digest) state(postDue bool) outbox.MessageState {
	s := outbox.MessageState{Rev: int64(d.Number), Ref: d.Ref, Old: d.old, Behind: postDue, PostComplete: true}
	if postDue && d.Ref != "" {
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
