package speech

import (
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Action reads a typed action: the notation of records, but with cards as people write them, and packets counted from
// 1.
func (l *Lexicon) Action(verb engine.Verb, args []string) (engine.Action, error) {
	takesName := verb != engine.PlayCard && verb != engine.ChoosePacket // "uhu" is also a card
	if name, ok := l.names.LookupPhrase(strings.Join(args, " ")); ok && takesName {
		args = []string{name.String()}
	}
	args = strings.Fields(strings.ReplaceAll(strings.Join(args, " "), ",", " "))
	words := []string{verb.String()}
	for i, arg := range args {
		switch {
		case verb == engine.PlayCard && i > 0: // an announcement with the card
			words = append(words, PlainWord(strings.TrimRight(arg, "!")))
		case verb != engine.Exchange || !slices.Contains(l.noCards, arg):
			words = append(words, typedArgument(verb, arg))
		}
	}
	// "exchange" without cards is more likely a question.
	bare := verb == engine.Exchange || verb == engine.Discard
	a, err := engine.ParseAction(strings.Join(words, " "))
	switch {
	case len(args) == 0 && (err != nil || bare):
		return a, chat.Refuse("bare." + verb.String())
	case err != nil:
		return a, chat.Refuse("typed."+verb.String(), "Typed", displayname.Clean(strings.Join(args, " ")))
	}
	return a, nil
}

func typedArgument(verb engine.Verb, arg string) string {
	switch verb {
	case engine.PlayCard, engine.Exchange, engine.Discard:
		return typedCard(strings.ToUpper(arg))
	case engine.ChoosePacket:
		if n, err := strconv.Atoi(arg); err == nil {
			return strconv.Itoa(n - 1)
		}
	}
	return PlainWord(arg)
}

var typedCards = map[string]card.Card{
	"SKÜS": card.Skus, "SKUES": card.Skus, "GSTIESS": card.Skus, "GSTIEß": card.Skus,
	"GSCHTIESS": card.Skus, "GSCHTIEß": card.Skus,
	"MOND": card.Mond, "PAGAT": card.Pagat, "SPATZ": card.Pagat, "UHU": card.Uhu, "PELIKAN": card.Pelikan,
	"KAKADU": card.Pelikan, "QUAPIL": card.Quapil, "MARABU": card.Quapil, "IV": card.Quapil,
}

// typedRanks maps German and French letters of court cards.
var typedRanks = map[string]string{"D": "Q", "B": "V", "J": "V"}

var suitLetters = strings.NewReplacer("♥", "H", "♦", "D", "♠", "S", "♣", "C", "\uFE0E", "", "\uFE0F", "")

// typedCard returns the code of a typed card. It returns other text unchanged.
func typedCard(text string) string {
	code := suitLetters.Replace(text)
	if c, ok := typedCards[code]; ok {
		return c.String()
	}
	if n, err := strconv.Atoi(code); err == nil && n >= 1 && n <= int(card.Mond)+1 {
		return card.Card(n - 1).String()
	}
	if len(code) == 2 && strings.Contains("HDSC", code[:1]) {
		if rank, ok := typedRanks[code[1:]]; ok {
			return code[:1] + rank
		}
	}
	return code
}
