package web

import (
	"cmp"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

// pages are all templates; "screen" is one message.
var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"harmless": harmless, "isCard": isCard, "style": styleOf, "buttonClass": buttonClass, "held": held, "deref": valueOf, "laid": laid, "piled": pileView, "parts": parts, "pressed": pressed, "isSign": isSign, "chosen": chosen,
}).ParseFS(files, "web/*.html"))

// kind is the part of the page that a message stands in.
type kind string

const (
	kindBoard  kind = "board"
	kindPanel  kind = "panel"
	kindAnswer kind = "answer"
)

// screenView is a screen laid out for the template "screen".
type screenView struct {
	chat.Screen
	Ref     chat.Ref
	Kind    kind
	Form    string // id of the form that the buttons belong to
	Caption string // what an answer answers, or ""
	T       texts.Language
	Terms   glossary
	Lines   []lineView
	LaidOut *feltView // nil: text, picture and buttons are shown
	Choice  *choiceView
	File    *fileView // that goes with it; nil for none
	PassOn  string    // by which somebody else comes to it: an address or a line; "" for none
}

// fileView is a file to be fetched.
type fileView struct{ Name, Key string }

type lineView struct {
	Title, Cards, Gap bool
	Bullet            bool // one of a list, of which it may be the first or the last
	First, Last       bool
	Spans             []spanView
}

type spanView struct {
	Text, Class string
	Says        string    // what the word means, told when it is touched; "" for none
	Spoken      string    // how it is read aloud, if not as it stands
	Silent      bool      // a mark for the eyes alone
	At          time.Time // the moment that it tells, which the page tells in its reader's zone
}

type choiceView struct {
	chat.Choice
	Groups [][]chat.Option // one a suit
	Count  string          // "3 / 8"
	Lack   string          // in words, why it may not be confirmed; "" if it may
}

// viewOf lays the screen out, with the words of its game to be touched.
func (p *Platform) viewOf(s chat.Screen, k kind, ref chat.Ref) screenView {
	v := screenViewOf(s, k, ref, p.glossary(s.Game, s.Lang))
	if s.Share != "" {
		line := "accept " + s.Share
		v.PassOn = cmp.Or(p.Link(line), line)
	}
	return v
}

// glossary are the words of the game that can be touched; nil for none. It is made once.
func (p *Platform) glossary(game, lang string) glossary {
	if p.cfg.Glossary == nil || game == "" {
		return nil
	}
	known, ok := p.glossaries.Load([2]string{game, lang})
	if !ok {
		known = newGlossary(p.cfg.Glossary(game, lang), catalogue.In(lang))
		p.glossaries.Store([2]string{game, lang}, known)
	}
	return known.(glossary)
}

// screenViewOf lays the screen out.
func screenViewOf(s chat.Screen, k kind, ref chat.Ref, terms glossary) screenView {
	t := catalogue.In(s.Lang)
	v := screenView{Screen: s, Ref: ref, Kind: k, Form: "press-private", T: t, Terms: terms, Choice: groupChoice(s.Choice, t)}
	if k == kindBoard {
		v.Form = "press-channel"
	}
	v.LaidOut = v.layoutFelt()
	if v.LaidOut == nil {
		v.Lines = v.Terms.terms(splitLines(s.CaptionOrText()))
	}
	return v
}

// render makes the screen HTML.
func (v screenView) render() (template.HTML, error) {
	var b strings.Builder
	if err := pages.ExecuteTemplate(&b, "screen", v); err != nil {
		return "", fmt.Errorf("local: render: %w", err)
	}
	return template.HTML(b.String()), nil //nolint:gosec // made, and escaped, by our own template
}

// Words are those of a short text, those that have a meaning apart.
func (v screenView) Words(text string) []spanView {
	return quiet(v.Terms.split(harmless(text), "plain", make(map[string]bool)))
}

// InBrief is a short text in brief, read aloud and explained as it is in full.
func (v screenView) InBrief(text, brief string) []spanView {
	spans := v.Words(text)
	if brief == text {
		return spans
	}
	says := ""
	for _, s := range spans {
		says = cmp.Or(says, s.Says)
	}
	return []spanView{{Text: harmless(brief), Class: "plain", Says: says, Spoken: harmless(text)}}
}

// Calls says whether a panel waits for its reader.
func (v screenView) Calls() bool { return v.Kind == kindPanel && v.Call != nil && !v.Call.News }

// Closable says whether the reader may put the message away.
func (v screenView) Closable() bool {
	return v.Kind == kindAnswer || v.Kind == kindPanel && v.Ended
}

// Heading is the id of the title that names the message, "" without one.
func (v screenView) Heading() string {
	if v.LaidOut != nil || len(v.Lines) > 0 && v.Lines[0].Title {
		return "h-" + string(v.Ref)
	}
	return ""
}

// Compact says whether there are cards to press, so that those which are only
// shown should take little room and not look like them.
func (v screenView) Compact() bool {
	return slices.ContainsFunc(v.Buttons, func(row []chat.Button) bool {
		return slices.ContainsFunc(row, func(b chat.Button) bool { return isCard(b.Style) })
	}) || v.Screen.Choice != nil && slices.ContainsFunc(v.Screen.Choice.Options, func(o chat.Option) bool { return isCard(o.Style) })
}

// splitLines makes empty lines gaps and lines of cards rows of chips.
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

// bullet begins a line that is one of a list.
const bullet = "• "

// splitSpan splits a span of several cards into one chip each.
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

// isSeatMark says whether the sign tells seats apart whose names look alike.
func isSeatMark(sign rune) bool { return '①' <= sign && sign <= '⑳' }

// quiet parts marks of seats from the text around them: nobody says them.
func quiet(spans []spanView) (out []spanView) {
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

// harmless drops what no reader sees but what turns the text around it.
func harmless(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Bidi_Control, r) || unicode.IsControl(r) && r != '\t' && r != '\n' {
			return -1
		}
		return r
	}, text)
}

// classes are the styles' names in the style sheet; others are plain.
var classes = map[chat.Style]string{
	chat.Title: "title", chat.Strong: "strong", chat.Dim: "dim", chat.Red: "hearts", chat.Black: "spades", chat.Trump: "tarock",
	chat.Code: "code", chat.Link: "link",
}

func class(s chat.Style) string { return cmp.Or(classes[s], "plain") }

// styleOf is class for a text which, if it is a card's, tells suits and honours apart.
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

func buttonClass(b chat.Button) string {
	c := "button"
	switch b.Look {
	case chat.Primary:
		c += " primary"
	case chat.Danger:
		c += " danger"
	}
	if isCard(b.Style) {
		c += " card " + styleOf(b.Style, b.Label)
	}
	return c
}

// parts are the options of each part.
func parts(options []chat.Option) (all [][]chat.Option) {
	for i, o := range options {
		if i == 0 || o.Part != options[i-1].Part {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], o)
	}
	return all
}

// chosenSign begins the label of what is chosen of a row.
const chosenSign = "✓ "

// pressed says whether the button is what is chosen of its row: "true" or "false", or ""
// where nothing of that is chosen.
func pressed(b chat.Button, row []chat.Button) string {
	chosen := func(b chat.Button) bool { return strings.HasPrefix(b.Label, chosenSign) }
	if !slices.ContainsFunc(row, chosen) {
		return ""
	}
	return strconv.FormatBool(chosen(b))
}

// isSign says whether ears would make nothing of the label.
func isSign(label string) bool {
	return !strings.ContainsFunc(label, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// groupChoice makes the options groups, one a suit.
func groupChoice(c *chat.Choice, t texts.Language) *choiceView {
	if c == nil {
		return nil
	}
	v := &choiceView{Choice: *c}
	chosen, last := c.Chosen(), ""
	for i, o := range c.Options {
		if s := class(o.Style) + sign(o.Label); i == 0 || s != last {
			v.Groups, last = append(v.Groups, nil), s
		}
		g := len(v.Groups) - 1
		v.Groups[g] = append(v.Groups[g], o)
	}
	switch {
	case chosen < c.Min:
		v.Lack = fmt.Sprintf(t.Say("choice.more"), c.Min-chosen)
	case chosen > c.Max:
		v.Lack = fmt.Sprintf(t.Say("choice.fewer"), c.Max, chosen-c.Max)
	}
	v.Count = fmt.Sprintf("%d / %d", chosen, c.Max)
	if c.Min != 0 && c.Min != c.Max {
		v.Count = fmt.Sprintf("%d / %d–%d", chosen, c.Min, c.Max)
	}
	return v
}

// isCard says whether the style is that of a card's name.
func isCard(s chat.Style) bool { return s == chat.Red || s == chat.Black || s == chat.Trump }

// suits and honours are classes of the style sheet, by the sign that a card's label
// begins with and by the label.
var (
	suits   = map[string]string{"♥": "hearts", "♦": "diamonds", "♠": "spades", "♣": "clubs"}
	honours = map[string]bool{"Sküs": true, "XXI": true, "I": true}
)

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

// maxLabel is the length of the longest card's label, in letters.
const maxLabel = 6

// isLabel says whether the text could name a card: a sign or none, which may be marked
// (VS15) as text and not as a picture, letters or digits, and perhaps a star.
var isLabel = regexp.MustCompile(fmt.Sprintf(`^\pS?\x{FE0E}?[\pL\p{Nd}]{1,%d}\*?$`, maxLabel)).MatchString

func allLabels(text string) bool {
	for f := range strings.FieldsSeq(text) {
		if !isLabel(f) {
			return false
		}
	}
	return text != ""
}

// sign is the symbol that the text begins with, or "".
func sign(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if !unicode.IsSymbol(r) || r == utf8.RuneError {
		return ""
	}
	return text[:size]
}
