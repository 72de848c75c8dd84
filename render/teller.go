package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// teller names the players, calls and bonuses of one table in one language.
type teller struct {
	t     *words.Tongue
	names []string     // by seat
	terms engine.Terms // the rule set's own terms
}

// term returns the rule set's own term for a standard one.
func (p *teller) term(usual string) string { return string(p.terms.Of(engine.Name(usual))) }

// bonus returns the name of a bonus.
func (p *teller) bonus(b engine.Word) string { return p.t.Say("bonus." + p.term(b.String())) }

// call returns the name of an auction call. A bid is named by its contract.
func (p *teller) call(a engine.Action) string {
	if a.Verb == engine.Bid {
		return p.t.Say("call." + a.Word.String())
	}
	return p.t.Say("call." + p.term(a.Verb.String()))
}

// itemName returns the name of an item of the result. The game is named by its contract.
func (p *teller) itemName(r engine.Result, i engine.Item) string {
	if i.Item == engine.TheGame && r.Contract != 0 {
		return p.t.Say("plays." + r.Contract.String())
	}
	return p.bonus(i.Item)
}

// namesOf lists the seats' names.
func (p *teller) namesOf(seats engine.Seats) string {
	var names []string
	for s := range seats.All() {
		names = append(names, p.names[s])
	}
	return strings.Join(names, ", ")
}

// The most characters of a name.
const (
	titleName = 28 // in a title, shared by several names
	shortName = 9  // as a prefix
	shortWord = 12 // for a longer name as a prefix
)

// shortNames lists the seats' names, cut to fit a title.
func (p *teller) shortNames(seats engine.Seats) string {
	var names []string
	for s := range seats.All() {
		names = append(names, p.shortened(p.names[s], titleName/seats.Len()))
	}
	return strings.Join(names, ", ")
}

// shortened cuts a name to at most most characters. It prefers the first word, unless another name begins
// with the same word.
func (p *teller) shortened(name string, most int) string { return p.cut(name, most, most) }

// briefly cuts a name for use as a prefix.
func (p *teller) briefly(name string) string { return p.cut(name, shortName, shortWord) }

// cut shortens a name of more than long characters to at most most characters.
func (p *teller) cut(name string, long, most int) string {
	if utf8.RuneCountInString(name) <= long || name == erased(p.t) {
		return name
	}
	shared := 0
	for _, other := range p.names {
		if firstWord(other) == firstWord(name) {
			shared++
		}
	}
	if shared <= 1 {
		name = firstWord(name)
	}
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return name
}

// erased returns the text shown in place of an erased person's name. It is never shortened, because a part
// of it would look like a name.
func erased(t *words.Tongue) string { return t.Say("name.deleted") }

// firstWord returns the first word, including any signs before its first letter.
func firstWord(text string) string {
	sign := max(0, strings.IndexFunc(text, unicode.IsLetter))
	first, _, _ := strings.Cut(text[sign:], " ")
	return text[:sign] + first
}

// atLevel returns the contract with its level and value in brackets, if it has a level.
func atLevel(contract string, v engine.PublicView, t *words.Tongue) string {
	if v.Level == "" {
		return contract
	}
	return contract + " (" + level(v, t) + ")"
}

// level describes the contract's level and value.
func level(v engine.PublicView, t *words.Tongue) string {
	return t.Say("board.level", "Level", t.Say("level."+string(v.Level)), "Worth", v.Worth)
}

// claims lists the announcements, and the game if it was doubled.
func claims(v engine.PublicView) (told []engine.Claim) {
	for _, c := range v.Claims {
		if c.Bonus != engine.TheGame || c.Doubled > 0 {
			told = append(told, c)
		}
	}
	return told
}

// claimed adds the text of early for an announcement made before the talon. If it was doubled, it adds
// sign and the doubling.
func claimed(what string, c engine.Claim, early, sign string, t *words.Tongue) string {
	if c.Early {
		what += ", " + t.Say(early)
	}
	if c.Doubled > 0 {
		what += sign + doubled(c.Doubled, c.Factor(), t)
	}
	return what
}

// doubled describes the doubling of a claim and its factor.
func doubled(times, factor int, t *words.Tongue) string {
	return t.Say("board.doubled."+fmt.Sprint(times), "Factor", factor)
}

// qualified adds the text of early to an item's name in brackets if the item was announced before the
// talon. Existing brackets are reused.
func qualified(name string, i engine.Item, early string, t *words.Tongue) string {
	if !i.Early {
		return name
	}
	if open, bracketed := strings.CutSuffix(name, ")"); bracketed {
		return open + ", " + t.Say(early) + ")"
	}
	return name + " (" + t.Say(early) + ")"
}
