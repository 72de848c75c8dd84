package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tarockbot/engine/card"
)

// The verbs of actions, as RECORD notation writes them.
const (
	Exchange Name = "exchange" // put away cards for the personal talon
	Bid      Name = "bid"
	Hold     Name = "hold"
	Pass     Name = "pass"
	Announce Name = "announce"
	Contra   Name = "contra"
	Re       Name = "re"
	Sub      Name = "sub"
	Done     Name = "done" // ends an announcing turn: "I'm done", "good"
	Talon    Name = "talon"
	Discard  Name = "discard"
	PlayCard Name = "play"
	Resign   Name = "resign"
	Timeout  Name = "timeout"
)

// TheGame is what a contra doubles if it isn't an announcement, and the item
// of a result that the game itself is.
const TheGame Name = "game"

// Action is one thing a seat does. It is comparable; String and ParseAction
// are the notation of records, commands and buttons.
type Action struct {
	Verb  Name
	Word  Name     // the contract, the bonus, or TheGame
	Cards card.Set // exchange, discard, play
	N     int8     // talon: the packet, counted from 0 in dealing order
}

// Play is the action of playing one card.
func Play(c card.Card) Action { return Action{Verb: PlayCard, Cards: c.Bit()} }

// Say is the action of a verb with a word; the word may be "".
func Say(verb, word Name) Action { return Action{Verb: verb, Word: word} }

// argument is what follows a verb.
type argument int

const (
	noArgument argument = iota
	oneWord
	oneNumber
	oneCard
	anyCards
)

// arguments is the notation: every verb and what follows it.
var arguments = map[Name]argument{
	Exchange: anyCards, Bid: oneWord, Hold: noArgument, Pass: noArgument, Announce: oneWord,
	Contra: oneWord, Re: oneWord, Sub: oneWord, Done: noArgument, Talon: oneNumber,
	Discard: anyCards, PlayCard: oneCard, Resign: noArgument, Timeout: noArgument,
}

// verbs are all verbs, the most frequent in front.
var verbs = [...]Name{PlayCard, Announce, Done, Bid, Pass, Exchange, Talon, Discard, Hold, Contra, Re, Sub, Resign, Timeout}

// maxPacket is the highest packet number that the notation takes.
const maxPacket = 9

// errAction is wrapped by every error of ParseAction.
var errAction = errors.New("engine: not an action")

// String is the notation: "bid solo", "exchange H4 D2", "play XXI".
func (a Action) String() string {
	parts := []string{string(a.Verb)}
	if a.Word != "" {
		parts = append(parts, string(a.Word))
	}
	if a.Cards != 0 {
		parts = append(parts, a.Cards.String())
	}
	if a.Verb == Talon {
		parts = append(parts, strconv.Itoa(int(a.N)))
	}
	return strings.Join(parts, " ")
}

// ParseAction reads the notation. It knows the form only; whether a word
// means something and the action is allowed, the round decides.
func ParseAction(s string) (Action, error) {
	fields := strings.Fields(s)
	if len(fields) == 0 {
		return Action{}, fmt.Errorf("%w: empty", errAction)
	}
	a := Action{Verb: Name(fields[0])}
	kind, ok := arguments[a.Verb]
	if !ok {
		return Action{}, fmt.Errorf("%w: unknown verb %.20q", errAction, fields[0])
	}
	if err := a.parseArguments(kind, fields[1:]); err != nil {
		return Action{}, fmt.Errorf("%w: %s: %w", errAction, a.Verb, err)
	}
	return a, nil
}

func (a *Action) parseArguments(kind argument, args []string) (err error) {
	if kind != anyCards {
		want := 1
		if kind == noArgument {
			want = 0
		}
		if len(args) != want {
			return fmt.Errorf("%d arguments, want %d", len(args), want)
		}
	}
	switch kind {
	case oneWord:
		a.Word, err = parseWord(args[0])
	case oneNumber:
		a.N, err = parsePacket(args[0])
	case oneCard, anyCards:
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

// parseWord takes a word of small letters and hyphens.
func parseWord(s string) (Name, error) {
	if len(s) > 20 || strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-") != "" {
		return "", fmt.Errorf("no word %.20q", s)
	}
	return Name(s), nil
}
