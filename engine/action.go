package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tarockbot/engine/card"
)

// Verb is the kind of an action. Only its String is stored or sent; numbers may change.
type Verb int8

// The verbs of actions.
const (
	_ Verb = iota
	Exchange
	Bid
	Hold
	TakeOver // takes the standing contract from its bidder
	SayGood  // drops out of the auction after a bid
	Pass
	Announce
	Contra
	Re
	Sub
	EndAnnouncing
	ChoosePacket
	Discard
	PlayCard
	Resign
	Timeout
	Undertake // promises to win the deal
	Fold      // ends a deal that the seat needn't play
	Declare   // names held cards
)

func (v Verb) String() string { return notation[v].verb }

// Leaves reports whether the seat leaves the deal.
func (v Verb) Leaves() bool { return v == Resign || v == Timeout }

// Action is one thing that a seat does or says. String writes its notation, ParseAction reads it.
type Action struct {
	Verb  Verb
	Word  Word // contract or bonus; with PlayCard, the word said with the card
	N     int8 // with ChoosePacket, the packet's index
	Cards card.Set
}

// Move is an action of a seat.
type Move struct {
	Seat   Seat
	Action Action
}

// Play returns the action of playing c.
func Play(c card.Card) Action { return Action{Verb: PlayCard, Cards: c.Bit()} }

// PlaySaying returns the play of c with a word.
func PlaySaying(c card.Card, word Word) Action {
	return Action{Verb: PlayCard, Word: word, Cards: c.Bit()}
}

// Say returns a verb's action with a word or 0.
func Say(verb Verb, word Word) Action { return Action{Verb: verb, Word: word} }

type argument int

const (
	noArgument argument = iota
	oneWord
	oneNumber
	oneCard
	anyCards
)

var argumentCounts = [...]struct{ least, most int }{
	noArgument: {0, 0}, oneWord: {1, 1}, oneNumber: {1, 1}, oneCard: {1, 2}, anyCards: {0, card.Count},
}

type form struct {
	verb string
	kind argument
}

var notation = [...]form{
	Exchange: {"exchange", anyCards}, Bid: {"bid", oneWord}, Hold: {"hold", noArgument},
	TakeOver: {"take", noArgument}, SayGood: {"good", noArgument}, Pass: {"pass", noArgument},
	Announce: {"announce", oneWord}, Contra: {"contra", oneWord}, Re: {"re", oneWord}, Sub: {"sub", oneWord},
	EndAnnouncing: {"done", noArgument}, ChoosePacket: {"talon", oneNumber}, Discard: {"discard", anyCards},
	PlayCard: {"play", oneCard}, Resign: {"resign", noArgument}, Timeout: {"timeout", noArgument},
	Undertake: {"undertake", noArgument}, Fold: {"fold", noArgument}, Declare: {"declare", oneWord},
}

func parseVerb(word string) Verb {
	return Verb(max(0, slices.IndexFunc(notation[:], func(f form) bool { return f.verb == word })))
}

const maxPacket = 9

var errAction = errors.New("engine: not an action")

func (a Action) String() string {
	parts := []string{a.Verb.String()}
	if a.Cards != 0 {
		parts = append(parts, a.Cards.String())
	}
	if a.Word != 0 {
		parts = append(parts, a.Word.String())
	}
	if a.Verb == ChoosePacket {
		parts = append(parts, strconv.Itoa(int(a.N)))
	}
	return strings.Join(parts, " ")
}

// ParseAction reads the notation. It doesn't check whether the action is allowed.
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

func parsePacket(s string) (int8, error) {
	if len(s) != 1 || s[0] < '0' || s[0] > '0'+maxPacket {
		return 0, fmt.Errorf("no packet %.20q", s)
	}
	return int8(s[0] - '0'), nil
}
