package bot

import (
	"context"
	"fmt"
	"iter"

	"tarockbot/render"
	"tarockbot/render/words"
)

// filterExport is what is said after "history" to have it as a file. What people
// type for it is the text "typed.filter.export".
const filterExport = "export"

// filters are the words that may follow "history", and "replay CODE". What people
// type for them are the texts "typed.filter.WORD".
var filters = []string{filterExport, wordShare}

// historySize is how many matches the history shows.
const historySize = 10

// history shows a person's latest matches, with a button to each one's deals, or
// sends them as a file: "history export".
func (b *Bot) history(ctx context.Context, r *request) (Answer, error) {
	if b.tongues.filters[plainWord(r.arg(0))] == filterExport {
		return b.exportHistory(ctx, r)
	}
	s := &Screen{Lang: r.t.Tag(), Text: []Line{{{Text: r.t.Say("history.title"), Style: Title}}}}
	n := 0
	for p, err := range b.matches(ctx, r.person) {
		if err != nil {
			return Answer{}, err
		}
		if n++; n > historySize {
			break
		}
		line, err := b.pastLine(ctx, r.t, p)
		if err != nil {
			return Answer{}, err
		}
		s.Text = append(s.Text, line)
		if p.Deals > 0 {
			s.Buttons = append(s.Buttons, []Button{{
				Label: r.t.Say("history.replay", "Code", string(p.Table)), Line: "replay " + dealID(p.Table, 1)}})
		}
	}
	if n == 0 {
		s.Text = append(s.Text, Line{{Text: r.t.Say("history.empty")}})
		return Answer{Screen: s}, nil
	}
	s.Buttons = append(s.Buttons, []Button{{Label: r.t.Say("history.export"), Line: "history export"}})
	return Answer{Screen: s}, nil
}

// matches are those that the person has finished through any identity, the newest
// first. One that two of them played before they were linked is there once.
func (b *Bot) matches(ctx context.Context, who person) iter.Seq2[past, error] {
	return func(yield func(past, error) bool) {
		var heads []*head
		for _, x := range who.identities() {
			next, stop := iter.Pull2(b.pastOf(ctx, x.Person))
			defer stop()
			h := &head{next: next}
			h.advance()
			heads = append(heads, h)
		}
		seen := make(map[TableID]bool)
		for {
			h := newest(heads)
			if h == nil {
				return
			}
			p, err := h.past, h.err
			if h.advance(); err == nil && seen[p.Table] {
				continue
			}
			seen[p.Table] = true
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// head is the newest match of an identity that hasn't been told yet.
type head struct {
	past past
	err  error
	ok   bool
	next func() (past, error, bool)
}

func (h *head) advance() { h.past, h.err, h.ok = h.next() }

// newest is the identity whose next match ended last, or whose history can't be
// read; nil if there is no match any more.
func newest(heads []*head) (best *head) {
	for _, h := range heads {
		if h.ok && (best == nil || h.err != nil || h.past.Ended.After(best.past.Ended)) {
			best = h
		}
	}
	return best
}

// pastOf is the history that is kept under the id, the latest match first.
func (b *Bot) pastOf(ctx context.Context, id PersonID) iter.Seq2[past, error] {
	return func(yield func(past, error) bool) {
		prefix := string(id) + "|"
		for doc, err := range b.cfg.Store.Scan(ctx, kindHistory, prefix+"~", prefix) {
			var p past
			if err != nil {
				err = fmt.Errorf("bot: history: %w", err)
			} else {
				err = decode(doc, &p)
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

func (b *Bot) pastLine(ctx context.Context, t *words.Tongue, p past) (Line, error) {
	names, err := b.namesOf(ctx, p.People, t)
	if err != nil {
		return nil, err
	}
	outcome := "history.lost"
	switch {
	case p.Drawn:
		outcome = "history.drawn"
	case p.Won:
		outcome = "history.won"
	}
	return Line{
		{Text: p.Ended.Format("2006-01-02") + " "},
		{Text: t.Say("rules."+p.Rules) + ": " + render.Scores(p.Totals, names) + " "},
		{Text: t.Say(outcome), Style: Strong},
	}, nil
}
