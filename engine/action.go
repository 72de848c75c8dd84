package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tarockbot/engine/card"
)

// Verb is what an action does. Its number may change between versions: only its String
// is stored or sent. The zero value is no verb.
type Verb int8

// The verbs of actions.
const (
	_        Verb = iota
	Exchange      // puts away cards for the personal talon
	Bid
	Hold
	Take // takes the standing contract over from its bidder
	Good // drops out of an auction that has a bid
	Pass
	Announce
	Contra
	Re
	Sub
	Done  // ends an announcing turn: "I'm done", "good"
	Talon // takes a packet of the talon
	Discard
	PlayCard
	Resign
	Timeout
	Undertake // undertakes to win the deal, in a game with no other bid
	Fold      // ends the deal because the seat needn't play its hand
	Declare   // names cards held, before playing
)

// String returns the verb as the notation writes it; "" for none.
func (v Verb) String() string { return notation[v].verb }

// Leaves reports whether the seat leaves the deal.
func (v Verb) Leaves() bool { return v == Resign || v == Timeout }

// Action is one thing a seat does. Actions are comparable. String writes and ParseAction reads
// the notation of records, commands and buttons.
type Action struct {
	Verb  Verb
	Word  Word     // the contract, the bonus, TheGame, or the word said of a card played
	N     int8     // of Talon: the packet, counted from 0 in dealing order
	Cards card.Set // of Exchange, Discard and PlayCard
}

// Move is an action with the seat that did it.
type Move struct {
	Seat   Seat
	Action Action
}

// Play returns the action of playing one card.
func Play(c card.Card) Action { return Action{Verb: PlayCard, Cards: c.Bit()} }

// PlaySaying returns the action of playing one card with a word said of it.
func PlaySaying(c card.Card, word Word) Action {
	return Action{Verb: PlayCard, Word: word, Cards: c.Bit()}
}

// Say returns the action of a verb with a word; the word may be 0, for none.
func Say(verb Verb, word Word) Action { return Action{Verb: verb, Word: word} }

// argument is the kind of arguments that follow a verb.
type argument int

const (
	noArgument argument = iota
	oneWord
	oneNumber
	oneCard // and perhaps a word
	anyCards
)

// argumentCounts is how many arguments of each kind there may be.
var argumentCounts = [...]struct{ least, most int }{
	noArgument: {0, 0}, oneWord: {1, 1}, oneNumber: {1, 1}, oneCard: {1, 2}, anyCards: {0, card.Count},
}

// form is how the notation writes a verb and the kind of arguments that follow it.
type form struct {
	verb string
	kind argument
}

// notation is the form of every verb.
var notation = [...]form{
	Exchange: {"exchange", anyCards}, Bid: {"bid", oneWord}, Hold: {"hold", noArgument},
	Take: {"take", noArgument}, Good: {"good", noArgument}, Pass: {"pass", noArgument},
	Announce: {"announce", oneWord}, Contra: {"contra", oneWord}, Re: {"re", oneWord}, Sub: {"sub", oneWord},
	Done: {"done", noArgument}, Talon: {"talon", oneNumber}, Discard: {"discard", anyCards},
	PlayCard: {"play", oneCard}, Resign: {"resign", noArgument}, Timeout: {"timeout", noArgument},
	Undertake: {"undertake", noArgument}, Fold: {"fold", noArgument}, Declare: {"declare", oneWord},
}

// parseVerb returns the verb with the word; 0 if there is none.
func parseVerb(word string) Verb {
	return Verb(max(0, slices.IndexFunc(notation[:], func(f form) bool { return f.verb == word })))
}

// maxPacket is the highest packet number that the notation takes.
const maxPacket = 9

// errAction is the error that every error of ParseAction wraps.
var errAction = errors.New("engine: not an action")

// String returns the notation: "bid solo", "exchange H4 D2", "play XVII ross".
func (a Action) String() string {
	parts := []string{a.Verb.String()}
	if a.Cards != 0 {
		parts = append(parts, a.Cards.String())
	}
	if a.Word != 0 {
		parts = append(parts, a.Word.String())
	}
	if a.Verb == Talon {
		parts = append(parts, strconv.Itoa(int(a.N)))
	}
	return strings.Join(parts, " ")
}

// ParseAction reads the notation. It checks only the form. The round decides whether the word
// means something and the action is allowed.
func ParseAction(s string) (Action, error) {
	fields := strings.Fields(s)
	if len(fields) == 0 {
		return Action{}, fmt.Errorf("%w: empty", errAction)
	}
	a := Action{Verb: parseVerb(fields[0])}
	if a.Verb == 0 {
		return Action{}, fmt.Errorf("%w: unknown verb %.20q", errAction, fields[0])
	}
	if err := a.parseArguments(notation[a.Verb].kind, fields[1:]); err != nil {
		return Action{}, fmt.Errorf("%w: %s: %w", errAction, a.Verb, err)
	}
	return a, nil
}

// parseArguments reads the arguments of the kind into a.
func (a *Action) parseArguments(kind argument, args []string) (err error) {
	if n := argumentCounts[kind]; len(args) < n.least || len(args) > n.most {
		return fmt.Errorf("%d arguments, want %d to %d", len(args), n.least, n.most)
	}
	switch kind {
	case oneWord:
		a.Word, err = ParseWord(args[0])
	case oneNumber:
		a.N, err = parsePacket(args[0])
	case oneCard:
		if len(args) == 2 {
			if a.Word, err = ParseWord(args[1]); err != nil {
				return err
			}
		}
		a.Cards, err = card.ParseSet(args[:1])
	case anyCards:
		a.Cards, err = card.ParseSet(args)
	}
	return err
}

// parsePacket reads the number of a packet.
func parsePacket(s string) (int8, error) {
	if len(s) != 1 || s[0] < '0' || s[0] > '0'+maxPacket {
		return 0, fmt.Errorf("no packet %.20q", s)
	}
	return int8(s[0] - '0'), nil
}
