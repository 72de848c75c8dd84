package web

import (
	"crypto/rand"
	"maps"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
)

// How much is kept, per list. What is dropped is posted anew by the bot.
const (
	maxChannel = 200
	maxPanels  = 50
	maxAnswers = 1
	maxPersons = 5000 // with anything to show
)

// hub is all that the page shows, and the streams that are to be told. Nothing is sent
// under its lock: a stream is marked, and fetches what is newest when it gets round to it,
// so that a slow browser delays and costs nobody. Nothing that one person is sent counts
// what others see alone: it would tell how often they do something in private.
type hub struct {
	epoch string // tells this process's references and marks from others'
	now   func() time.Time

	mu      sync.Mutex
	channel pane
	persons map[chat.UserID]*person
	files   []storedFile // oldest first
}

// person is one person's side of the page.
type person struct {
	epoch   string  // tells the marks of this side from those of one that was forgotten
	changes changes // in what is the person's own, calls in the channel too
	panels  pane
	answers pane
	lang    string // of the last private screen; "" as long as there is none
	heard   string // the language of the browser
	flash   flash
	streams []*stream
}

// flash is a word, or a question, for the next page that a browser without script loads.
type flash struct {
	alert string
	retry string // the act that failed and may be sent again
	ask   *chat.Ask
}

func newHub(epoch string, now func() time.Time) *hub {
	count := changes(1)
	return &hub{
		epoch:   epoch,
		now:     now,
		channel: pane{name: "channel", limit: maxChannel, changes: &count, now: now},
		persons: make(map[chat.UserID]*person),
	}
}

// person returns the person's side, made if need be. The lock must be held.
func (h *hub) person(user chat.UserID) *person {
	if p, ok := h.persons[user]; ok {
		return p
	}
	if len(h.persons) >= maxPersons { // those go who are away and have no table
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

// knows says whether the person has a side already.
func (h *hub) knows(user chat.UserID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.persons[user] != nil
}

// watched says whether the person has the page open.
func (h *hub) watched(user chat.UserID) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.persons[user]
	return p != nil && len(p.streams) > 0
}

// newRef names a new message; no other process has used it.
func (h *hub) newRef() chat.Ref { return chat.Ref(h.epoch + "-" + rand.Text()) }

// setMessage adds the message to the person's panels, or to the channel if user is "", or gives
// the one there a new content; it says if there is none though it isn't new.
func (h *hub) setMessage(user chat.UserID, lang string, m message, isNew bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	list, call := h.list(user, lang), m.call
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

// call lets the message call somebody, or nobody. Who isn't called doesn't learn of it.
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

// remove takes a message away.
func (h *hub) remove(user chat.UserID, lang string, ref chat.Ref) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.list(user, lang).remove(ref) {
		h.wake(user)
	}
}

// list is where messages for the user stand. The lock must be held.
func (h *hub) list(user chat.UserID, lang string) *pane {
	if user == "" {
		return &h.channel
	}
	p := h.person(user)
	p.lang = lang
	return &p.panels
}

// answer puts a private page among the person's answers or, if it lays out a table, among
// their panels: in the place of the one with the same ref, or last if there is none or it
// shall go last.
func (h *hub) answer(user chat.UserID, lang string, m message, laid, last bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	m.answer = true
	p := h.person(user)
	p.lang = lang
	list, other := &p.answers, &p.panels
	if laid {
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

// removePage takes the page of an answer away, wherever it stands.
func (h *hub) removePage(user chat.UserID, ref chat.Ref) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if p := h.persons[user]; p != nil && (p.answers.remove(ref) || p.panels.remove(ref)) {
		h.wake(user)
	}
}

// dismiss removes one of the person's answers, or puts a panel away that has ended.
func (h *hub) dismiss(user chat.UserID, ref chat.Ref) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.persons[user]
	if p != nil && (p.answers.remove(ref) || p.panels.hideEnded(ref)) {
		h.wake(user)
	}
}

// laidOut is the person's message that lays out the table whose hand the screen shows: it
// needs no other. "" if there is none.
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

// setFlash keeps a flash for the person's next page; an empty one clears it.
func (h *hub) setFlash(user chat.UserID, f flash) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.person(user).flash = f
}

// look returns what the person sees, the language of that, and the word that was left,
// which it takes.
func (h *hub) look(user chat.UserID, heard string) (seen pageData, lang string, left flash) {
	h.mu.Lock()
	defer h.mu.Unlock()
	p := h.person(user)
	left, p.flash, p.heard = p.flash, flash{}, heard
	who := reader{user, p.tongue()}
	return pageData{
		Seen: h.mark(p), Channel: h.channel.htmls(who), Panels: p.panels.htmls(who), Answers: p.answers.htmls(who),
	}, who.lang, left
}

// tongue is the language in which the person reads.
func (p *person) tongue() string { return catalogue.In(p.lang, p.heard).Say("lang") }

// forget ends the person's side of the page.
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
