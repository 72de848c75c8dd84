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

// undertakeWords are the words of the phase. Folding is the last.
var undertakeWords = []engine.Action{engine.Say(engine.Undertake, 0), engine.Say(engine.Pass, 0), engine.Say(engine.Fold, 0)}

// sayable returns all words, or all but the last, which is folding.
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

// askOther returns the phase after a seat has undertaken: with the option, the other seat may double; else the dealer is
// asked whether to go on.
func (undertaking) askOther(r *round, events []engine.Event) ([]engine.Event, phase) {
	r.turn = other(r.declarer)
	switch {
	case r.settings.contra:
		return events, answeringContra
	case r.turn == r.dealer:
		return events, dealerMayFold
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
	name  engine.Name
	words []engine.Action // folding is the last
}

var (
	// dealerMayFold asks the dealer after forehand has undertaken. A dealer with a tarock can't fold and is asked all
	// the same: whose turn it is must not tell whether there is a tarock in that hand (RULES 0, Silence; R15).
	dealerMayFold = &answering{phaseGoOn, []engine.Action{engine.Say(engine.Pass, 0), engine.Say(engine.Fold, 0)}}
	// answeringContra asks the other seat whether it doubles the game, in place of dealerMayFold (RULES 3.2, R30).
	answeringContra = &answering{phaseAnswer, []engine.Action{engine.Say(engine.Contra, engine.TheGame), engine.Say(engine.Good, 0), engine.Say(engine.Fold, 0)}}
)

func (p *answering) Name() engine.Name           { return p.name }
func (*answering) Waiting(r *round) engine.Seats { return r.turn.Bit() }

func (p *answering) Prompt(r *round, s engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: p.name, Choices: sayable(p.words, r.mayFold(s))}
}

func (*answering) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
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
	return engine.Move{Seat: r.turn, Action: engine.Say(engine.Pass, 0)}, r.phase == phase(dealerMayFold) && !r.mayFold(r.turn)
}
