package bot

import (
	"context"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/documents"
	"tarockbot/bot/support/cache"
)

// refill is how long it takes until somebody who has used up all the inputs
// that may come at once has all of them again.
const refill = 10 * time.Second

// spam keeps one person, and one chat, from asking for more than people do. Who is over
// the limit is told how long to wait; again, until they have been quiet, only where each
// act has to be answered.
type spam struct {
	mu            sync.Mutex
	people, chats buckets
}

func newSpam(l Limits) spam {
	return spam{people: newBuckets(l.InputsPerPerson), chats: newBuckets(l.InputsPerChat)}
}

// wait counts what a person does, and says how long it must wait to be looked at;
// 0 if it needn't. What a person may not isn't counted against the chat. What
// happens to the bot is always heard.
func (s *spam) wait(in chat.Input, now time.Time) time.Duration {
	if in.What != chat.Said && (in.What != chat.Reachable || in.User == "") {
		return 0
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	who := s.people.of(string(in.User))
	if who.TokensAt(now) >= float64(who.Burst()) {
		who.told = false
	}
	if wait := who.reserve(now); wait > 0 || in.Chat == "" {
		return wait
	}
	return s.chats.of(string(in.Chat)).reserve(now)
}

// warnOnce says whether the person has yet to be told that they aren't listened to.
// That counts as told.
func (s *spam) warnOnce(who chat.UserID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.people.of(string(who))
	was := one.told
	one.told = true
	return !was
}

// bucket is what one person or chat has left.
type bucket struct {
	*rate.Limiter
	told bool // that they aren't listened to
}

// reserve counts one input, and says how long it would have to wait; 0 if it is
// admitted.
func (b *bucket) reserve(now time.Time) time.Duration {
	if b.AllowN(now, 1) {
		return 0
	}
	missing := 1 - b.TokensAt(now)
	return max(time.Duration(missing/float64(b.Limit())*float64(time.Second)), 1)
}

// maxBuckets is how many are remembered at least.
const maxBuckets = 10_000

// buckets are the fullness of each, by name. Those that haven't been used for
// long are forgotten: they are full.
type buckets struct {
	burst int // at once
	all   *cache.Map[string, *bucket]
}

func newBuckets(burst int) buckets {
	return buckets{burst, &cache.Map[string, *bucket]{Keep: maxBuckets}}
}

func (b *buckets) of(name string) *bucket {
	one, ok := b.all.Get(name)
	if !ok {
		one = &bucket{Limiter: rate.NewLimiter(rate.Every(refill/time.Duration(b.burst)), b.burst)}
		b.all.Put(name, one)
	}
	return one
}

// How many answers are remembered at least: in words, and with a page, of which
// each takes some KiB.
const (
	maxAnswered = 2000
	maxPages    = 200
)

// answerCache remembers what was answered lately. A network that hands in the same
// input twice gets the same answer twice: also if what was refused would be good
// by now, for its person has read that nothing happened. That an input has had an
// effect the store remembers, for longer, and after a restart.
type answerCache struct {
	mu    sync.Mutex
	words cache.Map[string, chat.Answer] // by chat.Input.ID
	pages cache.Map[string, chat.Answer]
	busy  map[string]chan struct{} // inputs that are being decided; closed when they are
}

func newAnswered() *answerCache {
	return &answerCache{words: cache.Map[string, chat.Answer]{Keep: maxAnswered}, pages: cache.Map[string, chat.Answer]{Keep: maxPages}, busy: make(map[string]chan struct{})}
}

// decideOnce is the answer to the input, which is decided unless it has been, or is just being:
// then it waits. After an error it may be decided again.
func (a *answerCache) decideOnce(ctx context.Context, in chat.Input, decide func() (chat.Answer, error)) (chat.Answer, error) {
	id := documents.SeenID(in)
	for {
		answer, known, busy := a.begin(id)
		switch {
		case known:
			return answer, nil
		case busy == nil:
			defer a.finish(id)
			answer, err := decide()
			if err == nil {
				a.store(id, answer)
			}
			return answer, err
		}
		select {
		case <-busy:
		case <-ctx.Done():
			return chat.Answer{}, ctx.Err()
		}
	}
}

// begin is the answer to the input of that id, if it is known, or what is closed
// when another has decided it; else the caller is to.
func (a *answerCache) begin(id string) (answer chat.Answer, known bool, busy chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if answer, known = a.words.Get(id); !known {
		answer, known = a.pages.Get(id)
	}
	if busy = a.busy[id]; !known && busy == nil {
		a.busy[id] = make(chan struct{})
	}
	return answer, known, busy
}

func (a *answerCache) finish(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	close(a.busy[id])
	delete(a.busy, id)
}

// store remembers the answer. One with a picture or a file would take much room, and
// comes of nothing but a look.
func (a *answerCache) store(id string, answer chat.Answer) {
	switch {
	case answer.File != nil:
	case answer.Screen == nil:
		a.words.Put(id, answer)
	case answer.Screen.Picture == nil:
		a.pages.Put(id, answer)
	}
}

// inputGate counts the inputs that are being decided.
type inputGate struct {
	mu    sync.Mutex
	count int
	last  chan struct{} // closed when the last is decided; nil while more may come
}

// enter counts one more input; false if the gate is closed.
func (d *inputGate) enter() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.last != nil {
		return false
	}
	d.count++
	return true
}

func (d *inputGate) leave() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.count--; d.count == 0 && d.last != nil {
		close(d.last)
	}
}

// closeAndWait lets no more come, and waits until all that there are are decided.
func (d *inputGate) closeAndWait() {
	d.mu.Lock()
	last := make(chan struct{})
	if d.last = last; d.count == 0 {
		close(last)
	}
	d.mu.Unlock()
	<-last
}

// doubleWithin is how soon the same press follows that wasn't meant as another.
const doubleWithin = 10 * time.Second

// presses remembers what people have pressed or typed last, at each table and without
// the code of one. Who presses the same again, through whatever identity, has what they
// want: they aren't told that the button is an old one.
type presses struct {
	cache.Map[string, press] // by person, and table if one was said

	mu   sync.Mutex
	busy map[chan struct{}]chat.PersonID // whose press is being decided: the head, by a channel that is closed then
}

// press is what was said last, and when.
type press struct {
	said string
	at   time.Time
}

func newPresses() *presses {
	return &presses{Map: cache.Map[string, press]{Keep: maxAnswered}, busy: make(map[chan struct{}]chat.PersonID)}
}

// begin notes that a press of the person's is being decided, until done is called.
func (p *presses) begin(head chat.PersonID) (done func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	mine := make(chan struct{})
	p.busy[mine] = head
	return sync.OnceFunc(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		close(mine)
		delete(p.busy, mine)
	})
}

// await waits until what the person has pressed by now is decided. Who waits is done
// with their own, so nobody waits for them.
func (p *presses) await(ctx context.Context, head chat.PersonID) {
	p.mu.Lock()
	var all []chan struct{}
	for one, whose := range p.busy {
		if whose == head {
			all = append(all, one)
		}
	}
	p.mu.Unlock()
	for _, one := range all {
		select {
		case <-one:
		case <-ctx.Done():
			return
		}
	}
}

// record remembers that the press has had its effect. A look at a page has none, nor has
// a press that asks for a text.
func (p *presses) record(r *command.Request, answer chat.Answer, now time.Time) {
	if r.Said != "" && answer.Screen == nil && answer.Ask == nil {
		p.Put(r.Presser(), press{r.Said, now})
	}
}

// isOwnEffect says that the command is refused for what it does itself: who has just done
// that is not to read it.
func isOwnEffect(name string, err error) bool {
	return command.TooLate(err) || name == "leave" && (chat.RefusedWith(err, "not-seated") || chat.RefusedWith(err, "no-such-table"))
}

// isDuplicate says that the press was refused because the same had its effect just before.
// The same may be at work through another identity: it waits for that.
func (p *presses) isDuplicate(ctx context.Context, r *command.Request, err error, now func() time.Time) bool {
	if !isOwnEffect(r.Command, err) {
		return false
	}
	p.await(ctx, r.Person.Head().Person)
	last, ok := p.Get(r.Presser())
	return ok && last.said == r.Said && r.Said != "" && now().Sub(last.at) < doubleWithin
}
