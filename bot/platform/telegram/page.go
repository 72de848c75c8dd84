package telegram

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
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

	asked  atomic.Int64             // counts requests of pages
	newest cache.Map[string, int64] // the last request, by person and name
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
	return &pages{notes: notes, kept: cache.Map[int64, map[string]page]{Keep: maxKnown}, newest: cache.Map[string, int64]{Keep: maxKnown}}
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
	key, mine := fmt.Sprint(user, " ", name), p.asked.Add(1)
	p.newest.Put(key, mine) // a forgotten request only shows a stale page
	return func() bool {
		newest, _ := p.newest.Get(key)
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
	p.replace(ctx, user, name, nil, now)
}

// replace is set, unless the page isn't was any more. A nil was is any page. Changes are serialized.
func (p *pages) replace(ctx context.Context, user int64, name string, was *page, now page) {
	p.changing.Lock()
	defer p.changing.Unlock()
	before, err := p.all(ctx, user)
	if err != nil || before[name] == now || was != nil && before[name] != *was {
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
	p.newest.DeleteFunc(func(key string, _ int64) bool { return strings.HasPrefix(key, fmt.Sprint(user, " ")) })
}

// step does one part of an answer, in the answer's turn.
type step func(context.Context) error

// pageTurn returns the step that shows the answer's page, asks its question or sends its file. The step
// skips a page that the person has requested again since.
func (r *replies) pageTurn(o origin, a chat.Answer) step {
	var stale func() bool // nil: the page never becomes stale
	if a.Page != "" && a.Screen != nil {
		stale = r.pages.recordRequest(o.user, a.Page)
	}
	return func(ctx context.Context) error {
		if a.Ask != nil {
			return r.ask(ctx, o, a)
		}
		if err := r.turnPage(ctx, o, a, stale); err != nil || a.File == nil {
			return err
		}
		return r.sendFile(ctx, o, *a.File)
	}
}

// turnPage shows the answer's page in the private chat. Without a screen it deletes the page.
func (r *replies) turnPage(ctx context.Context, o origin, a chat.Answer, stale func() bool) error {
	to := target{chat: o.user}
	switch {
	case a.Page == "" && a.Screen == nil || stale != nil && stale():
		return nil
	case a.Screen == nil:
		r.posts.tryDelete(ctx, r.pages.remove(ctx, o.user, a.Page))
		return nil
	case a.Screen.Panel: // the bot fills it, because the answer may be outdated by now
		m := r.layouts.screenMessage(ctx, to, a.Screen.Beginning())
		return r.client.retryLimited(ctx, stale, func() error { return r.postPage(ctx, o, panelPage(a.Screen.Table), m, true) })
	}
	m := r.layouts.screenMessage(ctx, to, *a.Screen)
	err := r.client.retryLimited(ctx, stale, func() error { return r.editPage(ctx, o, a.Page, m) })
	if !errors.Is(err, chat.ErrGone) {
		return err
	}
	m.silent = o.at == to || a.Table != "" // a person who asked elsewhere isn't looking, but expects their own match
	return r.client.retryLimited(ctx, stale, func() error { return r.postPage(ctx, o, a.Page, m, false) })
}

// editPage shows the page in the pressed message. It returns ErrGone if that message isn't the page.
func (r *replies) editPage(ctx context.Context, o origin, name string, m outgoing) error {
	to, before := target{chat: o.user}, r.pages.find(ctx, o.user, name)
	if o.at != to || o.callback == "" || o.message != before.Message || m.protect != before.Protected {
		return chat.ErrGone
	}
	at := messageID{o.user, before.Message}
	r.posts.recent.recordForeign(ref{messageID: at, photo: before.Photo})
	err := r.posts.edit(ctx, at, m)
	if err == nil {
		r.recordPhoto(ctx, name, at)
		r.posts.illustrate(ctx, at, m, func(ctx context.Context) { r.recordPhoto(ctx, name, at) })
	}
	return err
}

// recordPhoto records whether the page's message in the private chat has a picture.
func (r *replies) recordPhoto(ctx context.Context, name string, at messageID) {
	was := r.pages.find(ctx, at.chat, name)
	now := was
	now.Photo = r.posts.recent.find(at).picture != ""
	if was.Message == at.message {
		r.pages.replace(ctx, at.chat, name, &was, now)
	}
}

// postPage posts the page and deletes its previous message. A begun panel is only a placeholder: the next
// Show fills it.
func (r *replies) postPage(ctx context.Context, o origin, name string, m outgoing, begun bool) error {
	at, err := r.posts.send(ctx, target{chat: o.user}, m)
	if err != nil {
		return err
	}
	if !begun {
		r.posts.illustrate(ctx, at, m, func(ctx context.Context) { r.recordPhoto(ctx, name, at) })
	}
	if name == "" {
		return nil
	}
	before := r.pages.find(ctx, o.user, name)
	r.pages.set(ctx, o.user, name, page{Message: at.message, Protected: m.protect, Begun: begun, Photo: r.posts.recent.find(at).picture != ""})
	if !begun || before.Begun { // requested twice: the previous message is still a placeholder
		r.posts.tryDelete(ctx, messageID{o.user, before.Message})
	}
	return nil
}
