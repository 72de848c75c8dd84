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

// Limits of the lists. The bot posts dropped messages again.
const (
	maxChannel = 200
	maxPanels  = 50
	maxAnswers = 1
	maxPersons = 5000 // sides of the page
)

// hub holds the content of the page and the streams to notify. Nothing is sent under its lock: a stream is
// woken and fetches the newest content when it is ready, so a slow browser delays nobody. Version numbers
// sent to one person never count others' private changes; they would reveal how active others are.
type hub struct {
	epoch string // part of refs and marks, different for each process
	now   func() time.Time

	mu      sync.Mutex
	changes changes // of the channel
	channel pane
	persons map[chat.UserID]*person
}

// person is one user's side of the page.
type person struct {
	epoch   string  // part of marks, so that marks from before an eviction are invalid
	changes changes // of panels and answers, and of notifications in the channel
	panels  pane
	answers pane
	lang    string // of the last private screen; "" before the first
	heard   string // the browser's language
	flash   flash
	streams []*stream
}

// flash is an alert or a question for the next page that a browser without script loads.
type flash struct {
	alert string
	retry string // the id of the failed form, for sending it again
	ask   *chat.Ask
}

func newHub(epoch string, now func() time.Time) *hub {
	h := &hub{epoch: epoch, now: now, changes: 1, persons: make(map[chat.UserID]*person)}
	h.channel = pane{name: "channel", limit: maxChannel, changes: &h.changes, now: now}
	return h
}

// person returns the user's side of the page, created if needed. The lock must be held.
func (h *hub) person(user chat.UserID) *person {
	if p, ok := h.persons[user]; ok {
		return p
	}
	if len(h.persons) >= maxPersons { // evict the absent without a table
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

// knows reports whether the user has a side of the page.
func (h *hub) knows(user chat.UserID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.persons[user] != nil
}

// watched reports whether the user has the page open.
func (h *hub) watched(user chat.UserID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.persons[user]
	return p != nil && len(p.streams) > 0
}

// newRef returns a ref for a new message, unique across processes.
func (h *hub) newRef() chat.Ref { return chat.Ref(h.epoch + "-" + rand.Text()) }

// setMessage adds the message to the user's panels, or to the channel if user is empty, or replaces the
// content of the message with the same ref. It returns false if the message is not new and is no longer
// there.
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

// call sets the message's notification. Only the notified user's streams are woken.
func (h *hub) call(m *message, call *chat.Call) {
	again := callID(call) == callID(m.call)
	if m.call = call; again || callID(call) == "" {
		return
	}
	m.called, m.away, m.at = 1, false, h.now()
	if p := h.persons[call.User]; p != nil {
		m.called = p.changes.next()
		p.wake()
	}
}

// remove removes a message from the user's panels, or from the channel if user is empty.
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

// removePage removes one of the user's private pages.
func (h *hub) removePage(user chat.UserID, ref chat.Ref) {
	h.drop(user, func(p *person) bool { return p.answers.remove(ref) || p.panels.remove(ref) })
}

// dismiss removes one of the user's answers or hides an ended panel.
func (h *hub) dismiss(user chat.UserID, ref chat.Ref) {
	h.drop(user, func(p *person) bool { return p.answers.remove(ref) || p.panels.hideEnded(ref) })
}

// drop calls remove for the user's side of the page, if there is one, and wakes the streams if it returns true.
func (h *hub) drop(user chat.UserID, remove func(*person) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.persons[user]; p != nil && remove(p) {
		p.wake()
	}
}

// answer shows a private page of the kind among the user's answers or panels. It replaces the page with the
// same ref; with last set, it moves to the end.
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

// laidOut returns the user's message that already lays out the screen's table, or "" if there is none.
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

// setFlash stores a flash for the user's next page; an empty one clears it.
func (h *hub) setFlash(user chat.UserID, f flash) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.person(user).flash = f
}

// content is what a person sees on the page.
type content struct {
	Mark                     string // see hub.mark
	At                       int64  // when, in Unix ms
	Channel, Panels, Answers []template.HTML
}

// look returns what the person sees and takes the flash. The language heard is the browser's; lang is the
// language of the page.
func (h *hub) look(user chat.UserID, heard string) (seen content, lang string, left flash) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.person(user)
	left, p.flash, p.heard = p.flash, flash{}, heard
	who := reader{user, p.tongue()}
	seen = content{h.mark(p), h.now().UnixMilli(), h.channel.htmls(who), p.panels.htmls(who), p.answers.htmls(who)}
	return seen, who.lang, left
}

// tongue returns the language in which the person reads.
func (p *person) tongue() string { return catalogue.In(p.lang, p.heard).Say("lang") }

// forget removes the user's side of the page and closes its streams.
func (h *hub) forget(user chat.UserID) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.persons[user]; p != nil {
		for _, s := range p.streams {
			close(s.yield)
		}
		delete(h.persons, user)
	}
}
