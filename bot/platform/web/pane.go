package web

import (
	"html/template"
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
)

type message struct {
	ref      chat.Ref
	editions []edition // the first is the fallback
	shown    []*shownPicture
	call     *chat.Call
	ended    bool
	answer   bool          // the answer to a press; may be evicted
	away     bool          // hidden until the content changes
	table    string        // the laid-out table, or ""
	sits     []chat.UserID // users by seat; "" is the computer

	age     time.Time // when its subject began; zero is now
	at      time.Time // last change or notification
	version uint64    // the pane's, at the last change
	called  uint64    // the notified user's, at the notification
}

// changes counts a reader's visible changes from 1; 0 means none seen.
type changes uint64

func (c *changes) next() uint64 {
	*c++
	return uint64(*c)
}

type pane struct {
	name     string
	private  bool // for one user
	limit    int
	messages []*message
	changes  *changes
	now      func() time.Time
	version  uint64 // last change, including removals
}

func (p *pane) changed() uint64 {
	p.version = p.changes.next()
	return p.version
}

func (p *pane) find(ref chat.Ref) *message {
	i := slices.IndexFunc(p.messages, func(m *message) bool { return m.ref == ref })
	if i < 0 {
		return nil
	}
	return p.messages[i]
}

// add sorts by age; no age means last. A full pane drops its oldest.
func (p *pane) add(m message) *message {
	m.version, m.at = p.changed(), p.now()
	if over := len(p.messages) + 1 - p.limit; over > 0 {
		for _, old := range p.messages[:over] {
			old.setPictures(nil)
		}
		p.messages = slices.Delete(p.messages, 0, over)
	}
	at := len(p.messages)
	if at > 0 && m.age.IsZero() {
		m.age = p.messages[at-1].age
	}
	for at > 0 && p.messages[at-1].age.After(m.age) {
		at--
	}
	p.messages = slices.Insert(p.messages, at, &m)
	return &m
}

// Only new content shows a hidden message again.
func (p *pane) change(m *message, to message) bool {
	if slices.Equal(m.editions, to.editions) {
		return false
	}
	m.editions, m.ended, m.away, m.table, m.sits = to.editions, to.ended, to.away, to.table, to.sits
	m.setPictures(to.shown)
	m.version, m.at = p.changed(), p.now()
	return true
}

func (p *pane) remove(ref chat.Ref) bool {
	m := p.find(ref)
	if m == nil {
		return false
	}
	m.setPictures(nil)
	p.messages = slices.DeleteFunc(p.messages, func(other *message) bool { return other == m })
	p.changed()
	return true
}

// hideEnded keeps the message, to prevent another post.
func (p *pane) hideEnded(ref chat.Ref) bool {
	m := p.find(ref)
	if m == nil || !m.ended || m.away {
		return false
	}
	m.away = true
	p.changed()
	return true
}

// seen omits hidden messages. In a private pane running messages come first, then the newest ended ones.
func (p *pane) seen() []*message {
	all := slices.DeleteFunc(slices.Clone(p.messages), func(m *message) bool { return m.away })
	if !p.private {
		return all
	}
	ended := slices.DeleteFunc(slices.Clone(all), func(m *message) bool { return !m.ended })
	slices.Reverse(ended)
	running := slices.DeleteFunc(all, func(m *message) bool { return m.ended })
	return append(running, ended[:min(len(ended), maxEnded)]...)
}

const maxEnded = 3

// listUpdate is a pane's difference for a reader. Removed messages are missing in the order.
type listUpdate struct {
	Name    string         `json:"name"`
	Order   []chat.Ref     `json:"order"`
	Changed []changedEntry `json:"changed"`
}

type changedEntry struct {
	Ref   chat.Ref   `json:"ref"`
	HTML  string     `json:"html"`
	At    int64      `json:"at"` // in Unix ms
	Calls string     `json:"calls,omitempty"`
	Says  []callPart `json:"says,omitempty"`
}

// Browsers apply their time zone to a moment.
type callPart struct {
	Text string `json:"text"`
	At   int64  `json:"at,omitempty"`
}

func saidIn(line chat.Line) (parts []callPart) {
	for _, s := range line {
		part := callPart{Text: harmless(s.Text)}
		if !s.At.IsZero() {
			part.At = s.At.UnixMilli()
		}
		parts = append(parts, part)
	}
	return parts
}

// callID returns "" for none or a quiet one.
func callID(c *chat.Call) string {
	if c == nil || c.Quiet {
		return ""
	}
	return c.Thread + " " + strconv.Itoa(c.Number)
}

// since returns changes after seen, and notifications after calls.
func (p *pane) since(seen uint64, who reader, calls uint64) listUpdate {
	u := listUpdate{Name: p.name, Order: []chat.Ref{}, Changed: []changedEntry{}}
	for _, m := range p.seen() {
		u.Order = append(u.Order, m.ref)
		e := changedEntry{Ref: m.ref, HTML: string(m.html(who)), At: m.at.UnixMilli()}
		called := m.call != nil && m.call.User == who.user && m.called > calls
		if called {
			e.Calls, e.Says = callID(m.call), saidIn(m.call.Text)
		}
		if called || m.version > seen {
			u.Changed = append(u.Changed, e)
		}
	}
	return u
}

func (p *pane) htmls(who reader) (all []template.HTML) {
	for _, m := range p.seen() {
		all = append(all, m.html(who))
	}
	return all
}
