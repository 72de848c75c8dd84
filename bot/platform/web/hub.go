package web

import (
	"crypto/rand"
	"html/template"
	"maps"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// The bot posts dropped messages again.
const (
	maxChannel = 200
	maxPanels  = 50
	maxAnswers = 1
	maxPersons = 5000 // users with a side of the page
)

// hub holds the page's content. It sends nothing under its lock: streams wake up and fetch the newest content,
// therefore slow browsers delay nobody. Version numbers never count other users' private changes: that would reveal
// activity.
type hub struct {
	epoch string // part of refs and marks
	now   func() time.Time

	mu      sync.Mutex
	changes changes
	channel pane
	persons map[chat.UserID]*person
}

// person is a user's side of the page.
type person struct {
	epoch       string  // part of marks; evictions invalidate them
	changes     changes // includes notifications in the channel
	panels      pane
	answers     pane
	name        string // as shown, once the user has opened the page
	lang        string
	browserLang string // the browser's language
	flash       flash
	spokeAt     time.Time // last quick word
	streams     []*stream
}

// flash is for the next page without a script.
type flash struct {
	alert string
	retry string // ID of the failed form
	ask   *chat.Ask
}

func newHub(epoch string, now func() time.Time) *hub {
	h := &hub{epoch: epoch, now: now, changes: 1, persons: make(map[chat.UserID]*person)}
	h.channel = pane{name: "channel", limit: maxChannel, changes: &h.changes, now: now}
	return h
}

// The lock must be held.
func (h *hub) person(user chat.UserID) *person {
	if p, ok := h.persons[user]; ok {
		return p
	}
	if len(h.persons) >= maxPersons { // evict absent users without a table
		maps.DeleteFunc(h.persons, func(_ chat.UserID, p *person) bool {
			return len(p.streams) == 0 && !slices.ContainsFunc(p.panels.messages, func(m *message) bool { return !m.answer })
		})
	}
	p := &person{epoch: rand.Text(), changes: 1}
	p.panels = pane{name: "panels", private: true, limit: maxPanels, changes: &p.changes, now: h.now}
	p.answers = pane{name: "answers", limit: maxAnswers, changes: &p.changes, now: h.now}
	h.persons[user] = p
	return p
}

func (h *hub) knows(user chat.UserID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.persons[user] != nil
}

func (h *hub) watched(user chat.UserID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.persons[user]
	return p != nil && len(p.streams) > 0
}

// Refs are unique across processes.
func (h *hub) newRef() chat.Ref { return chat.Ref(h.epoch + "-" + rand.Text()) }

// setMessage returns false if an old message is gone. An empty user stands for the channel.
func (h *hub) setMessage(user chat.UserID, lang string, m message, isNew bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	list, call := &h.channel, m.call
	if user != "" {
		p := h.person(user)
		p.lang, list = lang, &p.panels
	}
	m.call = nil
	at, changed := list.find(m.ref), true
	switch {
	case at != nil:
		changed = list.change(at, m)
	case isNew:
		at = list.add(m)
	default:
		return false
	}
	if changed {
		h.wake(user)
	}
	h.call(at, call)
	return true
}

// call wakes only the notified user's streams.
func (h *hub) call(m *message, call *chat.Call) {
	again := callID(call) == callID(m.call)
	if m.call = call; again || callID(call) == "" {
		return
	}
	m.calledAt, m.hidden, m.at = 1, false, h.now()
	if p := h.persons[call.User]; p != nil {
		m.calledAt = p.changes.next()
		p.wake()
	}
}

func (h *hub) remove(user chat.UserID, ref chat.Ref) {
	if user != "" {
		h.drop(user, func(p *person) bool { return p.panels.remove(ref) })
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.channel.remove(ref) {
		h.wake("")
	}
}

func (h *hub) removePage(user chat.UserID, ref chat.Ref) {
	h.drop(user, func(p *person) bool { return p.answers.remove(ref) || p.panels.remove(ref) })
}

func (h *hub) dismiss(user chat.UserID, ref chat.Ref) {
	h.drop(user, func(p *person) bool { return p.answers.remove(ref) || p.panels.hideEnded(ref) })
}

func (h *hub) drop(user chat.UserID, remove func(*person) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.persons[user]; p != nil && remove(p) {
		p.wake()
	}
}

// answer shows a private page. It replaces the page with the same ref. last moves the page to the end.
func (h *hub) answer(user chat.UserID, lang string, m message, k kind, last bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	m.answer = true
	p := h.person(user)
	p.lang = lang
	list, other := &p.answers, &p.panels
	if k == kindPanel {
		list, other = other, list
	}
	other.remove(m.ref)
	if last {
		list.remove(m.ref)
	}
	if old := list.find(m.ref); old != nil {
		list.change(old, m)
	} else {
		list.add(m)
	}
	h.wake(user)
}

// laidOut returns the message with the screen's table, or "".
func (h *hub) laidOut(user chat.UserID, s *chat.Screen) chat.Ref {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.persons[user]
	if p == nil || s == nil || !s.Panel || s.Table == "" {
		return ""
	}
	for _, m := range p.panels.messages {
		if m.table == s.Table {
			return m.ref
		}
	}
	return ""
}

// An empty flash clears it.
func (h *hub) setFlash(user chat.UserID, f flash) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.person(user).flash = f
}

type content struct {
	Mark                     string
	At                       int64 // in Unix ms
	Channel, Panels, Answers []template.HTML
}

// read returns the user's content and language. It removes and returns the flash.
func (h *hub) read(user chat.UserID, browserLang string) (seen content, lang string, left flash) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.person(user)
	left, p.flash, p.browserLang = p.flash, flash{}, browserLang
	who := reader{user, p.language()}
	seen = content{h.mark(p), h.now().UnixMilli(), h.channel.htmls(who), p.panels.htmls(who), p.answers.htmls(who)}
	return seen, who.lang, left
}

func (p *person) language() string { return catalogue.In(p.lang, p.browserLang).Say("lang") }

func (h *hub) forget(user chat.UserID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.persons[user]; p != nil {
		for _, s := range p.streams {
			close(s.replaced)
		}
		delete(h.persons, user)
	}
}
