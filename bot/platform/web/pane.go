package web

import (
	"html/template"
	"slices"
	"strconv"
	"time"

	"tarockbot/bot/chat"
)

// message is one thing on the page. Its editions are made once.
type message struct {
	ref      chat.Ref
	editions []edition       // the first is for whom there is no other
	shown    []*shownPicture // its pictures, one at most for each language
	call     *chat.Call      // who is called now; nil: nobody
	ended    bool            // may be put away
	answer   bool            // it answers a press, wherever it stands: nothing is lost with it
	away     bool            // was put away: not seen until it has something new
	table    string          // the table that it lays out; "" if it lays out none
	sits     []chat.UserID   // who sits there, by seat

	age     time.Time // when what it shows began; zero is now
	at      time.Time // when it last changed, or called
	version uint64    // at which of its pane's changes it last changed
	called  uint64    // at which of the changes for who is called that was done
}

// changes counts what changed for those who see it, from 1: 0 is for who has seen nothing.
type changes uint64

// next is the number of one change more.
func (c *changes) next() uint64 {
	*c++
	return uint64(*c)
}

// pane is a list of messages by age; the oldest go when it is full.
type pane struct {
	name     string
	private  bool // one person's own
	limit    int
	messages []*message
	changes  *changes
	now      func() time.Time
	version  uint64 // at which of those anything in it last changed, removals too
}

// changed is the number of a change that has just been made.
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

// add puts the message behind those that are as old or older, last if it has
// no age; then those to come that are younger still go behind it.
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

// change gives the message the new one's content, unless it is the same. What
// was put away comes back with a new content only.
func (p *pane) change(m *message, to message) bool {
	if slices.Equal(m.editions, to.editions) {
		return false
	}
	m.editions, m.ended, m.away, m.table, m.sits = to.editions, to.ended, to.away, to.table, to.sits
	m.setPictures(to.shown)
	m.version, m.at = p.changed(), p.now()
	return true
}

// remove takes the message off the page.
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

// hideEnded hides a message that has ended. It stays in the list, so that it
// isn't posted anew.
func (p *pane) hideEnded(ref chat.Ref) bool {
	m := p.find(ref)
	if m == nil || !m.ended || m.away {
		return false
	}
	m.away = true
	p.changed()
	return true
}

// seen are the messages that haven't been put away; of a person's own the running ones come
// first, and then the last few that have ended, the newest before.
func (p *pane) seen() []*message {
	all := slices.DeleteFunc(slices.Clone(p.messages), func(m *message) bool { return m.away })
	if !p.private {
		return all
	}
	var running, ended []*message
	for _, m := range all {
		if m.ended {
			ended = append(ended, m)
		} else {
			running = append(running, m)
		}
	}
	slices.Reverse(ended)
	return append(running, ended[:min(len(ended), maxEnded)]...)
}

// maxEnded is how many of a person's messages are seen that have ended.
const maxEnded = 3

// listUpdate is what somebody lacks of one pane: the changed messages, and the
// order of all of them, from which follows what went.
type listUpdate struct {
	Name    string         `json:"name"`
	Order   []chat.Ref     `json:"order"`
	Changed []changedEntry `json:"changed"`
}

type changedEntry struct {
	Ref   chat.Ref   `json:"ref"`
	HTML  string     `json:"html"`
	At    int64      `json:"at"`              // when it changed or called, in ms since 1970
	Calls string     `json:"calls,omitempty"` // which call it is, if the reader is called anew
	Says  []callPart `json:"says,omitempty"`  // its words
}

// callPart is a part of what a call says. A moment is told in the zone of the reader's browser.
type callPart struct {
	Text string `json:"text"`
	At   int64  `json:"at,omitempty"` // the moment that the text tells, in milliseconds since 1970
}

// saidIn are the parts of the line.
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

// callID tells calls apart; "" for none that is made.
func callID(c *chat.Call) string {
	if c == nil || c.Quiet {
		return ""
	}
	return c.Thread + " " + strconv.Itoa(c.Number)
}

// since returns what the reader lacks who has seen the pane's version, and the calls of
// theirs so far.
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

// htmls are the messages as the reader sees them.
func (p *pane) htmls(who reader) (all []template.HTML) {
	for _, m := range p.seen() {
		all = append(all, m.html(who))
	}
	return all
}
