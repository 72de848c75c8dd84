package telegram

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

// pages maps private pages to messages.
type pages struct {
	notes chat.Notes
	mu    sync.Mutex
	kept  cache.Map[int64, map[string]page] // by person, then name

	requests    atomic.Int64
	lastRequest cache.Map[string, int64] // by person and name
}

type page struct {
	Message   int  `json:"message"`
	Protected bool `json:"protected,omitempty"`
	Begun     bool `json:"begun,omitempty"` // placeholder for a panel
	Photo     bool `json:"photo,omitempty"`
	// Chat is a question's group, or 0.
	Chat int64 `json:"chat,omitempty"`
}

func newPages(notes chat.Notes) *pages {
	return &pages{notes: notes, kept: cache.Map[int64, map[string]page]{Keep: maxKnown},
		lastRequest: cache.Map[string, int64]{Keep: maxKnown}}
}

func panelPage(table string) string { return "panel " + table }

func pagesKey(user int64) string { return "pages/" + strconv.FormatInt(user, 10) }

func (p *pages) find(ctx context.Context, user int64, name string) page {
	all, _ := p.all(ctx, user)
	return all[name]
}

// all returns the person's pages, which must not be changed.
func (p *pages) all(ctx context.Context, user int64) (map[string]page, error) {
	all, ok := p.kept.Get(user)
	if ok {
		return all, nil
	}
	data, err := p.notes.Read(ctx, pagesKey(user))
	if err != nil {
		return nil, err
	}
	if json.Unmarshal(data, &all) != nil || all == nil {
		all = make(map[string]page)
	}
	p.kept.Put(user, all)
	return all, nil
}

// recordRequest returns a function that reports whether the page was requested again.
func (p *pages) recordRequest(user int64, name string) (again func() bool) {
	key, number := fmt.Sprint(user, " ", name), p.requests.Add(1)
	p.lastRequest.Put(key, number)
	return func() bool {
		newest, _ := p.lastRequest.Get(key)
		return newest > number
	}
}

// maxPagesOfPerson bounds a person's pages. Above it all panels are forgotten, because their matches may be over.
const maxPagesOfPerson = 50

func (p *pages) remove(ctx context.Context, user int64, name string) messageID {
	before := p.find(ctx, user, name)
	p.set(ctx, user, name, page{})
	return messageID{cmp.Or(before.Chat, user), before.Message}
}

func (p *pages) set(ctx context.Context, user int64, name string, now page) {
	p.update(ctx, user, name, func(page) page { return now })
}

func (p *pages) update(ctx context.Context, user int64, name string, change func(page) page) {
	p.mu.Lock()
	defer p.mu.Unlock()
	before, err := p.all(ctx, user)
	now := change(before[name])
	if err != nil || before[name] == now {
		return // a write would replace unreadable pages
	}
	all := maps.Clone(before)
	if len(all) >= maxPagesOfPerson && now != (page{}) {
		maps.DeleteFunc(all, func(name string, _ page) bool { return strings.HasPrefix(name, panelPage("")) })
	}
	if all[name] = now; now == (page{}) {
		delete(all, name)
	}
	p.kept.Put(user, all)
	if data, err := json.Marshal(all); err == nil {
		_ = p.notes.Write(ctx, pagesKey(user), data) // after a failure a page may be posted twice
	}
}

// forget waits for changes in progress, which would restore the person's pages.
func (p *pages) forget(user int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.kept.Delete(user)
	p.lastRequest.DeleteFunc(func(key string, _ int64) bool { return strings.HasPrefix(key, fmt.Sprint(user, " ")) })
}
