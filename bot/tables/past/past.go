package tables

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/storage"
)

// KindHistory is the kind of documents that are one finished match of one person each.
const KindHistory = "history"

// Histories are the finished matches of people.
type Histories struct{ Store *documents.Store }

// HistoryDoc adds the match to its person's history. Its id sorts by time.
func HistoryDoc(p match.Past) (storage.Doc, error) {
	return documents.Encode(KindHistory, string(p.People[p.Seat])+"|"+p.Mark(), 0, p)
}

// Of are the matches that a person has finished through any of the identities, the newest
// first. One that two of them played before they were linked is there once. An error ends
// it.
func (hs Histories) Of(ctx context.Context, who []chat.Identity) iter.Seq2[match.Past, error] {
	return hs.From(ctx, who, "", false)
}

// From are those older than the mark of a match or, upwards, those newer, the oldest
// first; without a mark all.
func (hs Histories) From(ctx context.Context, who []chat.Identity, from string, upwards bool) (all iter.Seq2[match.Past, error]) {
	all = func(func(match.Past, error) bool) {}
	for _, x := range who {
		all = merge(all, hs.of(ctx, x.Person, from, upwards), upwards)
	}
	return all
}

// merge yields the matches of both in order, those in both once, until an error.
func merge(xs, ys iter.Seq2[match.Past, error], upwards bool) iter.Seq2[match.Past, error] {
	return func(yield func(match.Past, error) bool) {
		last := ""
		tell := func(p match.Past, err error) bool {
			before := last
			last = p.Mark()
			return err == nil && last == before || yield(p, err) && err == nil
		}
		next, stop := iter.Pull2(ys)
		defer stop()
		y, yErr, more := next()
		for x, err := range xs {
			for ; more && (yErr != nil || (y.Mark() < x.Mark()) == upwards); y, yErr, more = next() {
				if !tell(y, yErr) {
					return
				}
			}
			if !tell(x, err) {
				return
			}
		}
		for ; more && tell(y, yErr); y, yErr, more = next() {
		}
	}
}

// of is the history that is kept under the id, as From says.
func (hs Histories) of(ctx context.Context, id chat.PersonID, mark string, upwards bool) iter.Seq2[match.Past, error] {
	return func(yield func(match.Past, error) bool) {
		prefix := string(id) + "|"
		from, to := prefix+"~", prefix
		switch {
		case upwards:
			from, to = prefix+mark, prefix+"~"
		case mark != "":
			from = prefix + mark
		}
		for e, err := range documents.Read[match.Past](hs.Store.Scan(ctx, KindHistory, from, to)) {
			if err != nil {
				err = fmt.Errorf("bot: history: %w", err)
			} else if e.Key.ID == prefix+mark {
				continue
			}
			e.Value.Left = e.Value.HasLeft()
			if !yield(e.Value, err) {
				return
			}
		}
	}
}

// Holder erases somebody's own history. Those they played with keep the random id in
// theirs.
func (hs Histories) Holder() documents.Holder {
	return documents.Holder{Kind: KindHistory, Form: documents.FormOf[match.Past], Erase: hs.Store.EraseOwn(KindHistory), Disclose: hs.disclose}
}

// disclosedMatch is one finished match.
type disclosedMatch struct {
	match.Past
	People  *struct{} `json:"people,omitempty"` // hides the random ids of others
	Players []string  `json:"players"`
}

// matchRoom is how many bytes of a file there are for matches.
const matchRoom = chat.MaxFile / 2

// disclose tells as many of the latest matches as there is room for. The others are only
// counted.
func (hs Histories) disclose(ctx context.Context, d *documents.Disclosure) error {
	var all []disclosedMatch
	room := matchRoom
	for p, err := range hs.Of(ctx, d.Accounts) {
		if err != nil {
			return err
		}
		names, err := d.Names(ctx, p.People)
		if err != nil {
			return err
		}
		m := disclosedMatch{Past: p, Players: names}
		if room -= documents.RoomOf(m); room < 0 {
			if d.Fields["left"], err = hs.count(ctx, d.Accounts, p.Mark()); err != nil {
				return err
			}
			break
		}
		all = append(all, m)
	}
	d.Fields["matches"] = all
	return nil
}

// count is how many matches the identities have finished until that with the mark, which
// counts. One that two of them played is there once.
func (hs Histories) count(ctx context.Context, who []chat.Identity, mark string) (int, error) {
	marks := make(map[string]bool)
	for _, x := range who {
		prefix := string(x.Person) + "|"
		for doc, err := range hs.Store.Scan(ctx, KindHistory, prefix+mark, prefix) {
			if err != nil {
				return 0, err
			}
			marks[strings.TrimPrefix(doc.Key.ID, prefix)] = true
		}
	}
	return len(marks), nil
}
