package outbox

import (
	"context"
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
)

// Holders are those of what is shown, in the order in which somebody is erased.
func Holders(ns *Notices, ds *Digests, p *Presence) []keep.Holder {
	erase := func(ctx context.Context, x *keep.Erasure) error {
		p.Drop(x.Person)
		return ds.Erase(ctx, x)
	}
	return []keep.Holder{
		{Kind: KindDirty, Stays: "it names a table, and goes with it", Untold: "it names a table"},
		{Kind: KindNotice, Erase: ns.Erase, Tell: ns.tell},
		{Kind: KindDigest, Erase: erase, Tell: ds.tell},
	}
}

// tell tells of which kinds the notices are that the person wasn't told yet.
func (ns *Notices) tell(ctx context.Context, d *keep.Disclosure) error {
	for i, who := range d.Accounts {
		var what []string
		from, to := noticesTo(who.User)
		for n, err := range keep.Read[Notice](ns.store.Scan(ctx, KindNotice, from, to)) {
			if err != nil {
				return err
			}
			what = append(what, n.Value.What)
		}
		d.Each[i]["notices"] = what
	}
	return nil
}

// toldDigest is the message that tells of all games that wait for somebody.
type toldDigest struct {
	Place chat.Place     `json:"place"`
	At    time.Time      `json:"at"` // when it was posted last
	Games []chat.TableID `json:"games,omitempty"`
}

func (ds *Digests) tell(_ context.Context, d *keep.Disclosure) error {
	for i, who := range d.Accounts {
		if x := ds.Of(who.Person); x.Exists() {
			d.Each[i]["digest"] = toldDigest{x.Place, x.At, slices.Sorted(maps.Keys(x.Listed))}
		}
	}
	return nil
}
