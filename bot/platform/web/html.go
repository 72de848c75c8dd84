package web

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

var templates = template.Must(template.New("").Funcs(template.FuncMap{
	"buttonClass": buttonClass,
	"choiceOf":    choiceOf,
	"firstSteps":  func() []firstStep { return firstSteps },
	"harmless":    harmless,
	"held":        held,
	"inRow":       inRow,
	"isCard":      isCard,
	"isSign":      isSign,
	"modules":     func() []string { return modules },
	"onTable":     onTableOf,
	"parts":       chat.GroupOptions,
	"pressed":     pressed,
	"quickWords":  func() []string { return quickWords },
	"shortcuts":   func() []string { return shortcutCommands },
	"style":       styleOf,
}).ParseFS(assets, "web/*.html"))

type kind string

const (
	kindBoard  kind = "board"
	kindPanel  kind = "panel"
	kindAnswer kind = "answer"
)

type screenView struct {
	chat.Screen
	Ref   chat.Ref
	Kind  kind
	Form  string
	T     texts.Language
	Terms glossary
	Lines []lineView
	// SmallPrint is an open challenge's minor lines, shown on demand.
	SmallPrint []lineView
	LaidOut    *feltView // nil: text, picture and buttons
	Picks      *choiceView
	File       *fileView
	Invitation *invitation // for the challenger, or nil
}

type fileView struct{ Name, Key string }

// viewOf also adds the invitation to a challenge that the reader can withdraw.
func (p *Platform) viewOf(s chat.Screen, k kind, ref chat.Ref) screenView {
	v := screenViewOf(s, k, ref, p.glossary(s.Game, s.Lang))
	withdraws := func(b chat.Button) bool { return b.Line == "decline "+s.ShareCode }
	if s.ShareCode != "" && slices.ContainsFunc(slices.Concat(s.Buttons...), withdraws) {
		v.Invitation = &invitation{p.Link("accept " + s.ShareCode), s.ShareCode}
	}
	return v
}

var minorClasses = []string{"dim", "code", "link"}

// splitSmallPrint separates the lines that have only minor parts.
func splitSmallPrint(all []lineView) (lines, small []lineView) {
	for _, l := range all {
		if slices.ContainsFunc(l.Spans, func(s spanView) bool { return s.Says == "" && !slices.Contains(minorClasses, s.Class) }) {
			lines = append(lines, l)
		} else {
			small = append(small, l)
		}
	}
	return lines, small
}

func screenViewOf(s chat.Screen, k kind, ref chat.Ref, terms glossary) screenView {
	t := catalogue.In(s.Lang)
	v := screenView{
		Screen: s, Ref: ref, Kind: k, Form: "press-private", T: t, Terms: terms, Picks: groupChoice(s.Choice, t),
	}
	if k == kindBoard {
		v.Form = "press-channel"
	}
	v.LaidOut = v.layoutFelt()
	if v.LaidOut == nil {
		v.Lines = v.Terms.terms(splitLines(s.CaptionOrText()))
	}
	if s.ShareCode != "" {
		v.Lines, v.SmallPrint = splitSmallPrint(v.Lines)
	}
	return v
}

func (v screenView) render() (template.HTML, error) {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, "screen", v); err != nil {
		return "", fmt.Errorf("local: render: %w", err)
	}
	return template.HTML(b.String()), nil //nolint:gosec // our own template escapes it
}

// Words marks the explained words of a short text.
func (v screenView) Words(text string) []spanView {
	return splitSeatMarks(v.Terms.split(harmless(text), "plain", make(map[string]bool)))
}

// InBrief shows the brief form. Screen readers and explanations use the full text.
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

// Calls reports whether the panel waits for its reader.
func (v screenView) Calls() bool { return v.Kind == kindPanel && v.Call != nil && !v.Call.NobodyWaits }

// Closable reports whether the reader may dismiss the message.
func (v screenView) Closable() bool {
	return v.Kind == kindAnswer || v.Kind == kindPanel && v.Dismissable
}

// Heading returns the ID of the message's title, or "".
func (v screenView) Heading() string {
	if v.LaidOut != nil || len(v.Lines) > 0 && v.Lines[0].Title {
		return "h-" + string(v.Ref)
	}
	return ""
}

// Compact reports whether there are cards to press. Other cards are then smaller.
func (v screenView) Compact() bool {
	return slices.ContainsFunc(v.Buttons, func(row []chat.Button) bool {
		return slices.ContainsFunc(row, func(b chat.Button) bool { return isCard(b.Style) })
	}) || v.Choice != nil && slices.ContainsFunc(v.Choice.Options, func(o chat.Option) bool { return isCard(o.Style) })
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

// isSign reports whether a label can't be read aloud.
func isSign(label string) bool {
	return !strings.ContainsFunc(label, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

type choiceView struct {
	chat.Choice
	Groups [][]chat.Option
	Count  string // of chosen options, or ""
	Lack   string // why the choice can't be confirmed, or ""
}

func groupChoice(c *chat.Choice, t texts.Language) *choiceView {
	if c == nil {
		return nil
	}
	v := &choiceView{Choice: *c}
	chosen, last := c.CountChosen(), ""
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
	switch {
	case c.Min == 0 && chosen == 0: // the button says that nothing is chosen
	case c.Min != 0 && c.Min != c.Max:
		v.Count = fmt.Sprintf("%d / %d–%d", chosen, c.Min, c.Max)
	default:
		v.Count = fmt.Sprintf("%d / %d", chosen, c.Max)
	}
	return v
}

const chosenSign = "✓ "

// pressed returns "true" or "false" for a row with a chosen button, else "".
func pressed(b chat.Button, row []chat.Button) string {
	chosen := func(b chat.Button) bool { return strings.HasPrefix(b.Label, chosenSign) }
	if !slices.ContainsFunc(row, chosen) {
		return ""
	}
	return strconv.FormatBool(chosen(b))
}

type choicePart struct {
	*choiceView
	T    texts.Language
	Form string
	Ref  chat.Ref
}

// choiceOf returns the choice for the template "choice". Without withCards it omits cards, which then lie on the table.
func choiceOf(v screenView, withCards bool) choicePart {
	c := choicePart{v.Picks, v.T, v.Form, v.Ref}
	if !withCards {
		withoutCards := *v.Picks
		withoutCards.Groups = slices.DeleteFunc(slices.Clone(withoutCards.Groups), func(g []chat.Option) bool { return g[0].Icon != "" })
		c.choiceView = &withoutCards
	}
	return c
}
