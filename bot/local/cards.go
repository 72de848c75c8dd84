package local

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"tarockbot/bot/chat"
)

// isCard says whether the style is that of a card's name.
func isCard(s chat.Style) bool { return s == chat.Red || s == chat.Black || s == chat.Trump }

// suits and honours are classes of the style sheet, by the sign that a card's label
// begins with and by the label.
var (
	suits   = map[string]string{"♥": "hearts", "♦": "diamonds", "♠": "spades", "♣": "clubs"}
	honours = map[string]bool{"Sküs": true, "XXI": true, "I": true}
)

// cardClass is the class of a card by its label; "" for what all tarocks are, or if
// the label tells no suit.
func cardClass(label string) string {
	if honours[strings.TrimRight(label, "*°")] {
		return "honour"
	}
	return suits[sign(label)]
}

// cardLine says whether the line is a row of cards: nothing else is in it but
// marks between them and a word in front. Dimmed text alone must look very
// much like cards to be taken for some.
func cardLine(line chat.Line) bool {
	cards, dimmed, suited, word := 0, 0, false, false
	for i, s := range line {
		text := strings.TrimSpace(s.Text)
		switch {
		case isCard(s.Style) && allLabels(text):
			cards++
		case s.Style == chat.Dim && isLabel(text):
			dimmed++
			suited = suited || sign(text) != ""
		case text == "", s.Style == chat.Dim && !hasLetter(text):
		case i > 0:
			return false
		default:
			word = true
		}
	}
	if cards == 0 {
		return dimmed > 1 || suited
	}
	return !word || cards+dimmed > 1
}

// maxLabel is the length of the longest card's label, in letters.
const maxLabel = 6

// isLabel says whether the text could name a card: a sign or none, letters or
// digits, and perhaps a star.
func isLabel(text string) bool {
	text = strings.TrimPrefix(strings.TrimPrefix(text, sign(text)), textStyle)
	text = strings.TrimSuffix(text, "*")
	n := 0
	for _, r := range text {
		if n++; n > maxLabel || !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return n > 0
}

func allLabels(text string) bool {
	for f := range strings.FieldsSeq(text) {
		if !isLabel(f) {
			return false
		}
	}
	return text != ""
}

// textStyle (VS15) may follow a sign, to have it as text and not as a picture.
const textStyle = "\uFE0E"

// sign is the symbol that the text begins with, or "".
func sign(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if !unicode.IsSymbol(r) || r == utf8.RuneError {
		return ""
	}
	return text[:size]
}

func hasLetter(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }
