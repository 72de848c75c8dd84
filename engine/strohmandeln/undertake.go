package strohmandeln

import (
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// speaking is undertaking: forehand first, the dealer only if forehand passed
// (RULES 3.2).
type speaking struct{}

func (speaking) Name() engine.Name             { return "undertake" }
func (speaking) Waiting(r *round) engine.Seats { return r.turn.Bit() }

// What may be said before the play; folding stands last.
var (
	undertakeWords = []engine.Action{engine.Say(engine.Undertake, 0), engine.Say(engine.Pass, 0), engine.Say(engine.Fold, 0)}
	goOnWords      = []engine.Action{engine.Say(engine.Pass, 0), engine.Say(engine.Fold, 0)}
	answerWords    = []engine.Action{engine.Say(engine.Contra, engine.TheGame), engine.Say(engine.Good, 0), engine.Say(engine.Fold, 0)}
)

// may returns the words without the last, folding, unless the seat may fold.
func (r *round) may(words []engine.Action, s engine.Seat) []engine.Action {
	if r.mayFold(s) {
		return words
	}
	return words[: len(words)-1 : len(words)-1]
}

// mayFold reports whether the seat was dealt no tarock. Nothing but the prompt shows it.
func (r *round) mayFold(s engine.Seat) bool { return r.play.Hands[s]&card.AllTarocks == 0 }

func (speaking) Prompt(r *round, s engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: "undertake", Words: r.may(undertakeWords, s)}
}

func (p speaking) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
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
	case r.chosen.throwIn:
		return r.void(events, engine.End{})
	default:
		r.contract = engine.Simple
		return r.startPlay(events)
	}
}

// askOther asks the other seat about the game just undertaken: whether to double it, by the option, or else the dealer
// whether to go on.
func (speaking) askOther(r *round, events []engine.Event) ([]engine.Event, phase) {
	r.turn = other(r.declarer)
	switch {
	case r.chosen.contra:
		return events, answering{}
	case r.turn == r.dealer:
		return events, goingOn{}
	default:
		return r.startPlay(events)
	}
}

// recordSpeech keeps and shows what was said.
func (r *round) recordSpeech(s engine.Seat, a engine.Action) []engine.Event {
	r.calls = append(r.calls, engine.Move{Seat: s, Action: a})
	return engine.SpokeEvents(s, a)
}

// goingOn is the dealer's last chance to fold, when forehand has undertaken. A
// dealer who can't is asked all the same: whose turn it is must not tell
// whether there is a tarock in that hand (RULES 0, Silence; R15).
type goingOn struct{}

func (goingOn) Name() engine.Name             { return "go-on" }
func (goingOn) Waiting(r *round) engine.Seats { return r.turn.Bit() }

func (goingOn) Prompt(r *round, s engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: "go-on", Words: r.may(goOnWords, s)}
}

func (goingOn) Do(r *round, s engine.Seat, a engine.Action) ([]engine.Event, phase) {
	events := r.recordSpeech(s, a)
	if a.Verb == engine.Fold {
		return r.void(events, engine.End{Reason: engine.Folded, Seat: s})
	}
	return r.startPlay(events)
}

// answering is the other seat's turn once a game is undertaken, in place of goingOn: the seat doubles the game or lets
// it be, aloud, and may fold as there (RULES 3.2, R30).
type answering struct{}

func (answering) Name() engine.Name             { return "answer" }
func (answering) Waiting(r *round) engine.Seats { return r.turn.Bit() }

func (answering) Prompt(r *round, s engine.Seat) engine.Prompt {
	return engine.Prompt{Phase: "answer", Words: r.may(answerWords, s)}
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

// ImpliedMove returns the dealer's word to go on where it can't be another.
func (r *round) ImpliedMove() (engine.Move, bool) {
	return engine.Move{Seat: r.turn, Action: goOnWords[0]}, r.phase == goingOn{} && !r.mayFold(r.turn)
}
