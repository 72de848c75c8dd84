package bot

import (
	"slices"

	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render"
	"tarockbot/render/words"
)

// tasteAt is how the message's pictures are liked: in public as the host does.
func (b *Bot) tasteAt(t *match.Table, m match.Message, reader people.Person) people.Taste {
	if m.Place.Chat != "" {
		return b.hostTaste(t)
	}
	return reader.Taste
}

// boardPicture is what everybody may see of the table; nil for words alone.
func (b *Bot) boardPicture(t *match.Table, w *words.Tongue, taste people.Taste) *Picture {
	if b.cfg.Pictures == nil || taste.TextOnly {
		return nil
	}
	return pages.PictureOf(b.cfg.Pictures.Board(view{Table: t}.scene(w), w, taste.TwoColours))
}

// panelPicture is a seat's hand, with the table where no board shows it or as
// long as a deal's end is to be looked at; nil for words alone. Only who may read
// the panel may see it.
func (b *Bot) panelPicture(l *live, seat engine.Seat, w *words.Tongue, taste people.Taste) *Picture {
	t := l.state
	if b.cfg.Pictures == nil || taste.TextOnly || t.Stage != match.Playing {
		return b.boardPicture(t, w, taste)
	}
	held := l.held(seat)
	if !(view{Table: t}).tabled() {
		return pages.PictureOf(b.cfg.Pictures.Hand(held, w, taste.TwoColours))
	}
	return pages.PictureOf(b.cfg.Pictures.Seat(view{Table: t}.scene(w), held, w, taste.TwoColours))
}

// tabled says that the picture of a panel shows the table, too.
func (t view) tabled() bool {
	return t.ended() != nil || !slices.ContainsFunc(t.Messages, func(m match.Message) bool { return m.Place.Chat != "" })
}

// ended is how the last deal that was played has ended, as long as there is somebody
// who may not have seen it: who hasn't acted since, and needn't have before the
// first card is played, as when a Solo ends the auction. Nil for none.
func (t view) ended() *engine.Result {
	last := t.lastPlayed()
	if last < 0 || t.Stage != match.Finished && !t.untouched() {
		return nil
	}
	return &t.Match.Done[last]
}

// hostTaste is how the table looks in public: as its host likes it.
func (b *Bot) hostTaste(t *match.Table) people.Taste {
	host, _, err := b.people.Lookup(b.running, t.Chairs[0].User)
	if err != nil {
		return people.Taste{} // a picture more is no harm
	}
	return host.Taste
}

// pictures is how somebody's pictures are made.
func (b *Bot) pictures(of people.Taste) pages.Pictures {
	if of.TextOnly {
		return pages.Pictures{}
	}
	return pages.Pictures{Studio: b.cfg.Pictures, TwoColours: of.TwoColours}
}

// scene is the table as pictures show it.
func (t view) scene(w *words.Tongue) render.Scene {
	s := render.Scene{Rules: t.Match.Rules(), Names: t.computerNames(w)}
	for i, c := range t.Chairs {
		if !c.Robot {
			s.Names[i] = speech.InWords(c.Name, w) // "" is a chair that is free
		}
		s.TakenOver = append(s.TakenOver, speech.InWords(c.Left, w))
	}
	if t.Stage != match.Playing && t.Stage != match.Finished {
		return s
	}
	standing := t.Match.Standing()
	s.Totals, s.Double = standing.Totals, standing.Double
	s.Goal, s.Extra, s.Earned = standing.Goal, standing.Extra, standing.Earned
	if t.Stage == match.Finished {
		s.Over, s.Winners, s.Left = true, standing.Winners, t.Match.Left
	} else {
		s.Deal = t.Public()
	}
	if s.Last = t.ended(); s.Last != nil {
		s.LastTrick = t.Ending
	}
	return s
}

// untouched says that there is somebody who needn't have seen anything of the
// deal yet: no card is played, and not everybody has exchanged or spoken.
func (t view) untouched() bool {
	if v := t.Public(); len(v.Tricks) > 0 || v.Trick.N > 0 {
		return false
	}
	for s, c := range t.Chairs {
		if !c.Robot && t.Match.Deal.Made(engine.Seat(s)) == 0 {
			return true
		}
	}
	return false
}

// held is the seat's hand as pictures show it, with what is chosen so far.
func (l *live) held(seat engine.Seat) render.Held {
	deal := l.state.Match.Deal
	h := render.Held{View: deal.View(seat), Pick: deal.Prompt(seat).Pick}
	for _, code := range l.chosenFor(seat) {
		if c, err := card.Parse(code); err == nil && h.Pick.From.Has(c) {
			h.Chosen |= c.Bit()
		}
	}
	return h
}
