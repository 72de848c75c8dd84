package render

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/words"
)

// Story lists the public events of a deal in order, as text. With hidden it omits card points.
func Story(seen []engine.Event, rules engine.RuleSet, hidden bool, names []string, t *words.Tongue) []Line {
	s := &story{page: page{teller{t, names, rules.Terms}, make([]Line, 0, len(seen))}, rules: rules, hidden: hidden}
	for _, e := range seen {
		s.addLine(e)
	}
	return s.lines
}

// story collects the lines of a deal's story.
type story struct {
	page
	rules  engine.RuleSet
	hidden bool
	trick  card.Set // the cards of the running trick
	tricks int      // finished tricks
}

// addLine adds a line for the event, if it has a text.
func (s *story) addLine(e engine.Event) {
	switch e := e.(type) {
	case engine.Exchanged:
		s.say(Plain, "story.exchanged", "Name", s.names[e.Seat])
	case engine.ExchangeShown:
		s.exchanged(e.Seat, engine.LaidDown{N: e.N, Tarocks: e.Tarocks})
	case engine.Spoke:
		s.say(Plain, "story.said", "Name", s.names[e.Seat], "What", Said(e.Action, s.terms, s.t))
	case engine.TalonTurned:
		s.cards(s.t.Say("story.talon"), e.Cards[:]...)
	case engine.TalonTaken:
		s.cards(s.t.Say("story.taken", "Name", s.names[e.Seat]), e.Cards.Cards()...)
	case engine.Discarded:
		s.discarded(e)
	case engine.Uncovered:
		id := "story.uncovered"
		if e.InHand {
			id = "story.uncovered.hand"
		}
		s.cards(s.t.Say(id, "Name", s.names[e.Seat]), e.Card)
	case engine.Played:
		s.trick |= e.Card.Bit()
		s.cards(s.t.Say("story.played", "Name", s.names[e.Seat]), e.Card)
	case engine.TrickTaken:
		s.endTrick(e.Seat)
	case engine.TalonAdded:
		s.cards(s.t.Say("story.added", "Name", s.names[e.Seat]), e.Card)
	case engine.Left:
		id := "story.resign"
		if e.How == engine.Timeout {
			id = "story.timeout"
		}
		s.say(Plain, id, "Name", s.names[e.Seat])
	}
}

// cards adds a line of text followed by cards.
func (s *story) cards(lead string, cards ...card.Card) {
	line := Line{{Text: lead}}
	for _, c := range cards {
		line = append(line, Span{Text: " "}, cardSpan(c, s.t))
	}
	s.add(line...)
}

// discarded reports a discard. Only discarded tarocks are shown.
func (s *story) discarded(e engine.Discarded) {
	if e.Tarocks != 0 {
		s.say(Plain, "story.discarded.tarocks", "Name", s.names[e.Seat], "Count", e.N, "Cards", Cards(e.Tarocks, s.t))
		return
	}
	s.say(Plain, "story.discarded", "Name", s.names[e.Seat], "Count", e.N)
}

// endTrick reports the finished trick and begins the next.
func (s *story) endTrick(by engine.Seat) {
	s.tricks++
	if s.hidden {
		s.say(Strong, "story.trick", "Number", s.tricks, "Name", s.names[by])
	} else {
		s.say(Strong, "story.trick.worth", "Number", s.tricks, "Name", s.names[by], "Points", Points(s.rules.Thirds(s.trick), s.t))
	}
	s.trick = 0
}

// Said returns the spoken form of an action: "Dreiblatt", "Pagat ultimo", "Contra: the game". For a card
// it returns the announcement made with it.
func Said(a engine.Action, terms engine.Terms, t *words.Tongue) string {
	p := &teller{t: t, terms: terms}
	verb := "verb." + p.term(a.Verb.String())
	switch {
	case a.Verb == engine.Bid:
		return p.call(a)
	case a.Word == 0:
		return t.Say(verb)
	case a.Verb == engine.Announce || a.Verb == engine.PlayCard:
		return p.bonus(a.Word)
	default:
		return t.Say(verb) + " " + p.bonus(a.Word)
	}
}
