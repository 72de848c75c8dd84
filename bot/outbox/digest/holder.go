package digest

import (
	"context"
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/storage"
)

// Holder returns the holder of digests.
func (ds *Digests) Holder() documents.Holder {
	return documents.Holder{Kind: KindDigest, CheckForm: documents.CheckForm[Digest], Erase: ds.erase, Disclose: ds.disclose}
}

func (ds *Digests) erase(ctx context.Context, x *documents.Erasure) error {
	defer ds.lockDecision(x.Person)() // later decisions see that the person is being forgotten
	isIn := documents.Where(func(d Digest) bool { return d.Place.User == x.User })
	isOf := func(doc storage.Doc) bool { return doc.Key.ID == string(x.Person) || isIn(doc) }
	err := ds.store.Erase(ctx, KindDigest, "", "", isOf)
	ds.mu.Lock()
	defer ds.mu.Unlock()
	maps.DeleteFunc(ds.byHead, func(head chat.PersonID, d Digest) bool { return head == x.Person || d.Place.User == x.User })
	return err
}

type disclosedDigest struct {
	Place chat.Place     `json:"place"`
	At    time.Time      `json:"at"`
	Games []chat.TableID `json:"games,omitempty"`
}

func (ds *Digests) disclose(_ context.Context, d *documents.Disclosure) error {
	for i, account := range d.Accounts {
		if x := ds.Of(account.Person); x.Exists() {
			d.PerAccount[i]["digest"] = disclosedDigest{x.Place, x.At, slices.Sorted(maps.Keys(x.Calls))}
		}
	}
	return nil
}
