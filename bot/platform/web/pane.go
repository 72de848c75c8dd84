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
	variants []variant // the first is the fallback
	shown    []*shownPicture
	call     *chat.Call
	ended    bool
	answer   bool          // the answer to a press; may be evicted
	hidden   bool          // hidden until the content changes
	table    string        // ID of the table drawn as HTML, or ""
	players  []chat.UserID // users by seat; "" is the computer

	began    time.Time // start of the shown match; zero sorts the message last
	at       time.Time // last change or notification
	version  uint64    // the pane's version at the last change
	calledAt uint64    // the notified user's change number at the notification
}

// changes numbers the changes that a reader can see, from 1.
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

func (p *pane) nextVersion() uint64 {
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

// add sorts by began; zero means last. A full pane drops its oldest message.
func (p *pane) add(m message) *message {
	m.version, m.at = p.nextVersion(), p.now()
	if over := len(p.messages) + 1 - p.limit; over > 0 {
		for _, old := range p.messages[:over] {
			old.setPictures(nil)
		}
		p.messages = slices.Delete(p.messages, 0, over)
	}
	at := len(p.messages)
	if at > 0 && m.began.IsZero() {
		m.began = p.messages[at-1].began
	}
	for at > 0 && p.messages[at-1].began.After(m.began) {
		at--
	}
	p.messages = slices.Insert(p.messages, at, &m)
	return &m
}

// Only new content shows a hidden message again.
func (p *pane) change(m *message, to message) bool {
	if slices.Equal(m.variants, to.variants) {
		return false
	}
	m.variants, m.ended, m.hidden, m.table, m.players = to.variants, to.ended, to.hidden, to.table, to.players
	m.setPictures(to.shown)
	m.version, m.at = p.nextVersion(), p.now()
	return true
}

func (p *pane) remove(ref chat.Ref) bool {
	m := p.find(ref)
	if m == nil {
		return false
	}
	m.setPictures(nil)
	p.messages = slices.DeleteFunc(p.messages, func(other *message) bool { return other == m })
	p.nextVersion()
	return true
}

// hideEnded hides an ended message. It doesn't remove it, because the bot would post it again.
func (p *pane) hideEnded(ref chat.Ref) bool {
	m := p.find(ref)
	if m == nil || !m.ended || m.hidden {
		return false
	}
	m.hidden = true
	p.nextVersion()
	return true
}

// visible omits hidden messages. In a private pane running messages come first, then the newest ended ones.
func (p *pane) visible() []*message {
	all := slices.DeleteFunc(slices.Clone(p.messages), func(m *message) bool { return m.hidden })
	if !p.private {
		return all
	}
	ended := slices.DeleteFunc(slices.Clone(all), func(m *message) bool { return !m.ended })
	slices.Reverse(ended)
	running := slices.DeleteFunc(all, func(m *message) bool { return m.ended })
	return append(running, ended[:min(len(ended), maxEnded)]...)
}

const maxEnded = 3

// listUpdate is what changed in a pane for a reader. Order has all messages that remain.
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

// callPart is a text, or a time that the browser shows in its zone.
type callPart struct {
	Text string `json:"text"`
	At   int64  `json:"at,omitempty"`
}

func callParts(line chat.Line) (parts []callPart) {
	for _, s := range line {
		part := callPart{Text: harmless(s.Text)}
		if !s.At.IsZero() {
			part.At = s.At.UnixMilli()
		}
		parts = append(parts, part)
	}
	return parts
}

// callID returns "" for a nil or quiet call.
func callID(c *chat.Call) string {
	if c == nil || c.Suppressed {
		return ""
	}
	return c.Subject + " " + strconv.Itoa(c.Number)
}

// since returns changes after seen, and notifications after calls.
func (p *pane) since(seen uint64, who reader, calls uint64) listUpdate {
	u := listUpdate{Name: p.name, Order: []chat.Ref{}, Changed: []changedEntry{}}
	for _, m := range p.visible() {
		u.Order = append(u.Order, m.ref)
		e := changedEntry{Ref: m.ref, HTML: string(m.html(who)), At: m.at.UnixMilli()}
		called := m.call != nil && m.call.User == who.user && m.calledAt > calls
		if called {
			e.Calls, e.Says = callID(m.call), callParts(m.call.Text)
		}
		if called || m.version > seen {
			u.Changed = append(u.Changed, e)
		}
	}
	return u
}

func (p *pane) htmls(who reader) (all []template.HTML) {
	for _, m := range p.visible() {
		all = append(all, m.html(who))
	}
	return all
}
