package telegram

import (
	"context"
	"encoding/json"
	"maps"
	"strconv"
	"sync"

	"tarockbot/bot"
)

// pages know which message is which private page of a person: there is one of
// a name. They are in the notes, so that a page stays one after a restart.
type pages struct {
	notes bot.Notes

	mu   sync.Mutex
	kept map[int64]map[string]page // by person, then by name
}

// page is the message of a page.
type page struct {
	Message   int  `json:"message"`
	Protected bool `json:"protected,omitempty"`
}

const maxPages = 10_000 // people in memory

func newPages(notes bot.Notes) *pages {
	return &pages{notes: notes, kept: make(map[int64]map[string]page)}
}

func pagesKey(user int64) string { return "pages/" + strconv.FormatInt(user, 10) }

// of returns the person's pages, which must not be changed.
func (p *pages) of(ctx context.Context, user int64) map[string]page {
	p.mu.Lock()
	all, ok := p.kept[user]
	p.mu.Unlock()
	if ok {
		return all
	}
	data, err := p.notes.Read(ctx, pagesKey(user))
	if err != nil {
		return nil
	}
	if json.Unmarshal(data, &all) != nil || all == nil {
		all = make(map[string]page)
	}
	p.keep(user, all)
	return all
}

func (p *pages) keep(user int64, all map[string]page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.kept) >= maxPages {
		clear(p.kept)
	}
	p.kept[user] = all
}

// put makes the message the page of that name; message 0 ends the page. If it
// can't be kept, the page is only remembered until the end of the process.
func (p *pages) put(ctx context.Context, user int64, name string, now page) {
	all := maps.Clone(p.of(ctx, user))
	if all == nil {
		all = make(map[string]page)
	}
	if all[name] == now {
		return
	}
	if all[name] = now; now.Message == 0 {
		delete(all, name)
	}
	p.keep(user, all)
	if data, err := json.Marshal(all); err == nil {
		_ = p.notes.Write(ctx, pagesKey(user), data) // the worst is a second page
	}
}
