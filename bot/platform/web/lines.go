package web

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tarockbot/bot/chat"
)

type lineView struct {
	Title, Cards, Gap bool
	Bullet            bool // First and Last mark a list's ends
	First, Last       bool
	Spans             []spanView
}

type spanView struct {
	Text, Class string
	Says        string    // meaning, or ""
	Spoken      string    // read aloud, if different
	Silent      bool      // not read aloud
	At          time.Time // shown in the browser's time zone
}

// splitLines returns gaps for empty lines, and chips for cards.
func splitLines(text []chat.Line) []lineView {
	var out []lineView
	gap := false
	for _, line := range text {
		if !slices.ContainsFunc(line, func(s chat.Span) bool { return s.Text != "" }) {
			gap = len(out) > 0
			continue
		}
		v := lineView{
			Title:  line[0].Style == chat.Title,
			Cards:  cardLine(line),
			Bullet: strings.HasPrefix(line[0].Text, bullet),
			Gap:    gap,
		}
		if v.Bullet {
			line = slices.Clone(line)
			line[0].Text = strings.TrimPrefix(line[0].Text, bullet)
		}
		for _, s := range line {
			v.Spans = append(v.Spans, splitSpan(s, v)...)
		}
		out, gap = append(out, v), false
	}
	listed := func(i int) bool { return i >= 0 && i < len(out) && out[i].Bullet }
	for i := range out {
		out[i].First, out[i].Last = listed(i) && !listed(i-1), listed(i) && !listed(i+1)
	}
	return out
}

const bullet = "• "

func splitSpan(s chat.Span, line lineView) []spanView {
	text := harmless(s.Text)
	dimmed := line.Cards && s.Style == chat.Dim && isLabel(strings.TrimSpace(text))
	switch {
	case dimmed, isCard(s.Style) && allLabels(text):
	case line.Cards && strings.TrimSpace(text) == "":
		return nil
	default:
		return []spanView{{Text: text, Class: styleOf(s.Style, text), Spoken: harmless(s.Spoken), At: s.At}}
	}
	var out []spanView
	for f := range strings.FieldsSeq(text) {
		out = append(out, spanView{Text: f, Class: styleOf(s.Style, f) + " card", Spoken: harmless(s.Spoken)})
	}
	return out
}

func isSeatMark(sign rune) bool { return '①' <= sign && sign <= '⑳' }

// splitSeatMarks separates seat marks, which are not read aloud.
func splitSeatMarks(spans []spanView) (out []spanView) {
	for _, s := range spans {
		for s.Says == "" && s.Spoken == "" {
			at := strings.IndexFunc(s.Text, isSeatMark)
			if at < 0 {
				break
			}
			mark, size := utf8.DecodeRuneInString(s.Text[at:])
			if at > 0 {
				out = append(out, spanView{Text: s.Text[:at], Class: s.Class})
			}
			out = append(out, spanView{Text: string(mark), Class: s.Class, Silent: true})
			s.Text = s.Text[at+size:]
		}
		if s.Text != "" {
			out = append(out, s)
		}
	}
	return out
}

// harmless drops control characters, including text directions.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) || unicode.IsControl(r) && r != '\t' && r != '\n' {
			return -1
		}
		return r
	}, text)
}

// Other styles have the class "plain".
var classes = map[chat.Style]string{
	chat.Title: "title", chat.Strong: "strong", chat.Dim: "dim", chat.Red: "hearts", chat.Black: "spades", chat.Trump: "tarock",
	chat.Code: "code", chat.Link: "link",
}

func class(s chat.Style) string { return cmp.Or(classes[s], "plain") }

// A card's class depends on suit and honours.
func styleOf(s chat.Style, text string) string {
	switch suit := suits[sign(text)]; {
	case !isCard(s):
	case honours[strings.TrimRight(text, "*°")]:
		return "honour"
	case suit != "":
		return suit
	}
	return class(s)
}

func isCard(s chat.Style) bool { return s == chat.Red || s == chat.Black || s == chat.Trump }

// suits maps a label's suit sign to a class. honours are the labels of the trull.
var (
	suits   = map[string]string{"♥": "hearts", "♦": "diamonds", "♠": "spades", "♣": "clubs"}
	honours = map[string]bool{"Sküs": true, "XXI": true, "I": true}
)

// cardLine allows cards, marks between them and a word in front. Dimmed cards need a suit or a group.
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
		case text == "", s.Style == chat.Dim && !strings.ContainsFunc(text, unicode.IsLetter):
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

const maxLabel = 6

// A label has an optional sign, perhaps marked as text (VS15), letters or digits, and perhaps a star.
var isLabel = regexp.MustCompile(fmt.Sprintf(`^\pS?\x{FE0E}?[\pL\p{Nd}]{1,%d}\*?$`, maxLabel)).MatchString

func allLabels(text string) bool {
	for f := range strings.FieldsSeq(text) {
		if !isLabel(f) {
			return false
		}
	}
	return text != ""
}

func sign(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if !unicode.IsSymbol(r) || r == utf8.RuneError {
		return ""
	}
	return text[:size]
}
