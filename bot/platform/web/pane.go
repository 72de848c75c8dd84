package web

import (
	"html/template"
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
)

// message is one message on the page. Its editions are rendered once.
type message struct {
	ref      chat.Ref
	editions []edition       // the first is the fallback
	shown    []*shownPicture // at most one per language
	call     *chat.Call      // the notification; nil for none
	ended    bool            // the reader may hide it
	answer   bool            // it answers a press and may be evicted
	away     bool            // hidden until its content changes
	table    string          // the table laid out; "" for none
	sits     []chat.UserID   // the table's users by seat; "" is the computer

	age     time.Time // when its subject began; zero is now
	at      time.Time // when it last changed or notified
	version uint64    // the pane's version at its last change
	called  uint64    // the notified user's version at the notification
}

// changes counts the changes that a reader can see, from 1. 0 stands for a reader who has seen nothing.
type changes uint64

// next counts one more change and returns its number.
func (c *changes) next() uint64 {
	*c++
	return uint64(*c)
}

// pane is a list of messages by age, bounded by limit.
type pane struct {
	name     string
	private  bool // seen by one user only
	limit    int
	messages []*message
	changes  *changes
	now      func() time.Time
	version  uint64 // the number of the last change, removals included
}

// changed counts a change of the pane and returns its number.
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

// add inserts the message by age. A message without an age goes last and takes the age of the message
// before it. If the pane is full, the oldest are dropped.
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

// change replaces the message's content and reports whether it differs. A hidden message reappears only
// with new content.
func (p *pane) change(m *message, to message) bool {
	if slices.Equal(m.editions, to.editions) {
		return false
	}
	m.editions, m.ended, m.away, m.table, m.sits = to.editions, to.ended, to.away, to.table, to.sits
	m.setPictures(to.shown)
	m.version, m.at = p.changed(), p.now()
	return true
}

// remove removes the message and reports whether it was there.
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

// hideEnded hides an ended message. It stays in the list, so the bot doesn't post it again.
func (p *pane) hideEnded(ref chat.Ref) bool {
	m := p.find(ref)
	if m == nil || !m.ended || m.away {
		return false
	}
	m.away = true
	p.changed()
	return true
}

// seen returns the messages that are not hidden. In a private pane, running messages come first, then the
// last few ended ones, newest first.
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

// maxEnded is the number of ended messages shown in a private pane.
const maxEnded = 3

// listUpdate is the difference of one pane for a reader: the changed messages, and the order of all. A
// message that isn't in the order was removed.
type listUpdate struct {
	Name    string         `json:"name"`
	Order   []chat.Ref     `json:"order"`
	Changed []changedEntry `json:"changed"`
}

type changedEntry struct {
	Ref   chat.Ref   `json:"ref"`
	HTML  string     `json:"html"`
	At    int64      `json:"at"`              // of the change or notification, in Unix ms
	Calls string     `json:"calls,omitempty"` // the id of a new notification of the reader
	Says  []callPart `json:"says,omitempty"`  // the notification's text
}

// callPart is a part of a notification's text. A moment is shown in the time zone of the browser.
type callPart struct {
	Text string `json:"text"`
	At   int64  `json:"at,omitempty"` // the moment in the text, in Unix ms
}

// saidIn returns the parts of the line.
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

// callID returns an id that is different for each notification, or "" if there is none or it is quiet.
func callID(c *chat.Call) string {
	if c == nil || c.Quiet {
		return ""
	}
	return c.Thread + " " + strconv.Itoa(c.Number)
}

// since returns the changes after the version seen, and the reader's notifications after the number calls.
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

// htmls returns the messages as the reader sees them.
func (p *pane) htmls(who reader) (all []template.HTML) {
	for _, m := range p.seen() {
		all = append(all, m.html(who))
	}
	return all
}
