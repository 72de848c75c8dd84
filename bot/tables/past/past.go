// Package past keeps people's finished matches, and the finished deals of all tables. Start reading at [Archive].
package past

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/storage"
)

// KindHistory is the kind of documents that hold one finished match of one person each.
const KindHistory = "history"

// Archive reads the finished matches of people, and finished deals.
type Archive struct{ Store *documents.Store }

// historyKey returns the id of the document of a person's finished match with the mark. It sorts by time.
func historyKey(id chat.PersonID, mark string) string { return string(id) + "|" + mark }

// Doc returns the document that adds the match to its person's history.
func Doc(p match.Past) (storage.Doc, error) {
	return documents.Encode(KindHistory, historyKey(p.People[p.Seat], p.Mark()), 0, p)
}

// Of yields the matches that a person finished with any of the identities, newest first. A match that two
// identities played before they were linked comes once. An error ends the sequence.
func (a Archive) Of(ctx context.Context, who []chat.Identity) iter.Seq2[match.Past, error] {
	return a.From(ctx, who, "", false)
}

// head is the next match of an identity: the zero Past before the first.
type head struct {
	match.Past
	next func() (match.Past, error, bool)
}

// From is like Of but yields only matches older than the mark. If upwards is set it yields those newer than the
// mark, oldest first. An empty mark excludes nothing.
func (a Archive) From(ctx context.Context, who []chat.Identity, mark string, upwards bool) iter.Seq2[match.Past, error] {
	inOrder := func(x, y head) int {
		if upwards {
			return strings.Compare(x.Mark(), y.Mark())
		}
		return strings.Compare(y.Mark(), x.Mark())
	}
	return func(yield func(match.Past, error) bool) {
		var heads []head
		for _, x := range who {
			next, stop := iter.Pull2(a.ofIdentity(ctx, x.Person, mark, upwards))
			defer stop()
			heads = append(heads, head{next: next})
		}
		var p match.Past
		for {
			var err error
			if heads, err = passHeads(heads, p.Mark()); err != nil {
				yield(match.Past{}, err)
				return
			}
			if len(heads) == 0 {
				return
			}
			p = slices.MinFunc(heads, inOrder).Past
			if !yield(p, nil) {
				return
			}
		}
	}
}

// passHeads replaces all heads with the mark by the next match of their identity. It leaves out identities without one.
func passHeads(heads []head, mark string) (left []head, err error) {
	for _, h := range heads {
		more := true
		if h.Mark() == mark {
			h.Past, err, more = h.next()
		}
		if err != nil {
			return nil, err
		}
		if more {
			left = append(left, h)
		}
	}
	return left, nil
}

// ofIdentity yields the matches stored for one identity, as From does.
func (a Archive) ofIdentity(ctx context.Context, id chat.PersonID, mark string, upwards bool) iter.Seq2[match.Past, error] {
	return func(yield func(match.Past, error) bool) {
		from, to := historyKey(id, cmp.Or(mark, "~")), historyKey(id, "")
		if upwards {
			from, to = historyKey(id, mark), historyKey(id, "~")
		}
		for e, err := range documents.Read[match.Past](a.Store.Scan(ctx, KindHistory, from, to)) {
			if err != nil {
				yield(match.Past{}, fmt.Errorf("bot: history: %w", err))
				return
			}
			if e.Key.ID == historyKey(id, mark) {
				continue
			}
			e.Value.Left = e.Value.HasLeft() // not if they won
			if !yield(e.Value, nil) {
				return
			}
		}
	}
}

// Holders returns the holders that erase what a person typed in deals, and the person's own history. Their
// opponents' histories keep the random id.
func (a Archive) Holders() []documents.Holder {
	return []documents.Holder{
		{Kind: KindDeal, Erase: a.eraseCuts, NotDisclosed: "`history export` gives it"},
		{
			Kind: KindHistory, Form: documents.CheckForm[match.Past],
			Erase: a.Store.EraseOfPerson(KindHistory), Disclose: a.disclose,
		},
	}
}

// disclosedMatch is a finished match as its player is told of it.
type disclosedMatch struct {
	match.Past
	People  *struct{} `json:"people,omitempty"` // hides the random ids of others
	Players []string  `json:"players"`
}

// matchRoom is how many bytes of a disclosure's file matches may fill.
const matchRoom = chat.MaxFile / 2

// disclose adds as many of the latest matches as there is room for, and the number of the others.
func (a Archive) disclose(ctx context.Context, d *documents.Disclosure) error {
	var all []disclosedMatch
	room := matchRoom
	for p, err := range a.Of(ctx, d.Accounts) {
		if err != nil {
			return err
		}
		names, err := d.Names(ctx, p.People)
		if err != nil {
			return err
		}
		m := disclosedMatch{Past: p, Players: names}
		if room -= documents.DisclosedSize(m); room < 0 {
			if d.Fields["left"], err = a.count(ctx, d.Accounts, p.Mark()); err != nil {
				return err
			}
			break
		}
		all = append(all, m)
	}
	d.Fields["matches"] = all
	return nil
}

// count returns how many matches the identities finished up to the one with the mark, inclusive. A match that
// two of them played counts once.
func (a Archive) count(ctx context.Context, who []chat.Identity, mark string) (n int, err error) {
	marks := make(map[string]bool)
	for _, x := range who {
		prefix := historyKey(x.Person, "")
		for doc := range documents.Until(a.Store.Scan(ctx, KindHistory, historyKey(x.Person, mark), prefix), &err) {
			marks[strings.TrimPrefix(doc.Key.ID, prefix)] = true
		}
	}
	return len(marks), err
}
