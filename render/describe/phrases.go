package describe

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// Table names the players, calls and bonuses of one table in one language.
type Table struct {
	Words *words.Tongue
	Names []string     // by seat
	Terms engine.Terms // the rule set's own terms
}

// Term returns the rule set's own term for a standard one.
func (p *Table) Term(usual string) string { return string(p.Terms.Of(engine.Name(usual))) }

// Bonus returns the name of a bonus.
func (p *Table) Bonus(b engine.Word) string { return p.Words.Say("bonus." + p.Term(b.String())) }

// Call returns the name of an auction call. A bid is named by its contract.
func (p *Table) Call(a engine.Action) string {
	if a.Verb == engine.Bid {
		return p.Words.Say("call." + a.Word.String())
	}
	return p.Words.Say("call." + p.Term(a.Verb.String()))
}

// ItemName returns the name of an item of the result. The game is named by its contract.
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

// The most characters of a name.
const (
	TitleName = 28 // in a title, shared by several names
	shortName = 9  // as a prefix
	shortWord = 12 // for a longer name as a prefix
)

// ShortNames lists the seats' names, cut to fit a title.
func (p *Table) ShortNames(seats engine.Seats) string {
	var names []string
	for s := range seats.All() {
		names = append(names, p.Shortened(p.Names[s], TitleName/seats.Len()))
	}
	return strings.Join(names, ", ")
}

// Shortened cuts a name to at most most characters. It prefers the first word, unless another name begins
// with the same word.
func (p *Table) Shortened(name string, most int) string { return p.cut(name, most, most) }

// Prefix cuts a name for use as a prefix.
func (p *Table) Prefix(name string) string { return p.cut(name, shortName, shortWord) }

// cut shortens a name of more than long characters to at most most characters.
func (p *Table) cut(name string, long, most int) string {
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

// ErasedName returns the text shown in place of an erased person's name. It is never shortened, because a part
// of it would look like a name.
func ErasedName(t *words.Tongue) string { return t.Say("name.deleted") }

// FirstWord returns the first word, including any signs before its first letter.
func FirstWord(text string) string {
	sign := max(0, strings.IndexFunc(text, unicode.IsLetter))
	first, _, _ := strings.Cut(text[sign:], " ")
	return text[:sign] + first
}

// AtLevel returns the contract with its level and value in brackets, if it has a level.
func (p *Table) AtLevel(contract string, v engine.PublicView) string {
	if v.Level == "" {
		return contract
	}
	return contract + " (" + p.Level(v) + ")"
}

// Level describes the contract's level and value.
func (p *Table) Level(v engine.PublicView) string {
	return p.Words.Say("board.level", "Level", p.Words.Say("level."+string(v.Level)), "Worth", v.ContractWorth)
}

// Announcement adds the text of early for an announcement made before the talon. If it was doubled, it adds
// sign and the doubling.
func (p *Table) Announcement(what string, c engine.Claim, early, sign string) string {
	if c.Early {
		what += ", " + p.Words.Say(early)
	}
	if c.Doubled > 0 {
		what += sign + doubled(c.Doubled, c.Factor(), p.Words)
	}
	return what
}

// doubled describes the doubling of a claim and its factor.
func doubled(times, factor int, t *words.Tongue) string {
	return t.Say("board.doubled."+fmt.Sprint(times), "Factor", factor)
}

// Qualified adds the text of early to an item's name in brackets if the item was announced before the
// talon. Existing brackets are reused.
func (p *Table) Qualified(name string, i engine.Item, early string) string {
	if !i.Early {
		return name
	}
	if open, bracketed := strings.CutSuffix(name, ")"); bracketed {
		return open + ", " + p.Words.Say(early) + ")"
	}
	return name + " (" + p.Words.Say(early) + ")"
}

// Said returns the spoken form of an action: "Dreiblatt", "Pagat ultimo", "Contra: the game". For a card
// it returns the announcement made with it.
func Said(a engine.Action, terms engine.Terms, t *words.Tongue) string {
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

// Points converts thirds to points and leaves, omitting zeros: "35 points and 2 leaves".
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

// PointsNumber converts thirds to points with a fraction: "6⅔".
func PointsNumber(thirds int) string {
	return fmt.Sprint(thirds/3) + [...]string{"", "⅓", "⅔"}[thirds%3]
}

// Signed returns a number with its sign, a true minus. Zero has no sign.
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
