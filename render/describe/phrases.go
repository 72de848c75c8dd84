package describe

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// Table names the players, calls and bonuses of one table.
type Table struct {
	Words *words.Tongue
	Names []string // by seat
	Terms engine.Terms
}

// Term returns the rule set's own term for a standard one.
func (p *Table) Term(usual string) string { return string(p.Terms.OwnName(engine.Name(usual))) }

// Bonus returns the name of a bonus.
func (p *Table) Bonus(b engine.Word) string { return p.Words.Say("bonus." + p.Term(b.String())) }

// Call returns the name of an auction call.
func (p *Table) Call(a engine.Action) string {
	if a.Verb == engine.Bid {
		return p.Words.Say("call." + a.Word.String())
	}
	return p.Words.Say("call." + p.Term(a.Verb.String()))
}

// ItemName returns the name of a result's item.
func (p *Table) ItemName(r engine.Result, i engine.Item) string {
	if i.Item == engine.TheGame && r.Contract != 0 {
		return p.Words.Say("plays." + r.Contract.String())
	}
	return p.Bonus(i.Item)
}

// NamesOf lists the seats' names.
func (p *Table) NamesOf(seats engine.Seats) string {
	var names []string
	for s := range seats.All() {
		names = append(names, p.Names[s])
	}
	return strings.Join(names, ", ")
}

// Limits of a name, in characters.
const (
	MaxNameInTitle = 28
	wholePrefix    = 9  // a prefix up to this length stays whole
	cutPrefix      = 12 // a longer name's prefix is cut to this length
)

// ShortNames lists the seats' names, cut to fit a title.
func (p *Table) ShortNames(seats engine.Seats) string {
	var names []string
	for s := range seats.All() {
		names = append(names, p.Shortened(p.Names[s], MaxNameInTitle/seats.Len()))
	}
	return strings.Join(names, ", ")
}

// Shortened cuts a name to at most most characters.
func (p *Table) Shortened(name string, most int) string { return p.shorten(name, most, most) }

// Prefix cuts a name for use as a prefix.
func (p *Table) Prefix(name string) string { return p.shorten(name, wholePrefix, cutPrefix) }

func (p *Table) shorten(name string, long, most int) string {
	if utf8.RuneCountInString(name) <= long || name == ErasedName(p.Words) {
		return name
	}
	shared := 0
	for _, other := range p.Names {
		if FirstWord(other) == FirstWord(name) {
			shared++
		}
	}
	if shared <= 1 {
		name = FirstWord(name)
	}
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return name
}

// ErasedName returns the text for an erased name. It is never cut: a part would look like a name.
func ErasedName(t *words.Tongue) string { return t.Say("name.deleted") }

// FirstWord returns the first word with any signs before it.
func FirstWord(text string) string {
	sign := max(0, strings.IndexFunc(text, unicode.IsLetter))
	first, _, _ := strings.Cut(text[sign:], " ")
	return text[:sign] + first
}

// WithLevel adds the contract's level, if any.
func (p *Table) WithLevel(contract string, v engine.PublicView) string {
	if v.Level == "" {
		return contract
	}
	return contract + " (" + p.Level(v) + ")"
}

// Level describes the contract's level and value.
func (p *Table) Level(v engine.PublicView) string {
	return p.Words.Say("board.level", "Level", p.Words.Say("level."+string(v.Level)), "Worth", v.ContractWorth)
}

// Announcement appends the text earlyID if the claim was made before the talon. If the claim was doubled, it
// also appends the sign and the factor.
func (p *Table) Announcement(what string, c engine.Claim, earlyID, sign string) string {
	if c.Early {
		what += ", " + p.Words.Say(earlyID)
	}
	if c.Doubled > 0 {
		what += sign + doubled(c.Doubled, c.Factor(), p.Words)
	}
	return what
}

func doubled(times, factor int, t *words.Tongue) string {
	return t.Say("board.doubled."+fmt.Sprint(times), "Factor", factor)
}

// Qualified appends the text earlyID in brackets to the name of an item announced before the talon.
func (p *Table) Qualified(name string, i engine.Item, earlyID string) string {
	if !i.Early {
		return name
	}
	if open, bracketed := strings.CutSuffix(name, ")"); bracketed {
		return open + ", " + p.Words.Say(earlyID) + ")"
	}
	return name + " (" + p.Words.Say(earlyID) + ")"
}

// SpokenAction returns the spoken form of an action, such as "Contra: the game".
func SpokenAction(a engine.Action, terms engine.Terms, t *words.Tongue) string {
	p := &Table{Words: t, Terms: terms}
	verb := "verb." + p.Term(a.Verb.String())
	switch {
	case a.Verb == engine.Bid:
		return p.Call(a)
	case a.Word == 0:
		return t.Say(verb)
	case a.Verb == engine.Announce || a.Verb == engine.PlayCard:
		return p.Bonus(a.Word)
	default:
		return t.Say(verb) + " " + p.Bonus(a.Word)
	}
}

// Points converts thirds to "35 points and 2 leaves".
func Points(thirds int, t *words.Tongue) string {
	points, leaves := thirds/3, thirds%3
	switch {
	case leaves == 0:
		return t.Count("points.points", points)
	case points == 0:
		return t.Count("points.leaves", leaves)
	}
	return t.Say("points.both", "Points", t.Count("points.points", points), "Leaves", t.Count("points.leaves", leaves))
}

// PointsNumber converts thirds to "6⅔".
func PointsNumber(thirds int) string {
	return fmt.Sprint(thirds/3) + [...]string{"", "⅓", "⅔"}[thirds%3]
}

// Signed returns a number with its sign.
func Signed(n int) string {
	if n == 0 {
		return "0"
	}
	return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1)
}

// Scores lists signed points by name.
func Scores(points []int, names []string) string {
	parts := make([]string, len(points))
	for i, n := range points {
		parts[i] = names[i] + " " + Signed(n)
	}
	return strings.Join(parts, " · ")
}
