package strohmandeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// undertaking is the phase in which a seat may undertake the game: forehand first, the dealer only if forehand
// passed (RULES 3.2).
type undertaking struct{}

func (undertaking) Name() engine.Name             { return phaseUndertake }
func (undertaking) Waiting(r *round) engine.Seats { return r.turn.Bit() }

// The phases before the play.
const (
	phaseUndertake engine.Name = "undertake"
	phaseGoOn      engine.Name = "go-on"
	phaseAnswer    engine.Name = "answer"
)

// What may be said before the play; folding stands last.
var (
	undertakeWords = []engine.Action{engine.Say(engine.Undertake, 0), engine.Say(engine.Pass, 0), engine.Say(engine.Fold, 0)}
	goOnWords      = []engine.Action{engine.Say(engine.Pass, 0), engine.Say(engine.Fold, 0)}
	answerWords    = []engine.Action{engine.Say(engine.Contra, engine.TheGame), engine.Say(engine.Good, 0), engine.Say(engine.Fold, 0)}
)

// sayable returns the words that may be said: all, or all but the last, folding.
func sayable(words []engine.Action, mayFold bool) []engine.Action {
	if mayFold {
		return words
	}
	return words[: len(words)-1 : len(words)-1]
}

// mayFold reports whether the seat was dealt no tarock. Only the seat's own prompt may show it.
func (r *round) mayFold(s engine.Seat) bool { return r.play.Hands[s]&card.AllTarocks == 0 }

func (undertaking) Prompt(r *round, s engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: phaseUndertake, Choices: sayable(undertakeWords, r.mayFold(s))}
}

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

// askOther asks the other seat about the game just undertaken: whether to double it, by the option, or else the dealer
// whether to go on.
func (undertaking) askOther(r *round, events []engine.Event) ([]engine.Event, phase) {
	r.turn = other(r.declarer)
	switch {
	case r.settings.contra:
		return events, answeringContra{}
	case r.turn == r.dealer:
		return events, dealerMayFold{}
	default:
		return r.startPlay(events)
	}
}

// recordSpeech adds what the seat said to the calls, and returns what everybody heard.
func (r *round) recordSpeech(s engine.Seat, a engine.Action) []engine.Event {
	r.calls = append(r.calls, engine.Move{Seat: s, Action: a})
	return engine.SpokeEvents(s, a)
}

// dealerMayFold is the dealer's turn after forehand has undertaken. A dealer with a tarock can't fold and is asked all
// the same: whose turn it is must not tell whether there is a tarock in that hand (RULES 0, Silence; R15).
type dealerMayFold struct{}

func (dealerMayFold) Name() engine.Name             { return phaseGoOn }
func (dealerMayFold) Waiting(r *round) engine.Seats { return r.turn.Bit() }

func (dealerMayFold) Prompt(r *round, s engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: phaseGoOn, Choices: sayable(goOnWords, r.mayFold(s))}
}

func (dealerMayFold) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events := r.recordSpeech(s, a)
	if a.Verb == engine.Fold {
		return r.void(events, engine.End{Reason: engine.Folded, Seat: s})
	}
	return r.startPlay(events)
}

// answeringContra is the other seat's turn once a game is undertaken, in place of dealerMayFold. The seat doubles the
// game or says that it doesn't, and may fold as in dealerMayFold (RULES 3.2, R30).
type answeringContra struct{}

func (answeringContra) Name() engine.Name             { return phaseAnswer }
func (answeringContra) Waiting(r *round) engine.Seats { return r.turn.Bit() }

func (answeringContra) Prompt(r *round, s engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: phaseAnswer, Choices: sayable(answerWords, r.mayFold(s))}
}

func (answeringContra) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
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
	_, asked := r.phase.(dealerMayFold)
	return engine.Move{Seat: r.turn, Action: goOnWords[0]}, asked && !r.mayFold(r.turn)
}
