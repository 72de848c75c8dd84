// Package past stores finished matches and deals. Start reading at [Archive].
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

// KindHistory is the document kind of people's finished matches.
const KindHistory = "history"

// Archive reads finished matches and deals.
type Archive struct{ Store *documents.Store }

func historyKey(id chat.PersonID, mark string) string { return string(id) + "|" + mark }

// Doc returns the match's history document.
func Doc(p match.HistoryEntry) (storage.Doc, error) {
	return documents.Encode(KindHistory, historyKey(p.People[p.Seat], p.Cursor()), 0, p)
}

// MatchesOf yields all identities' finished matches, newest first, each once.
func (a Archive) MatchesOf(ctx context.Context, who []chat.Identity) iter.Seq2[match.HistoryEntry, error] {
	return a.MatchesFrom(ctx, who, "", false)
}

type head struct {
	match.HistoryEntry
	next func() (match.HistoryEntry, error, bool)
}

// MatchesFrom yields older matches than the mark, or newer ones if upwards is set.
func (a Archive) MatchesFrom(ctx context.Context, who []chat.Identity, mark string, upwards bool) iter.Seq2[match.HistoryEntry, error] {
	inOrder := func(x, y head) int {
		if upwards {
			return strings.Compare(x.Cursor(), y.Cursor())
		}
		return strings.Compare(y.Cursor(), x.Cursor())
	}
	return func(yield func(match.HistoryEntry, error) bool) {
		var heads []head
		for _, x := range who {
			next, stop := iter.Pull2(a.ofIdentity(ctx, x.Person, mark, upwards))
			defer stop()
			heads = append(heads, head{next: next})
		}
		var p match.HistoryEntry
		for {
			var err error
			if heads, err = passHeads(heads, p.Cursor()); err != nil {
				yield(match.HistoryEntry{}, err)
				return
			}
			if len(heads) == 0 {
				return
			}
			p = slices.MinFunc(heads, inOrder).HistoryEntry
			if !yield(p, nil) {
				return
			}
		}
	}
}

func passHeads(heads []head, mark string) (left []head, err error) {
	for _, h := range heads {
		more := true
		if h.Cursor() == mark {
			h.HistoryEntry, err, more = h.next()
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

func (a Archive) ofIdentity(ctx context.Context, id chat.PersonID, mark string, upwards bool) iter.Seq2[match.HistoryEntry, error] {
	return func(yield func(match.HistoryEntry, error) bool) {
		from, to := historyKey(id, cmp.Or(mark, "~")), historyKey(id, "")
		if upwards {
			from, to = historyKey(id, mark), historyKey(id, "~")
		}
		for e, err := range documents.DecodeAll[match.HistoryEntry](a.Store.Scan(ctx, KindHistory, from, to)) {
			if err != nil {
				yield(match.HistoryEntry{}, fmt.Errorf("bot: history: %w", err))
				return
			}
			if e.Key.ID == historyKey(id, mark) {
				continue
			}
			e.Value.Left = e.Value.HasLeft() // a winner counts as staying
			if !yield(e.Value, nil) {
				return
			}
		}
	}
}

// Holders returns the package's holders. Opponents' histories keep random ids.
func (a Archive) Holders() []documents.Holder {
	return []documents.Holder{
		{Kind: KindDeal, Erase: a.eraseCuts, NotDisclosed: "`history export` gives it"},
		{
			Kind: KindHistory, CheckForm: documents.CheckForm[match.HistoryEntry],
			Erase: a.Store.EraseByPerson(KindHistory), Disclose: a.disclose,
		},
	}
}

type disclosedMatch struct {
	match.HistoryEntry
	People  *struct{} `json:"people,omitempty"` // hides others' ids
	Players []string  `json:"players"`
}

const maxMatchBytes = chat.MaxFile / 2

func (a Archive) disclose(ctx context.Context, d *documents.Disclosure) error {
	var all []disclosedMatch
	room := maxMatchBytes
	for p, err := range a.MatchesOf(ctx, d.Accounts) {
		if err != nil {
			return err
		}
		names, err := d.Names(ctx, p.People)
		if err != nil {
			return err
		}
		m := disclosedMatch{HistoryEntry: p, Players: names}
		if room -= documents.DisclosedSize(m); room < 0 {
			if d.Fields["left"], err = a.countOlder(ctx, d.Accounts, p.Cursor()); err != nil {
				return err
			}
			break
		}
		all = append(all, m)
	}
	d.Fields["matches"] = all
	return nil
}

func (a Archive) countOlder(ctx context.Context, who []chat.Identity, mark string) (n int, err error) {
	marks := make(map[string]bool)
	for _, x := range who {
		prefix := historyKey(x.Person, "")
		for doc := range documents.UntilError(a.Store.Scan(ctx, KindHistory, historyKey(x.Person, mark), prefix), &err) {
			marks[strings.TrimPrefix(doc.Key.ID, prefix)] = true
		}
	}
	return len(marks), err
}
