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

func (p *teller) name(s engine.Seat) string { return p.names[s] }

// term is what is usually called so, in the rule set's own name.
func (p *teller) term(usual string) string { return string(p.terms.Of(engine.Name(usual))) }

func (p *teller) namesOf(seats engine.Seats) string {
	var names []string
	for s := range seats.All() {
		names = append(names, p.name(s))
	}
	return strings.Join(names, ", ")
}

// call is how an auction names what was said: a bid by its contract.
func (p *teller) call(a engine.Action) string {
	if a.Verb == engine.Bid {
		return a.Word.String()
	}
	return p.term(a.Verb.String())
}

// atLevel is the contract with how it was taken over and what that makes it worth.
func (p *teller) atLevel(contract string, v engine.PublicView) string {
	if v.Level == "" {
		return contract
	}
	return contract + " (" + p.level(v) + ")"
}

// level is how the contract was taken over, and what that makes it worth.
func (p *teller) level(v engine.PublicView) string {
	return p.t.Say("board.level", "Level", p.t.Say("level."+string(v.Level)), "Worth", v.Worth)
}

func (p *teller) claim(c engine.Claim) string {
	text := p.name(c.Seat) + ": " + p.bonus(c.Bonus)
	if c.Early {
		text += ", " + p.t.Say("board.early")
	}
	if c.Doubled > 0 {
		text += " – " + p.doubled(c.Doubled, c.Factor())
	}
	return text
}

// bonus is what it is called here.
func (p *teller) bonus(b engine.Word) string { return p.t.Say("bonus." + p.term(b.String())) }

// doubled is how often the claim was doubled, and what that makes of it.
func (p *teller) doubled(times, factor int) string {
	return p.t.Say("board.doubled."+fmt.Sprint(times), "Factor", factor)
}

// packets shows the turned-up talon, packets apart and numbered from 1; the
// one taken is marked.
func (p *teller) packets(v engine.PublicView) Line {
	line := Line{{Text: p.t.Say("board.talon")}}
	for n, packet := range v.Packets() {
		mark := fmt.Sprintf("  %d) ", n+1)
		if n == v.Taken {
			mark = fmt.Sprintf("  ✓%d) ", n+1)
		}
		for _, c := range packet {
			line = append(line, Span{Text: mark, Style: Dim}, cardSpan(c, p.t))
			mark = " "
		}
	}
	return line
}

// pile is a pile's open top and how many cards lie face down.
func (p *teller) pile(pile engine.Pile) Line {
	switch {
	case pile.N == 0:
		return Line{{Text: p.t.Say("board.pile.empty"), Style: Dim}}
	case !pile.Open:
		return Line{{Text: p.t.Say("board.pile.closed", "Count", pile.N), Style: Dim}}
	case pile.N == 1:
		return Line{cardSpan(pile.Top, p.t)}
	default:
		return Line{cardSpan(pile.Top, p.t), {Text: " " + p.t.Say("board.pile.below", "Count", pile.N-1), Style: Dim}}
	}
}

// lastTrick is the last trick and who has won it, with the card of the talon that
// went with it if one did.
func (p *teller) lastTrick(v engine.PublicView) Line {
	n := len(v.Tricks)
	line := LastTrick(v.Tricks[n-1], p.names, p.t)
	for _, c := range addedTo(v, n) {
		line = append(line, Span{Text: " · " + p.t.Say("board.added.last") + " "}, cardSpan(c, p.t))
	}
	return line
}

// best is whose card takes the trick, so far.
func (p *teller) best(trick engine.Trick) string {
	return p.name(trick.By(trick.Best(), len(p.names)))
}

func (p *teller) trick(label string, trick engine.Trick) Line {
	line := append(make(Line, 0, 3*len(p.names)+3), Span{Text: label + " "})
	for i := range int(trick.N) {
		if i > 0 {
			line = append(line, Span{Text: " · ", Style: Dim})
		}
		line = append(line, Span{Text: p.name(trick.By(i, len(p.names))) + " "}, cardSpan(trick.Cards[i], p.t))
	}
	return line
}

// itemName is what the item is called: the game by its contract.
func (p *teller) itemName(r engine.Result, i engine.Item) string {
	if i.Item == engine.TheGame && r.Contract != 0 {
		return p.t.Say("plays." + r.Contract.String())
	}
	return p.bonus(i.Item)
}

// with adds to an item's name in brackets, which it may have already, that it was
// said before the talon, in the words of early.
func (p *teller) with(name string, i engine.Item, early string) string {
	if !i.Early {
		return name
	}
	if open, bracketed := strings.CutSuffix(name, ")"); bracketed {
		return open + ", " + p.t.Say(early) + ")"
	}
	return name + " (" + p.t.Say(early) + ")"
}

// reckoned is how the item's value comes about, in words; "" if it is what the
// rules give for it.
func (p *teller) reckoned(r engine.Result, i engine.Item) string {
	if i.Grand && i.Factor == 0 {
		return p.t.Say("summary.grand")
	}
	if i.Factor == 0 || i.Excess == 0 && !multiplied(i) {
		return ""
	}
	parts := []string{fmt.Sprint(i.Base)}
	if i.Excess > 0 {
		id := "summary.excess"
		if i.Grand {
			id = "summary.excess.grand"
		}
		parts[0] = p.t.Say(id, "Base", i.Base, "Excess", i.Excess)
		if multiplied(i) {
			parts[0] = "(" + parts[0] + ")"
		}
	}
	if i.Factor > 1 {
		parts = append(parts, p.doubled(i.Doubled, i.Factor))
	}
	if i.Times > 1 {
		parts = append(parts, fmt.Sprintf("%s ×%d", p.t.Say("plays."+r.Contract.String()), i.Times))
	}
	return strings.Join(parts, " · ")
}

// played is the game that is played, as a title.
func (p *teller) played(contract engine.Word) string {
	return capital(p.t.Say("plays." + contract.String()))
}

// capital is the text with a capital in front.
func capital(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}

// outcomeOf is in few words how a deal went: what became of the game, which
// needn't be what the deal came to.
func (p *teller) outcomeOf(r engine.Result) string {
	switch {
	case r.End.How == engine.Folded || r.End.How == engine.Redealt:
		return p.t.Say("picture.redealt", "Name", p.shortened(p.name(r.End.Seat), titleName))
	case r.Drawn:
		return p.t.Say("picture.outcome.drawn", "Game", p.played(r.Contract))
	case len(r.Items) == 0:
		return p.t.Say("picture.thrown-in")
	}
	game := r.Items[0]
	switch others := seatsWith(r, true); {
	case r.Declarer == engine.Nobody && r.End.Short() && others.Len() > 1:
		return p.t.Say("picture.outcome.others", "Names", p.shortNames(others))
	case r.Declarer == engine.Nobody && game.Item != engine.TheGame:
		return p.t.Say("picture.outcome.most", "Names", p.shortNames(seatsWith(r, false)))
	case r.Declarer != game.By: // the panels don't tell whose it is
		return p.t.Say("picture.outcome.for", "Game", p.gameOf(r), "Name", p.shortened(p.name(game.By), titleName))
	}
	return p.t.Say("picture.outcome."+outcome(game), "Game", p.gameOf(r))
}

// gameOf is the game that a deal was about, as a title.
func (p *teller) gameOf(r engine.Result) string {
	return capital(short(p.itemName(r, r.Items[0])))
}

// shortNames are the seats' names, fit for a title.
func (p *teller) shortNames(seats engine.Seats) string {
	var names []string
	for s := range seats.All() {
		names = append(names, p.shortened(p.name(s), titleName/seats.Len()))
	}
	return strings.Join(names, ", ")
}

// named says that what was played is part of the outcome.
func named(r engine.Result) bool {
	return r.Drawn || len(r.Items) > 0 && r.Items[0].Item == engine.TheGame
}

// How long a name may be, in characters, that stands in a title, and one in
// front of something else.
const (
	titleName = 28
	shortName = 9
	shortWord = 12 // of a longer one its first word
)

// shortened is a name of at most so many characters, of a longer one the first
// word, unless others have that, too, or its beginning.
func (p *teller) shortened(name string, most int) string {
	if utf8.RuneCountInString(name) <= most || name == erased(p.t) {
		return name
	}
	if !p.shared(firstWord(name)) {
		name = firstWord(name)
	}
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return name
}

// briefly is a name that stands in front of something else.
func (p *teller) briefly(name string) string {
	if utf8.RuneCountInString(name) <= shortName || name == erased(p.t) {
		return name
	}
	if p.shared(firstWord(name)) {
		return p.shortened(name, shortWord)
	}
	return p.shortened(firstWord(name), shortWord)
}

// shared says whether more than one of the names begins with the word.
func (p *teller) shared(word string) bool {
	n := 0
	for _, name := range p.names {
		if firstWord(name) == word {
			n++
		}
	}
	return n > 1
}

// erased stands for the name of who was erased. It is never shortened: no part of it
// could be told from a name.
func erased(t *words.Tongue) string { return t.Say("name.deleted") }

// firstWord is what stands before the first blank behind a letter: a sign in front belongs to the word.
func firstWord(text string) string {
	sign := max(0, strings.IndexFunc(text, unicode.IsLetter))
	first, _, _ := strings.Cut(text[sign:], " ")
	return text[:sign] + first
}

// short is a bonus's name without how it is made, which is for the words.
func short(bonus string) string {
	name, _, _ := strings.Cut(bonus, " (")
	return name
}
