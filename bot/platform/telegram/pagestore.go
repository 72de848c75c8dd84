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

// pages know the messages of private pages. A person has at most one page of a name. The notes store them
// for the next process.
type pages struct {
	notes    chat.Notes
	changing sync.Mutex
	kept     cache.Map[int64, map[string]page] // by person, then by name

	requests    atomic.Int64             // of pages, so far
	lastRequest cache.Map[string, int64] // the number of the last one, by person and name
}

// page is the message of a page.
type page struct {
	Message   int  `json:"message"`
	Protected bool `json:"protected,omitempty"`
	Begun     bool `json:"begun,omitempty"` // a placeholder for a panel
	Photo     bool `json:"photo,omitempty"` // the message has a picture
	// Chat is the chat of a question in a group; 0 for the private chat.
	Chat int64 `json:"chat,omitempty"`
}

func newPages(notes chat.Notes) *pages {
	return &pages{notes: notes, kept: cache.Map[int64, map[string]page]{Keep: maxKnown},
		lastRequest: cache.Map[string, int64]{Keep: maxKnown}}
}

// panelPage returns the name of the page that is a table's panel. It can move to the chat's end.
func panelPage(table string) string { return "panel " + table }

func pagesKey(user int64) string { return "pages/" + strconv.FormatInt(user, 10) }

// find returns the person's page of that name, or an empty one.
func (p *pages) find(ctx context.Context, user int64, name string) page {
	all, _ := p.all(ctx, user) // unreadable pages count as none
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

// recordRequest records that the person requests the page. again reports whether they have requested it once more
// since.
func (p *pages) recordRequest(user int64, name string) (again func() bool) {
	key, mine := fmt.Sprint(user, " ", name), p.requests.Add(1)
	p.lastRequest.Put(key, mine) // a forgotten request only shows a stale page
	return func() bool {
		newest, _ := p.lastRequest.Get(key)
		return newest > mine
	}
}

// maxOfOne bounds the pages of one person. Beyond it panels are forgotten, whose matches may be over.
const maxOfOne = 50

// remove forgets the page and returns its message.
func (p *pages) remove(ctx context.Context, user int64, name string) messageID {
	before := p.find(ctx, user, name)
	p.set(ctx, user, name, page{})
	return messageID{cmp.Or(before.Chat, user), before.Message}
}

// set stores the page; an empty page is removed.
func (p *pages) set(ctx context.Context, user int64, name string, now page) {
	p.update(ctx, user, name, func(page) page { return now })
}

// update stores what change makes of the page. Changes are serialized.
func (p *pages) update(ctx context.Context, user int64, name string, change func(page) page) {
	p.changing.Lock()
	defer p.changing.Unlock()
	before, err := p.all(ctx, user)
	now := change(before[name])
	if err != nil || before[name] == now {
		return // unreadable pages would be overwritten
	}
	all := maps.Clone(before)
	if len(all) >= maxOfOne && now != (page{}) {
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

// forget drops the person's pages from memory. It waits for a change in progress, which would store them
// again.
func (p *pages) forget(user int64) {
	p.changing.Lock()
	defer p.changing.Unlock()
	p.kept.Delete(user)
	p.lastRequest.DeleteFunc(func(key string, _ int64) bool { return strings.HasPrefix(key, fmt.Sprint(user, " ")) })
}
