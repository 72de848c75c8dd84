package outbox

import (
	"context"
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
)

// Holder erases somebody from what is here, and tells them of it. It implements
// privacy.Holder.
type Holder struct {
	Notices  *Notices
	Digests  *Digests
	Presence *Presence
}

// Kinds implements privacy.Holder.
func (Holder) Kinds() []keep.Kind {
	return []keep.Kind{
		{Name: KindDirty, Stays: "it names a table, and goes with it", Untold: "it names a table"},
		{Name: KindNotice},
		{Name: KindDigest},
	}
}

// toldDigest is the message that tells of all games that wait for somebody.
type toldDigest struct {
	Place chat.Place     `json:"place"`
	At    time.Time      `json:"at"` // when it was posted last
	Games []chat.TableID `json:"games,omitempty"`
}

// Tell implements privacy.Holder: it tells of notices by kind.
func (h Holder) Tell(ctx context.Context, d *keep.Disclosure) error {
	for i, who := range d.Accounts {
		all, err := h.Notices.To(ctx, who.User)
		if err != nil {
			return err
		}
		var what []string
		for _, n := range all {
			what = append(what, n.What)
		}
		d.Each[i]["notices"] = what
		if x := h.Digests.Of(who.Person); x.Exists() {
			d.Each[i]["digest"] = toldDigest{x.Place, x.At, slices.Sorted(maps.Keys(x.Listed))}
		}
	}
	return nil
}

// Erase implements privacy.Holder: notices about somebody go, too.
func (h Holder) Erase(ctx context.Context, x chat.Identity) (last func(context.Context) error, err error) {
	h.Presence.Drop(x.Person)
	if err := h.Notices.Erase(ctx, x.User); err != nil {
		return nil, err
	}
	return nil, h.Digests.Erase(ctx, x)
}
