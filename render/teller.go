package render

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// teller knows what everything at one table is called, in one language.
type teller struct {
	t     *words.Tongue
	names []string     // by seat
	terms engine.Terms // what the rule set calls otherwise than usual
}

// term returns the rule set's own name for what is usually called so.
func (p *teller) term(usual string) string { return string(p.terms.Of(engine.Name(usual))) }

// bonus returns the name of a bonus.
func (p *teller) bonus(b engine.Word) string { return p.t.Say("bonus." + p.term(b.String())) }

// call returns what was said in an auction: a bid by its contract.
func (p *teller) call(a engine.Action) string {
	if a.Verb == engine.Bid {
		return p.t.Say("call." + a.Word.String())
	}
	return p.t.Say("call." + p.term(a.Verb.String()))
}

// itemName returns the name of a result's item: the game by its contract.
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

// How long a name may be, in characters.
const (
	titleName = 28 // in a title, where several share the room
	shortName = 9  // in front of something else
	shortWord = 12 // there, of a longer one
)

// shortNames lists the seats' names, short enough for a title.
func (p *teller) shortNames(seats engine.Seats) string {
	var names []string
	for s := range seats.All() {
		names = append(names, p.shortened(p.names[s], titleName/seats.Len()))
	}
	return strings.Join(names, ", ")
}

// shortened cuts a name to so many characters. Of a longer one it takes the first word, unless
// another name begins with that.
func (p *teller) shortened(name string, most int) string { return p.cut(name, most, most) }

// briefly cuts a name that stands in front of something else.
func (p *teller) briefly(name string) string { return p.cut(name, shortName, shortWord) }

// cut shortens a name of more than long characters to at most so many.
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

// erased stands for the name of a person who was erased. It is never shortened: no part of it
// could be told from a name.
func erased(t *words.Tongue) string { return t.Say("name.deleted") }

// firstWord returns what stands before the first blank behind a letter: a sign in front belongs to the word.
func firstWord(text string) string {
	sign := max(0, strings.IndexFunc(text, unicode.IsLetter))
	first, _, _ := strings.Cut(text[sign:], " ")
	return text[:sign] + first
}

// atLevel adds to a contract how it was taken over and what that makes it worth.
func atLevel(contract string, v engine.PublicView, t *words.Tongue) string {
	if v.Level == "" {
		return contract
	}
	return contract + " (" + level(v, t) + ")"
}

// level says how the contract was taken over, and what that makes it worth.
func level(v engine.PublicView, t *words.Tongue) string {
	return t.Say("board.level", "Level", t.Say("level."+string(v.Level)), "Worth", v.Worth)
}

// claims returns the announcements, and the game where it was doubled.
func claims(v engine.PublicView) (told []engine.Claim) {
	for _, c := range v.Claims {
		if c.Bonus != engine.TheGame || c.Doubled > 0 {
			told = append(told, c)
		}
	}
	return told
}

// claimed adds to an announcement that it was made before the talon, in the words of early, and
// behind a sign how it was doubled.
func claimed(what string, c engine.Claim, early, sign string, t *words.Tongue) string {
	if c.Early {
		what += ", " + t.Say(early)
	}
	if c.Doubled > 0 {
		what += sign + doubled(c.Doubled, c.Factor(), t)
	}
	return what
}

// doubled says how often a claim was doubled, and what that makes of it.
func doubled(times, factor int, t *words.Tongue) string {
	return t.Say("board.doubled."+fmt.Sprint(times), "Factor", factor)
}

// qualified adds to an item's name in brackets, which it may have already, that it was
// said before the talon, in the words of early.
func qualified(name string, i engine.Item, early string, t *words.Tongue) string {
	if !i.Early {
		return name
	}
	if open, bracketed := strings.CutSuffix(name, ")"); bracketed {
		return open + ", " + t.Say(early) + ")"
	}
	return name + " (" + t.Say(early) + ")"
}
