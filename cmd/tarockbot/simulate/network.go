package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"tarockbot/bot/chat"
)

// network is a double of a chat network, with the traits of one: what stands there outlives
// the bot's processes.
type network struct {
	*world
	name    string
	traits  chat.Traits
	posts   map[chat.Ref]*post
	at      map[chat.Place][]*post // those that stand, oldest first
	limited map[message]time.Time  // until when it wants no more for a message
	deleted map[tablePlace]bool    // where people have deleted what stood there
	lost    time.Time              // when it was lost
	away    time.Duration          // how long it was, without that
	blocked map[chat.Place]bool
	moved   map[chat.ChatID]chat.ChatID
	sent    map[chat.Place]int
}

// post is one message.
type post struct {
	ref    chat.Ref
	place  chat.Place
	screen chat.Screen
	offers []offer
	look   string
	by     *process
}

// offer is one thing that a screen offers to press.
type offer struct {
	line   string
	choice *chat.Choice // of which some are to be chosen
}

// isMove says that it goes on with a deal.
func (o offer) isMove() bool { return o.choice != nil || strings.HasPrefix(o.line, "do ") }

func newNetwork(w *world, name string, traits chat.Traits) *network {
	return &network{
		world: w, name: name, traits: traits, posts: make(map[chat.Ref]*post), at: make(map[chat.Place][]*post),
		limited: make(map[message]time.Time), deleted: make(map[tablePlace]bool), blocked: make(map[chat.Place]bool), moved: make(map[chat.ChatID]chat.ChatID), sent: make(map[chat.Place]int),
	}
}

// wire is a process's connection to the network: a chat.Platform.
type wire struct {
	*network
	process *process
}

// Name implements chat.Platform.
func (l *wire) Name() string { return l.name }

// Traits implements chat.Platform.
func (l *wire) Traits() chat.Traits {
	l.clock.turns.Load()
	return l.traits
}

// Run implements chat.Platform: what people do is handed in by the world.
func (l *wire) Run(ctx context.Context, _ chat.Handler) error {
	<-ctx.Done()
	return nil
}

// errCut is the error of a request without a reply: it may have arrived.
var errCut = errors.New("the connection was cut")

// errWire is what the connection panics with.
var errWire = errors.New("the connection is at fault")

// send is a request on its way.
type send struct {
	*wire
	place    chat.Place
	old      chat.Ref
	screen   chat.Screen
	look     string
	departed time.Time
	n        int // of those to the place; 0: nobody has looked at it yet
	fate     fate
	since    int // step
	done     chan result
}

type result struct {
	ref chat.Ref
	err error
}

// message tells one message of a place from others, as one process knows it.
type message struct {
	*process
	tablePlace
	old chat.Ref
}

func (s *send) message() message { return message{s.process, s.tablePlace(), s.old} }

func (s *send) tablePlace() tablePlace { return tablePlace{s.place, s.screen.Table} }

// Show implements chat.Platform: the request is on its way until the world lets it arrive.
func (l *wire) Show(ctx context.Context, place chat.Place, old chat.Ref, screen chat.Screen) (chat.Ref, error) {
	if l.process.gone.Load() {
		return "", errCut
	}
	s := l.depart(place, old, screen)
	select {
	case r := <-s.done:
		if errors.Is(r.err, errWire) {
			panic(r.err)
		}
		return r.ref, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// depart begins a request.
func (l *wire) depart(place chat.Place, old chat.Ref, screen chat.Screen) *send {
	l.clock.turns.Load()
	s := &send{wire: l, place: place, old: old, screen: screen, look: look(screen), departed: time.Now(), done: make(chan result, 1)}
	l.traffic.add(s)
	return s
}

// order is by what the requests are: not by which goroutine came first.
func order(a, b *send) int {
	return cmp.Or(cmp.Compare(a.place.Chat, b.place.Chat), cmp.Compare(a.place.User, b.place.User), cmp.Compare(a.n, b.n),
		cmp.Compare(a.screen.Table, b.screen.Table), cmp.Compare(a.old, b.old), cmp.Compare(a.look, b.look))
}

// number gives the request its number in its place, by which its fate is drawn.
func (s *send) number() {
	s.sent[s.place]++
	s.n, s.since = s.sent[s.place], s.steps
	s.fate = s.draw()
	s.known.check(s)
}

// arrive lets the request arrive, as its fate is, and answers it.
func (s *send) arrive() {
	r := s.reply()
	s.record("%s shows %v %q: %q %v, %x", s.name, s.place, s.old, r.ref, r.err, sum(s.look))
	s.traffic.arrived = append(s.traffic.arrived, sight{time.Since(s.traffic.began), s.place, s.old, s.look})
	s.done <- r
}

func (s *send) reply() (r result) {
	to, moved := s.moved[s.place.Chat]
	switch {
	case s.isLost() || s.fate == unsent:
		return result{err: chat.ErrUnsent}
	case moved:
		s.known.moved[s.place.Chat] = true
		return result{err: chat.Migrated{To: to}}
	case s.blocked[s.place]:
		return result{err: chat.ErrBlocked}
	case s.fate == limited:
		wait := time.Duration(1+s.n%40) * time.Second
		s.limited[s.message()] = time.Now().Add(wait)
		return result{err: chat.RetryAfter{Wait: wait}}
	case s.fate == refused:
		return result{err: chat.ErrRefused}
	case s.fate == faulty:
		return result{err: errWire}
	}
	if r = s.put(); s.fate == cut && r.err == nil {
		return result{err: errCut}
	}
	return r
}

// put makes the screen the message's content.
func (s *send) put() result {
	p := s.posts[s.old]
	switch {
	case p != nil && p.place == s.place:
	case s.old != "":
		if s.deleted[s.tablePlace()] {
			delete(s.deleted, s.tablePlace()) // by now the process knows
			s.process.learnt = append(s.process.learnt, s.tablePlace())
		}
		return result{err: chat.ErrGone}
	default:
		p = &post{ref: chat.Ref(fmt.Sprint(s.place.Chat, s.place.User, "#", s.n)), place: s.place}
		s.posts[p.ref] = p
		s.at[s.place] = append(s.at[s.place], p)
	}
	delete(s.deleted, s.tablePlace())
	s.process.learnt = slices.DeleteFunc(s.process.learnt, func(at tablePlace) bool { return at == s.tablePlace() })
	p.screen, p.offers, p.look, p.by = s.screen, offersOf(&s.screen), s.look, s.process
	if s.screen.Retired {
		s.remove(p)
	}
	return result{ref: p.ref}
}

// remove takes a message away, as the network or people do.
func (n *network) remove(p *post) {
	delete(n.posts, p.ref)
	n.at[p.place] = slices.DeleteFunc(n.at[p.place], func(x *post) bool { return x == p })
}

// forget takes away what doesn't outlive the process.
func (n *network) forget(p *process) {
	if !n.traits.Forgets {
		return
	}
	for _, x := range n.posts {
		if x.by == p {
			n.remove(x)
		}
	}
}

// newest are the last messages of a place, the newest first.
func (n *network) newest(place chat.Place) []*post {
	all := n.at[place]
	all = slices.Clone(all[max(0, len(all)-6):])
	slices.Reverse(all)
	return all
}

func offersOf(s *chat.Screen) (all []offer) {
	if s.Choice != nil {
		all = append(all, offer{s.Choice.Line, s.Choice})
	}
	for _, row := range s.Buttons {
		for _, b := range row {
			all = append(all, offer{line: b.Line})
		}
	}
	for _, m := range s.Menus {
		for _, o := range m.Options {
			all = append(all, offer{line: m.After(o)})
		}
	}
	return all
}

// look is what people see of the screen, and can press.
func look(s chat.Screen) string {
	var b strings.Builder
	for _, l := range s.Text {
		for _, part := range l {
			if part.At.IsZero() { // another process tells another moment
				b.WriteString(part.Text)
			}
		}
		b.WriteByte('\n')
	}
	for _, row := range s.Buttons {
		for _, x := range row {
			b.WriteString("[" + x.Label + "|" + x.Line + "]")
		}
	}
	if s.Choice != nil {
		b.WriteString("\n" + s.Choice.Line)
		for _, o := range s.Choice.Options {
			b.WriteString(" " + o.Value)
			if o.Chosen {
				b.WriteByte('*')
			}
		}
	}
	for _, m := range s.Menus {
		b.WriteString("\n" + m.Line)
		for _, o := range m.Options {
			b.WriteString(" " + o.Value)
		}
	}
	return b.String()
}

// sum is a hash of the text.
func sum(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}
