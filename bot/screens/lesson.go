package screens

import (
	"slices"
	"strconv"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/lesson"
	"tarockbot/render"
	"tarockbot/render/felt"
	"tarockbot/render/words"
)

// lessonLine shows a step of the lesson, from 1, after more: the key of what was answered to it, and the number of the
// answer that was said before.
func lessonLine(l *lesson.Lesson, step int, more ...string) string {
	return lineOf(append([]string{"learn", l.Game.ID, l.Name, strconv.Itoa(step)}, more...)...)
}

// goOnLine shows the lesson where its reader goes on: one that is done begins anew.
func goOnLine(l *lesson.Lesson, done int) string {
	return lessonLine(l, either(done >= len(l.Steps), 1, done+1))
}

// Lesson is a step of a lesson.
type Lesson struct {
	Lesson *lesson.Lesson
	Next   *lesson.Lesson // the one behind it; nil if it is the last
	Step   int            // from 1
	Said   *lesson.Answer // to what the reader has answered last; nil for nothing
	Over   bool           // that was the last step's right answer
	Topics Topics
	Reader string // who reads it, fit to be shown
	Felt   bool   // the platform lays out what lies on the table
}

// step is what is shown.
func (p Lesson) step() *lesson.Step { return &p.Lesson.Steps[p.Step-1] }

// Screen is the page. The error is that the record doesn't replay, which the tests know.
func (p Lesson) Screen(w *words.Tongue, pictures Pictures) (*chat.Screen, error) {
	deal, err := p.Lesson.Deal(p.step())
	if err != nil {
		return nil, err
	}
	head := title(w.Say("learn.step", "Title", p.Lesson.Title, "Step", p.Step, "Steps", len(p.Lesson.Steps)))
	told := append([]chat.Line{head}, p.teacherLines(w)...)
	view, names := deal.View(lesson.Seat), p.names()
	s := page(w, slices.Concat(told, handLines(view, w), []chat.Line{nil}, render.Board(tricksAlone(p.table(deal)), names, w)),
		p.buttons(deal, w)...)
	s.Game = p.Lesson.Game.ID
	scene, held := render.Scene{Rules: deal.Rules(), Deal: p.table(deal), Names: each(names, speech.StripIsolates)}, render.Held{View: view}
	if pictures.Studio != nil {
		s.Picture, s.Caption = pictureOf(pictures.Studio.Seat(scene, held, w, pictures.TwoColours)), told
	}
	if p.Felt {
		s.Felt = p.felt(scene, held, told, iconLines(s.Buttons), w)
		s.Felt.Chips, s.Felt.TwoColours = pictures.Studio == nil, pictures.TwoColours
	}
	return s, nil
}

// question is what is asked now; "" for nothing.
func (p Lesson) question() string { return when(!p.Over, p.step().Question) }

// Steps is how many steps of the lesson are.
func (p Lesson) Steps() int {
	if p.Step == len(p.Lesson.Steps) && p.question() == "" {
		return p.Step
	}
	return p.Step - 1
}

// handLines are the reader's cards; nil if they have none left.
func handLines(v engine.View, w *words.Tongue) []chat.Line {
	if v.Hand.Cards == 0 {
		return nil
	}
	return append([]chat.Line{nil, strong(w.Say("learn.hand"))}, render.Hand(v, engine.Pick{}, w)...)
}

// table is the deal's table as far as the lessons have told of it: the first is about tricks alone, and counts no
// points before it has told how.
func (p Lesson) table(deal *engine.Deal) engine.PublicView {
	v := deal.PublicView()
	if p.Lesson.Name == lesson.First {
		v.Phase, v.Result, v.Thirds = engine.Playing, nil, nil
		v.Exchange, v.Exchanged, v.Calls = nil, 0, nil
		v.Declarer, v.Contract, v.Level, v.Claims, v.Laid = engine.Nobody, 0, "", nil, engine.LaidDown{}
	}
	return v
}

// tricksAlone is the table without what was said before the tricks, once they are played.
func tricksAlone(v engine.PublicView) engine.PublicView {
	if v.Phase == engine.Playing {
		v.Exchange, v.Calls = nil, nil
	}
	return v
}

// teacherLines is what the teacher says: to the last answer, of the step, and what is asked.
func (p Lesson) teacherLines(w *words.Tongue) []chat.Line {
	lines := append(p.taught(w), nonEmpty(when(p.question() != "", strong(p.question())))...)
	return each(lines, func(line chat.Line) chat.Line { return render.WithCards(line, w) })
}

// taught is told without the question.
func (p Lesson) taught(w *words.Tongue) []chat.Line {
	var said chat.Line
	if p.Said != nil {
		said = strong(either(p.Said.Right, "✓ ", w.Say("learn.again")+" ") + p.Said.Says)
	}
	return append(nonEmpty(said), when(p.step().Text != "" && !p.Over, guideLines(p.step().Text))...)
}

// said is the number of the wrong answer that the reader is told about, by which the same answer again is told apart;
// "" for none.
func (p Lesson) said() string {
	if p.Said == nil || p.Said.Right {
		return ""
	}
	return strconv.Itoa(slices.Index(p.step().Answers, *p.Said) + 1)
}

// Again says that the reader was told the same before, whose number it is.
func (p Lesson) Again(before string) bool { return before != "" && before == p.said() }

// names are those of the seats: the reader's, and of those who play with them.
func (p Lesson) names() []string {
	return []string{p.Reader, "Bert", "Carl", "Dora"}[:p.Lesson.Game.Seats]
}

// felt is the step as a table is laid out, below a heading and what is told: cards with a line that
// answers can be touched.
func (p Lesson) felt(scene render.Scene, held render.Held, told []chat.Line, lines map[string]string, w *words.Tongue) *chat.Felt {
	f := scene.Felt(held, w)
	for _, c := range own(f) {
		c.Line, c.Barred = lines[c.Code], lines[c.Code] == "" && len(lines) > 0
	}
	for i := range f.Seats {
		f.Seats[i].Mark = seatMark(i)
		f.Seats[i].Turn = i == f.Reader && len(lines) > 0
	}
	hideResults(f, scene.Deal.Waiting == 0)
	f.Game, f.About, f.Coach = w.Say("game."+p.Lesson.Game.ID), told[:1], told[1:]
	return f
}

// buttons are all ways to answer or, where nothing is asked, the way on, and below them
// what is always there.
func (p Lesson) buttons(deal *engine.Deal, w *words.Tongue) [][]chat.Button {
	var said []chat.Button
	var cards card.Set
	o := offers{deal.Prompt(lesson.Seat), deal, lesson.Seat}
	line := func(key string) string { return lessonLine(p.Lesson, p.Step, key, p.said()) }
	for _, c := range p.choices(deal) {
		switch a := c.Action; {
		case c.Label != "":
			said = append(said, button(c.Label, line(c.Key)))
		case a.Verb == engine.PlayCard && a.Word == 0:
			cards |= a.Cards
		default:
			said = append(said, sign(o.label(a, w), o.hint(a, w), line(c.Key)))
		}
	}
	rows := cardButtons(cards, deal.View(lesson.Seat).Tops, func(c card.Card) string { return line(c.String()) }, w)
	return append(rows, said, p.onward(w), p.aside(w))
}

// hideResults takes from the felt what a lesson may ask for: what tricks are worth and, once the deal is
// over, how it ended.
func hideResults(f *chat.Felt, over bool) {
	for _, trick := range []*felt.Trick{f.Trick, f.Last} {
		if trick != nil {
			trick.Worth = ""
		}
	}
	if !over {
		return
	}
	f.Title, f.Corner = "", ""
	for i := range f.Seats {
		f.Seats[i].Figures = nil
	}
}

// choices are all ways to answer what is asked.
func (p Lesson) choices(deal *engine.Deal) []lesson.Choice {
	if p.Over {
		return nil
	}
	return p.step().Choices(deal)
}

// onward leads on from a step that asks nothing: at the end to the next lesson and to a
// whole deal.
func (p Lesson) onward(w *words.Tongue) []chat.Button {
	switch {
	case p.question() != "":
		return nil
	case p.Step < len(p.Lesson.Steps):
		return row(primary(w.Say("learn.next"), lessonLine(p.Lesson, p.Step+1)))
	case p.Next == nil:
		return row(primary(w.Say("learn.whole"), wholeLine(p.Lesson.Game.ID)))
	}
	whole, next := w.Say("learn.whole"), w.Say("learn.next-lesson", "Title", p.Next.Title)
	first := p.Lesson.Name == lesson.First // after which one plays
	return row(toggle(whole, wholeLine(p.Lesson.Game.ID), first), toggle(next, lessonLine(p.Next, 1), !first))
}

// aside lead back a step, to all lessons, and to what the guide says.
func (p Lesson) aside(w *words.Tongue) []chat.Button {
	all := []chat.Button{
		button(w.Say("learn.back"), when(p.Step > 1, lessonLine(p.Lesson, p.Step-1))),
		button(w.Say("learn.lessons"), lineOf("learn", p.Lesson.Game.ID, WordAll)),
	}
	for _, name := range p.Lesson.Topics {
		if pages, i := p.Topics.find(p.Lesson.Game, name, w); i >= 0 {
			all = append(all, button(w.Say("learn.topic", "Topic", pages[i].title), rulesLine(p.Lesson.Game, name)))
		}
	}
	return aside(all...)
}
