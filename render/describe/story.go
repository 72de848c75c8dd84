package describe

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/text"
	"tarockbot/render/words"
)

// Story lists the public events of a deal, without card points if hidePoints is true.
func Story(seen []engine.Event, rules engine.RuleSet, hidePoints bool, names []string, t *words.Tongue) []text.Line {
	s := &story{page: page{Table{t, names, rules.Terms}, make([]text.Line, 0, len(seen))}, rules: rules, hidePoints: hidePoints}
	for _, e := range seen {
		s.addLine(e)
	}
	return s.lines
}

type story struct {
	page
	rules      engine.RuleSet
	hidePoints bool
	trick      card.Set // cards in the current trick
	tricks     int
}

func (s *story) addLine(e engine.Event) {
	switch e := e.(type) {
	case engine.Exchanged:
		s.say(text.Plain, "story.exchanged", "Name", s.Names[e.Seat])
	case engine.ExchangeShown:
		s.addExchange(e.Seat, engine.LaidDown{N: e.N, Tarocks: e.Tarocks})
	case engine.Spoke:
		s.say(text.Plain, "story.said", "Name", s.Names[e.Seat], "What", SpokenAction(e.Action, s.Terms, s.Words))
	case engine.TalonTurned:
		s.addCards(s.Words.Say("story.talon"), e.Cards[:]...)
	case engine.TalonTaken:
		s.addCards(s.Words.Say("story.taken", "Name", s.Names[e.Seat]), e.Cards.Cards()...)
	case engine.Discarded:
		s.addDiscard(e)
	case engine.Uncovered:
		id := "story.uncovered"
		if e.InHand {
			id = "story.uncovered.hand"
		}
		s.addCards(s.Words.Say(id, "Name", s.Names[e.Seat]), e.Card)
	case engine.Played:
		s.trick |= e.Card.Bit()
		s.addCards(s.Words.Say("story.played", "Name", s.Names[e.Seat]), e.Card)
	case engine.TrickTaken:
		s.endTrick(e.Seat)
	case engine.TalonAdded:
		s.addCards(s.Words.Say("story.added", "Name", s.Names[e.Seat]), e.Card)
	case engine.Left:
		id := "story.resign"
		if e.Verb == engine.Timeout {
			id = "story.timeout"
		}
		s.say(text.Plain, id, "Name", s.Names[e.Seat])
	}
}

func (s *story) addCards(lead string, cards ...card.Card) {
	line := text.Line{{Text: lead}}
	for _, c := range cards {
		line = append(line, text.Span{Text: " "}, cardSpan(c, s.Words))
	}
	s.add(line...)
}

func (s *story) addDiscard(e engine.Discarded) {
	if e.Tarocks != 0 {
		s.say(text.Plain, "story.discarded.tarocks", "Name", s.Names[e.Seat], "Count", e.N, "Cards", Cards(e.Tarocks, s.Words))
		return
	}
	s.say(text.Plain, "story.discarded", "Name", s.Names[e.Seat], "Count", e.N)
}

func (s *story) endTrick(by engine.Seat) {
	s.tricks++
	if s.hidePoints {
		s.say(text.Strong, "story.trick", "Number", s.tricks, "Name", s.Names[by])
	} else {
		s.say(text.Strong, "story.trick.worth", "Number", s.tricks, "Name", s.Names[by],
			"Points", Points(s.rules.Thirds(s.trick), s.Words))
	}
	s.trick = 0
}
