package strohmandeln

import (
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// The phases before the play.
const (
	phaseUndertake engine.Name = "undertake"
	phaseGoOn      engine.Name = "go-on"
	phaseAnswer    engine.Name = "answer"
)

// words are the choices of a phase before the play.
type words struct{ choices, choicesWithFold []engine.Action }

var (
	undertakeWords = newWords(engine.Say(engine.Undertake, 0), engine.Say(engine.Pass, 0))
	goOnWords      = newWords(engine.Say(engine.Pass, 0))
	answerWords    = newWords(engine.Say(engine.Contra, engine.TheGame), engine.Say(engine.Good, 0))
)

// newWords returns the choices, and the same with folding at the end.
func newWords(choices ...engine.Action) words {
	return words{choices, append(slices.Clip(choices), engine.Say(engine.Fold, 0))}
}

// prompt returns the seat's prompt in the phase.
func (w *words) prompt(r *round, s engine.Seat) engine.Prompt {
	if r.mayFold(s) {
		return engine.Prompt{Phase: r.phase.Name(), Choices: w.choicesWithFold}
	}
	return engine.Prompt{Phase: r.phase.Name(), Choices: w.choices}
}

// mayFold reports whether the seat was dealt no tarock. Only the seat's own prompt may show it.
func (r *round) mayFold(s engine.Seat) bool { return r.play.Hands[s]&card.AllTarocks == 0 }

// undertaking is the phase in which a seat may undertake the game: forehand first, the dealer only if forehand
// passed (RULES 3.2).
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

// askOther returns the phase after a seat has undertaken. With the option the other seat may double. Without it the
// dealer is asked whether to go on.
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

// recordSpeech adds the word that the seat said to the calls, and returns its events.
func (r *round) recordSpeech(s engine.Seat, a engine.Action) []engine.Event {
	r.calls = append(r.calls, engine.Move{Seat: s, Action: a})
	return engine.SpokeEvents(s, a)
}

// answering is the other seat's turn after a seat has undertaken the game. A seat without tarocks may fold.
type answering struct {
	// contra says that the seat may double the game (RULES 3.2, R30). Without it only a dealer is asked. A dealer with a
	// tarock can't fold and is asked all the same: whose turn it is must not tell whether there is a tarock in that hand
	// (RULES 0, Silence; R15).
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

// ImpliedMove returns the dealer's pass if the dealer holds a tarock and so can't fold. Records omit it. It returns
// false in all other positions.
func (r *round) ImpliedMove() (engine.Move, bool) {
	return engine.Move{Seat: r.turn, Action: engine.Say(engine.Pass, 0)}, r.phase == answering{} && !r.mayFold(r.turn)
}
