package bot

import (
	"context"
	"encoding/base64"
	"slices"
	"sync/atomic"
	"time"

	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render"
	"tarockbot/render/words"
)

// patience is how long words wait for their picture to be drawn, so that a
// message is changed once and not twice. Under load they go ahead.
const patience = 100 * time.Millisecond

// turn is a message's place in the line of those whose pictures are to be drawn,
// one after the other. It is kept while the message changes: where much happens
// the picture comes no later than elsewhere, and shows the newest state.
type turn struct {
	newest atomic.Pointer[Picture] // what is to be drawn when the turn comes
	leave  func()                  // gives up the place
	over   chan struct{}           // closed when the turn has come and this has been drawn:
	key    string
	png    []byte // nil if that failed
}

// newEasel lets one message's picture be drawn after the other. Pages and places
// that have pictures drawn themselves go past this line, and stand in the studio's
// alone: whoever asked waits for them.
func newEasel() chan struct{} { return make(chan struct{}, 1) }

// lineUp takes a place behind all others.
func (b *Bot) lineUp(p *Picture) *turn {
	ctx, leave := context.WithCancel(b.running)
	t := &turn{leave: leave, over: make(chan struct{})}
	t.newest.Store(p)
	b.work.Go(func() {
		select {
		case b.easel <- struct{}{}:
			defer func() { <-b.easel }()
		case <-ctx.Done():
			return
		}
		p := t.newest.Load()
		t.key, t.png = p.Key, b.draw(ctx, p)
		close(t.over)
	})
	return t
}

// wait is how long a message that is brought up to date waits for its picture.
type wait struct {
	worded int64            // the revision whose words are shown already
	late   <-chan time.Time // when other words go without their picture
	since  time.Time        // when the first of the changes came that no picture shows
	turn   *turn            // its place in the line for the next picture; nil: it is in none
}

// inLine is the message's place in the line, to have this picture drawn there.
func (w *wait) inLine(b *Bot, p *Picture) *turn {
	if w.turn == nil {
		w.turn = b.lineUp(p)
	} else {
		w.turn.newest.Store(p)
	}
	return w.turn
}

// leave gives up the place in the line.
func (w *wait) leave() {
	if w.turn != nil {
		w.turn.leave()
		w.turn = nil
	}
}

// start is when a change is to be shown; what is measured goes on from the first
// that no picture shows.
func (w *wait) start() {
	if w.since.IsZero() {
		w.since = time.Now()
	}
}

// begin is when the words of the revision go without their picture; nil for
// never, since they are shown.
func (w *wait) begin(rev int64) (late <-chan time.Time) {
	switch {
	case rev == w.worded:
		w.late = nil
	case w.late == nil:
		w.late = time.After(patience)
	}
	return w.late
}

// end notes what has been shown, and says whether it was a picture and how long
// that has taken.
func (w *wait) end(j job, err error) (pictured bool, took time.Duration) {
	w.late = nil
	switch {
	case err != nil || j.begun || j.retires:
		return false, 0
	case j.partial:
		w.worded = j.rev
		return false, 0
	}
	took = time.Since(w.since)
	w.since = time.Time{}
	return j.screen.Picture != nil, took
}

// illustrate has the screen's picture drawn, and says whether the screen can be
// shown now: with its picture, or in words alone once it is late. False means
// that there is something newer to show. The beginning of a message, which is
// changed in any case, waits for nothing.
func (b *Bot) illustrate(j *job, w *wait) bool {
	w.start()
	p := j.screen.Picture
	if p == nil || p.PNG != nil || b.lazy(j.place) {
		w.leave()
		return true
	}
	if j.partial = j.begun; j.partial {
		return true
	}
	for late := w.begin(j.rev); ; {
		select {
		case <-w.inLine(b, p).over:
			t := w.turn
			w.leave()
			if t.key != p.Key {
				continue // there was a change when it was being drawn
			}
			if p.PNG = t.png; p.PNG == nil {
				j.screen.Picture = nil
			}
			return true
		case <-late:
			j.partial = true
			return true
		case <-j.newer:
			return false
		case <-b.running.Done():
			return false
		}
	}
}

// lazy says that the place's platform has pictures drawn itself.
func (b *Bot) lazy(p Place) bool {
	platform, _ := b.platformOf(p)
	_, lazy := platform.(Lazy)
	return lazy
}

// draw draws the picture; nil if that fails.
func (b *Bot) draw(ctx context.Context, p *Picture) (png []byte) {
	defer func() {
		if r := recover(); r != nil {
			_ = b.fault("picture", r) // it is in the log; the words go without
		}
	}()
	png, err := p.Draw(ctx)
	if err != nil && ctx.Err() == nil {
		b.cfg.Log.Error("picture not drawn", "err", err)
	}
	return png
}

// tasteAt is how the message's pictures are liked: in public as the host does.
func (b *Bot) tasteAt(t *table, m message, reader person) taste {
	if m.Place.Chat != "" {
		return b.hostTaste(t)
	}
	return reader.taste
}

// boardPicture is what everybody may see of the table; nil for words alone.
func (b *Bot) boardPicture(t *table, w *words.Tongue, taste taste) *Picture {
	if b.cfg.Pictures == nil || taste.TextOnly {
		return nil
	}
	return pictureOf(b.cfg.Pictures.Board(view{table: t}.scene(w), w, taste.TwoColours))
}

// panelPicture is a seat's hand, with the table where no board shows it or as
// long as a deal's end is to be looked at; nil for words alone. Only who may read
// the panel may see it.
func (b *Bot) panelPicture(l *live, seat engine.Seat, w *words.Tongue, taste taste) *Picture {
	t := l.state
	if b.cfg.Pictures == nil || taste.TextOnly || t.Stage != playing {
		return b.boardPicture(t, w, taste)
	}
	held := l.held(seat)
	if !(view{table: t}).tabled() {
		return pictureOf(b.cfg.Pictures.Hand(held, w, taste.TwoColours))
	}
	return pictureOf(b.cfg.Pictures.Seat(view{table: t}.scene(w), held, w, taste.TwoColours))
}

// tabled says that the picture of a panel shows the table, too.
func (t view) tabled() bool {
	return t.ended() != nil || !slices.ContainsFunc(t.Messages, func(m message) bool { return m.Place.Chat != "" })
}

// ended is how the last deal that was played has ended, as long as there is somebody
// who may not have seen it: who hasn't acted since, and needn't have before the
// first card is played, as when a Solo ends the auction. Nil for none.
func (t view) ended() *engine.Result {
	last := t.lastPlayed()
	if last < 0 || t.Stage != finished && !t.untouched() {
		return nil
	}
	return &t.match.Done[last]
}

// hostTaste is how the table looks in public: as its host likes it.
func (b *Bot) hostTaste(t *table) taste {
	host, _, err := b.people.known(b.running, t.Chairs[0].User)
	if err != nil {
		return taste{} // a picture more is no harm
	}
	return host.taste
}

func pictureOf(p *render.Picture) *Picture {
	return &Picture{
		Key: base64.RawURLEncoding.EncodeToString(p.Key[:]), Alt: p.Alt, Width: p.Width, Height: p.Height,
		PNG: p.Ready(), Draw: p.PNG,
	}
}

// scene is the table as pictures show it.
func (t view) scene(w *words.Tongue) render.Scene {
	s := render.Scene{Rules: t.match.Rules(), Names: t.computerNames(w)}
	for i, c := range t.Chairs {
		if !c.Robot {
			s.Names[i] = speech.InWords(c.Name, w) // "" is a chair that is free
		}
		s.TakenOver = append(s.TakenOver, speech.InWords(c.Left, w))
	}
	if t.Stage != playing && t.Stage != finished {
		return s
	}
	standing := t.match.Standing()
	s.Totals, s.Double = standing.Totals, standing.Double
	s.Goal, s.Extra, s.Earned = standing.Goal, standing.Extra, standing.Earned
	if t.Stage == finished {
		s.Over, s.Winners, s.Left = true, standing.Winners, t.match.Left
	} else {
		s.Deal = t.public()
	}
	if s.Last = t.ended(); s.Last != nil {
		s.LastTrick = t.Ending
	}
	return s
}

// untouched says that there is somebody who needn't have seen anything of the
// deal yet: no card is played, and not everybody has exchanged or spoken.
func (t view) untouched() bool {
	if v := t.public(); len(v.Tricks) > 0 || v.Trick.N > 0 {
		return false
	}
	for s, c := range t.Chairs {
		if !c.Robot && t.match.Deal.Made(engine.Seat(s)) == 0 {
			return true
		}
	}
	return false
}

// held is the seat's hand as pictures show it, with what is chosen so far.
func (l *live) held(seat engine.Seat) render.Held {
	deal := l.state.match.Deal
	h := render.Held{View: deal.View(seat), Pick: deal.Prompt(seat).Pick}
	for _, code := range l.chosenFor(seat) {
		if c, err := card.Parse(code); err == nil && h.Pick.From.Has(c) {
			h.Chosen |= c.Bit()
		}
	}
	return h
}
