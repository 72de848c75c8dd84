package strohmandeln

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

const (
	phaseUndertake engine.Name = "undertake"
	phaseGoOn      engine.Name = "go-on"
	phaseAnswer    engine.Name = "answer"
)

type words struct{ choices, choicesWithFold []engine.Action }

var (
	undertakeWords = newWords(engine.Say(engine.Undertake, 0), engine.Say(engine.Pass, 0))
	goOnWords      = newWords(engine.Say(engine.Pass, 0))
	answerWords    = newWords(engine.Say(engine.Contra, engine.TheGame), engine.Say(engine.SayGood, 0))
)

func newWords(choices ...engine.Action) words {
	return words{choices, append(slices.Clip(choices), engine.Say(engine.Fold, 0))}
}

func (w *words) prompt(r *round, s engine.Seat) engine.Prompt {
	if r.mayFold(s) {
		return engine.Prompt{Phase: r.phase.Name(), Choices: w.choicesWithFold}
	}
	return engine.Prompt{Phase: r.phase.Name(), Choices: w.choices}
}

// mayFold reports whether the seat has no tarock, which only its own prompt may show.
func (r *round) mayFold(s engine.Seat) bool { return r.play.Hands[s]&card.AllTarocks == 0 }

// undertaking asks forehand, then the dealer (RULES 3.2).
type undertaking struct{}

func (undertaking) Name() engine.Name             { return phaseUndertake }
func (undertaking) Waiting(r *round) engine.Seats { return r.turn.Bit() }

func (undertaking) Prompt(r *round, s engine.Seat) engine.Prompt { return undertakeWords.prompt(r, s) }

func (p undertaking) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events := r.recordSpeech(s, a)
	switch {
	case a.Verb == engine.Fold:
		return r.void(events, engine.End{Reason: engine.Folded, Seat: s})
	case a.Verb == engine.Undertake:
		r.declarer, r.contract = s, engine.Undertaken
		return p.askOther(r, events)
	case s != r.dealer:
		r.turn = r.dealer
		return events, p
	case r.settings.throwIn:
		return r.void(events, engine.End{})
	default:
		r.contract = engine.Simple
		return r.startPlay(events)
	}
}

func (undertaking) askOther(r *round, events []engine.Event) ([]engine.Event, phase) {
	r.turn = other(r.declarer)
	switch {
	case r.settings.contra:
		return events, answering{contra: true}
	case r.turn == r.dealer:
		return events, answering{}
	default:
		return r.startPlay(events)
	}
}

func (r *round) recordSpeech(s engine.Seat, a engine.Action) []engine.Event {
	r.calls = append(r.calls, engine.Move{Seat: s, Action: a})
	return engine.SpokeEvents(s, a)
}

// answering is the other seat's turn after a seat has undertaken the game.
type answering struct {
	// contra lets the seat double (RULES 3.2, R30). Without contra only the dealer is asked. A dealer with a tarock can
	// only pass, but is asked too, because the question must not reveal the hand (RULES 0, Silence; R15).
	contra bool
}

func (p answering) Name() engine.Name {
	if p.contra {
		return phaseAnswer
	}
	return phaseGoOn
}

func (answering) Waiting(r *round) engine.Seats { return r.turn.Bit() }

func (p answering) Prompt(r *round, s engine.Seat) engine.Prompt {
	if p.contra {
		return answerWords.prompt(r, s)
	}
	return goOnWords.prompt(r, s)
}

func (answering) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events := r.recordSpeech(s, a)
	switch a.Verb {
	case engine.Fold:
		return r.void(events, engine.End{Reason: engine.Folded, Seat: s})
	case engine.Contra:
		r.doubled = 1
	}
	return r.startPlay(events)
}

// ImpliedMove returns the pass of a dealer who can't fold.
func (r *round) ImpliedMove() (engine.Move, bool) {
	return engine.Move{Seat: r.turn, Action: engine.Say(engine.Pass, 0)}, r.phase == answering{} && !r.mayFold(r.turn)
}
