package screens

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/screens/guides"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/lesson"
	"tarockbot/render/describe"
	"tarockbot/render/felt"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

// Lesson shows a step of a lesson.
type Lesson struct {
	Lesson     *lesson.Lesson
	Next       *lesson.Lesson // nil after the last
	Step       int            // from 1
	Reply      *lesson.Reply  // to the last answer, or nil
	WrongReply string         // its number, from 1, or ""
	IsOver     bool           // Reply is right and ends the last step
	Topics     guides.Topics
	Reader     string // for display
	Felt       bool   // the platform lays out the table
}

func (p Lesson) step() *lesson.Step { return &p.Lesson.Steps[p.Step-1] }

// Screen returns an error if the lesson's record can't be replayed. Tests check all built-in lessons.
func (p Lesson) Screen(w *words.Tongue, pictures Pictures) (*chat.Screen, error) {
	deal, err := p.Lesson.Deal(p.step())
	if err != nil {
		return nil, err
	}
	head := title(w.Say("learn.step", "Title", p.Lesson.Title, "Step", p.Step, "Steps", len(p.Lesson.Steps)))
	caption := append([]chat.Line{head}, p.teacherLines(w)...)
	view, names := deal.View(lesson.Reader), p.names()
	s := page(w, slices.Concat(caption, lessonHand(view, w), []chat.Line{nil}, describe.Board(withoutBidding(p.table(deal)), names, w)),
		p.buttons(deal, w)...)
	s.Game = p.Lesson.Game.ID
	scene := plan.Scene{Rules: deal.Rules(), Deal: p.table(deal), Names: displayname.StripIsolates(names...)}
	held := plan.PlayerHand{View: view}
	if s.Picture = pictures.of(plan.TableAndHand{Scene: scene, Hand: held}, w); s.Picture != nil {
		s.Caption = caption
	}
	if p.Felt {
		s.Felt = p.felt(scene, held, caption, iconLines(s.Buttons), w)
		s.Felt.Faces = pictures.faces()
	}
	return s, nil
}

func (p Lesson) question() string { return when(!p.IsOver, p.step().Question) }

// Steps returns the number of completed steps.
func (p Lesson) Steps() int {
	return either(p.Step == len(p.Lesson.Steps) && p.question() == "", p.Step, p.Step-1)
}

func lessonHand(v engine.View, w *words.Tongue) []chat.Line {
	if v.Hand.Cards == 0 {
		return nil
	}
	return append([]chat.Line{nil, strong(w.Say("learn.hand"))}, describe.Hand(v, engine.Pick{}, w)...)
}

// table returns the public view. The first lesson is only about tricks, so it hides everything else.
func (p Lesson) table(deal *engine.Deal) engine.PublicView {
	v := deal.PublicView()
	if p.Lesson.Name == lesson.First {
		v.Phase, v.Result, v.Thirds = engine.Playing, nil, nil
		v.Exchange, v.Exchanged, v.Calls = nil, 0, nil
		v.Declarer, v.Contract, v.Level, v.Claims, v.DeclarerDiscards = engine.Nobody, 0, "", nil, engine.LaidDown{}
	}
	return v
}

func withoutBidding(v engine.PublicView) engine.PublicView {
	if v.Phase == engine.Playing {
		v.Exchange, v.Calls = nil, nil
	}
	return v
}

func (p Lesson) teacherLines(w *words.Tongue) []chat.Line {
	var lines []chat.Line
	if p.Reply != nil {
		lines = append(lines, strong(either(p.Reply.Right, "✓ ", w.Say("learn.again")+" ")+p.Reply.Text))
	}
	lines = append(lines, when(p.step().Text != "" && !p.IsOver, guideLines(p.step().Text))...)
	lines = append(lines, nonEmpty(when(p.question() != "", strong(p.question())))...)
	return seq.Map(lines, func(line chat.Line) chat.Line { return describe.WithCards(line, w) })
}

func (p Lesson) names() []string {
	return []string{p.Reader, "Bert", "Carl", "Dora"}[:p.Lesson.Game.Seats]
}

// felt lays out the step. If lines has answers, cards without an answer are barred. caption begins with the heading.
func (p Lesson) felt(
	scene plan.Scene, held plan.PlayerHand, caption []chat.Line, lines map[string]string, w *words.Tongue,
) *chat.Felt {
	f := &chat.Felt{Table: scene.Felt(held, w)}
	for _, c := range readersCards(f) {
		c.Line, c.Barred = lines[c.Code], lines[c.Code] == "" && len(lines) > 0
	}
	for i := range f.Seats {
		f.Seats[i].Mark = seatMark(i)
		f.Seats[i].Turn = i == f.Reader && len(lines) > 0
	}
	hideResults(f, scene.Deal.Waiting == 0)
	f.Game, f.About, f.Coach = w.Say("game."+p.Lesson.Game.ID), caption[:1], caption[1:]
	return f
}

func (p Lesson) buttons(deal *engine.Deal, w *words.Tongue) [][]chat.Button {
	var said []chat.Button
	var cards card.Set
	o := offers{deal.Prompt(lesson.Reader), deal, lesson.Reader}
	line := func(key string) string { return lessonLine(p.Lesson, p.Step, key, p.WrongReply) }
	choices := p.step().Choices(deal)
	for _, c := range when(!p.IsOver, choices) {
		switch {
		case c.Label != "":
			said = append(said, button(c.Label, line(c.ID)))
		case c.Card != 0:
			cards |= c.Card
		default:
			said = append(said, symbolButton(o.label(c.Action, w), o.hint(c.Action, w), line(c.ID)))
		}
	}
	rows := cardButtons(cards, deal.View(lesson.Reader).Tops, func(c card.Card) string { return line(c.String()) }, w)
	return append(rows, said, p.onwardButtons(w), p.asideButtons(w))
}

func hideResults(f *chat.Felt, dealOver bool) {
	for _, trick := range []*felt.Trick{f.Trick, f.Last} {
		if trick != nil {
			trick.Worth = ""
		}
	}
	if !dealOver {
		return
	}
	f.Title, f.Corner = "", ""
	for i := range f.Seats {
		f.Seats[i].Figures = nil
	}
}

func (p Lesson) onwardButtons(w *words.Tongue) []chat.Button {
	switch {
	case p.question() != "":
		return nil
	case p.Step < len(p.Lesson.Steps):
		return row(primary(w.Say("learn.next"), lessonLine(p.Lesson, p.Step+1)))
	case p.Next == nil:
		return row(primary(w.Say("learn.whole"), lineOf("learn", p.Lesson.Game.ID, WordWhole)))
	}
	whole, next := w.Say("learn.whole"), w.Say("learn.next-lesson", "Title", p.Next.Title)
	first := p.Lesson.Name == lesson.First // a whole deal is the best continuation
	return row(toggle(whole, lineOf("learn", p.Lesson.Game.ID, WordWhole), first), toggle(next, lessonLine(p.Next, 1), !first))
}

func (p Lesson) asideButtons(w *words.Tongue) []chat.Button {
	all := []chat.Button{
		button(w.Say("learn.back"), when(p.Step > 1, lessonLine(p.Lesson, p.Step-1))),
		button(w.Say("learn.lessons"), lineOf("learn", p.Lesson.Game.ID, WordAll)),
	}
	for _, name := range p.Lesson.Topics {
		if pages, i := p.Topics.Find(p.Lesson.Game.ID, name, w); i >= 0 {
			all = append(all, button(w.Say("learn.topic", "Topic", pages[i].Title), lineOf("rules", p.Lesson.Game.ID, name)))
		}
	}
	return asideRow(all...)
}
