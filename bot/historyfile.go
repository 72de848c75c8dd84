package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/storage"
)

// historyFile is what the file with a person's deals is called.
const historyFile = "tarock-history.json"

// exportHistory gives the person the records of the deals of their matches, the
// oldest first: of as many of the latest as there is room for in a file.
func (b *Bot) exportHistory(ctx context.Context, r *request, want historyAsked) (Answer, error) {
	free, err := b.filing(ctx)
	if err != nil {
		return Answer{}, err
	}
	defer free()
	f := &dealsFile{room: MaxFile - len("[]\n")}
	for p, err := range b.played(ctx, r.person, want) {
		if err == nil {
			err = b.addDeals(ctx, f, p)
		}
		if err != nil {
			return Answer{}, err
		}
		if f.full {
			break
		}
	}
	if len(f.deals) == 0 {
		return Answer{}, chat.Refuse("no-records")
	}
	page := pages.HistoryFile{Filter: want.HistoryFilter, Deals: len(f.deals), Matches: f.matches, Full: f.full}
	return Answer{Screen: page.Screen(r.t), File: &File{Name: historyFile, Type: "application/json", Data: f.text()}}, nil
}

// fileMakers is how many files are made at a time: each takes several times its size
// while it is.
const fileMakers = 2

// fileWait is how long somebody waits for others' files to be made.
const fileWait = time.Second

// filing begins to make a file, when few enough are being made, until free is
// called.
func (b *Bot) filing(ctx context.Context) (free func(), err error) {
	late := time.NewTimer(fileWait)
	defer late.Stop()
	select {
	case b.files <- struct{}{}:
		return func() { <-b.files }, nil
	case <-late.C:
		return nil, chat.Refuse("files-busy")
	case <-ctx.Done():
		return nil, fmt.Errorf("bot: file: %w", ctx.Err())
	}
}

// dealsFile are the records of deals on their way into a file, the latest first.
type dealsFile struct {
	deals   [][]byte
	matches int
	room    int  // bytes that are left
	full    bool // there was no room for one
}

// text is the file: an array of records, the oldest first.
func (f *dealsFile) text() []byte {
	deals := slices.Clone(f.deals)
	slices.Reverse(deals)
	return slices.Concat([]byte("["), bytes.Join(deals, []byte(",\n")), []byte("]\n"))
}

// addDeals adds the records of the match's deals that are over, as far as there
// is room.
func (b *Bot) addDeals(ctx context.Context, f *dealsFile, p match.Past) error {
	before := len(f.deals)
	for n := p.Deals; n > 0; n-- {
		doc, err := b.store.Get(ctx, storage.Key{Kind: tables.KindDeal, ID: match.DealID(p.Table, n)})
		if errors.Is(err, storage.ErrNotFound) {
			continue
		}
		if err != nil {
			return fmt.Errorf("bot: history: %w", err)
		}
		record := withEdition(doc.Data)
		f.room -= len(record) + len(",\n")
		if f.full = f.room < 0; f.full {
			break
		}
		f.deals = append(f.deals, record)
	}
	if len(f.deals) > before {
		f.matches++
	}
	return nil
}

// withEdition is a finished deal's record that says by which edition of the rules it was
// settled, which the first ones don't: so that whoever replays it doesn't expect what
// today's rules make of it.
func withEdition(record []byte) []byte {
	var of struct{ Edition int }
	if json.Unmarshal(record, &of) != nil || of.Edition != 0 {
		return record
	}
	return fmt.Appendf(slices.Clip(record[:len(record)-1]), `,"edition":%d}`, engine.FirstEdition)
}

// played are the matches of the person that are asked for, the newest first. If all
// are, those that go on come before, as far as they are played.
func (b *Bot) played(ctx context.Context, who people.Person, want historyAsked) iter.Seq2[match.Past, error] {
	return func(yield func(match.Past, error) bool) {
		if !want.All() {
			b.eachPast(ctx, who, want, yield)
			return
		}
		for _, x := range slices.Backward(b.register.Of(who)) {
			if t := b.peek(x.ID); t != nil && !yield(match.Past{Table: t.ID, Deals: len(t.Match.Done)}, nil) {
				return
			}
		}
		b.eachPast(ctx, who, want, yield)
	}
}

// eachPast yields the finished matches that are asked for.
func (b *Bot) eachPast(ctx context.Context, who people.Person, want historyAsked, yield func(match.Past, error) bool) {
	for p, err := range b.matches(ctx, who) {
		if (err != nil || want.admits(p)) && !yield(p, err) {
			return
		}
	}
}
