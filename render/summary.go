package render

import (
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// Summary is the result of a deal, in words: who won and how, what was
// counted, what each item is worth, and what it comes to. The rules are those
// that the deal was played by.
func Summary(r engine.Result, rules engine.RuleSet, names []string, t *words.Tongue) []Line {
	p := &page{teller: teller{t, names, rules.Terms}}
	switch {
	case r.End.How == engine.Folded:
		p.say(Plain, "summary.folded", "Name", p.name(r.End.Seat))
		return p.lines
	case r.End.How == engine.Redealt:
		p.say(Plain, "summary.redealt", "Name", p.name(r.End.Seat))
		p.say(Plain, "board.shown", "Name", p.name(r.End.Seat), "Cards", Cards(r.End.Shown, p.t))
		return p.lines
	case r.Void():
		p.say(Plain, "summary.thrown-in")
		return p.lines
	case r.Drawn:
		p.say(Strong, "summary.drawn", "Contract", p.t.Say("contract."+r.Contract.String()))
		p.say(Plain, "summary.needed", "Points", Points(rules.Needs(), p.t))
	default:
		p.outcome(r, rules)
	}
	if !r.End.Short() {
		p.count(r.Tricks, r.Thirds)
		p.besides(r)
	}
	if r.RestThirds > 0 && !r.End.Short() {
		p.say(Dim, "board.rest", "Points", Points(r.RestThirds, p.t))
	}
	for _, item := range r.Items {
		p.item(r, item)
	}
	p.say(Strong, "summary.score", "Scores", Scores(r.Score, names))
	return p.lines
}

// besides tells where points come from that nobody has won in tricks.
func (p *page) besides(r engine.Result) {
	for s, thirds := range r.InTricks {
		if rest := r.Thirds[s] - thirds; rest > 0 {
			p.say(Dim, "summary.besides", "Name", p.names[s], "Tricks", thirdsNumber(thirds), "Rest", thirdsNumber(rest))
		}
	}
}

// outcome tells how the game went, which is the first item.
func (p *page) outcome(r engine.Result, rules engine.RuleSet) {
	game := r.Items[0]
	switch {
	case r.End.Short():
		p.endedEarly(r, game)
	case r.Declarer == engine.Nobody && game.Item != engine.TheGame:
		p.say(Strong, "summary.most", "Contract", p.t.Say("plays."+r.Contract.String()), "Names", p.namesOf(seatsWith(r, false)))
	case game.Item != engine.TheGame:
		p.say(Strong, "summary."+game.Item.String()+"."+outcome(game),
			"Name", p.name(game.By), "Tricks", p.t.Count("tricks", r.Tricks[game.By]))
	default:
		p.say(Strong, "summary."+outcome(game), "Name", p.name(game.By),
			"Contract", p.t.Say("contract."+r.Contract.String()),
			"Points", Points(r.Thirds[game.By], p.t), "Needed", Points(rules.Needs(), p.t))
	}
}

// endedEarly is the outcome of a deal that was not played to its end: somebody
// gave it up, or what was announced could no longer be kept.
func (p *page) endedEarly(r engine.Result, game engine.Item) {
	p.say(Plain, "summary.end."+string(r.End.How), "Name", p.name(r.End.Seat))
	switch others := seatsWith(r, true); {
	case r.Declarer == engine.Nobody && others.Len() > 1:
		p.say(Strong, "summary.short.others", "Names", p.namesOf(others))
	case r.Contract == 0:
		p.say(Strong, "summary.short.unbid", "Name", p.name(game.By))
	case game.Item != engine.TheGame:
		p.say(Strong, "summary.short."+outcome(game), "Name", p.name(game.By),
			"Contract", p.t.Say("contract."+game.Item.String()))
	default:
		p.say(Strong, "summary.short."+outcome(game), "Name", p.name(game.By),
			"Contract", p.t.Say("contract."+r.Contract.String()))
	}
}

// seatsWith returns the seats with an item that was made or, if won is false, lost.
func seatsWith(r engine.Result, won bool) (seats engine.Seats) {
	for _, i := range r.Items {
		if i.Won == won {
			seats |= i.By.Bit()
		}
	}
	return seats
}

func outcome(i engine.Item) string {
	if i.Won {
		return "won"
	}
	return "lost"
}

// item is one line of the reckoning: what it is worth and to whom it goes, and
// how that comes about.
func (p *page) item(r engine.Result, i engine.Item) {
	id, value := "summary.item.made", Signed(i.Value)
	switch {
	case i.Silent && i.Won:
		id = "summary.item.silent"
	case i.Won:
	case i.To == 0:
		id, value = "summary.item.failed", Signed(-i.Value)
	case i.Silent:
		id = "summary.item.beaten"
	default:
		id = "summary.item.others"
	}
	if i.To.Len() > 1 {
		value = p.t.Say("summary.each", "Value", value)
	}
	name := p.with(p.itemName(r, i), i, "board.early")
	line := Line{{Text: p.t.Say(id, "Name", p.name(i.By), "Item", name, "Value", value, "Others", p.namesOf(i.To))}}
	if how := p.reckoned(r, i); how != "" {
		line = append(line, Span{Text: " = " + how, Style: Dim})
	}
	p.lines = append(p.lines, line)
}

// multiplied says that the item's value isn't just what its name is worth.
func multiplied(i engine.Item) bool { return i.Factor > 1 || i.Times > 1 }

// Outcome says whether a deal has brought the reader points, by what it has brought to each seat, and how many: where
// that is nothing of their own, what the others got or lost.
func Outcome(score []int, reader engine.Seat, names []string, t *words.Tongue) string {
	own := score[reader]
	switch {
	case own < 0:
		return t.Count("bill.loses", -own)
	case own > 0:
		return t.Count("bill.wins", own)
	case slices.Max(score) > 0:
		return t.Say("bill.gets-nothing", "Scores", scored(score, names))
	case slices.Min(score) < 0:
		return t.Say("bill.loses-nothing", "Scores", scored(score, names))
	default:
		return t.Say("bill.nobody")
	}
}

// scored lists the points of those who got or lost some.
func scored(points []int, names []string) string {
	var some []int
	var whose []string
	for s, n := range points {
		if n != 0 {
			some, whose = append(some, n), append(whose, names[s])
		}
	}
	return Scores(some, whose)
}

// Scores lists game points by name, with their sign.
func Scores(points []int, names []string) string {
	parts := make([]string, len(points))
	for i, n := range points {
		parts[i] = names[i] + " " + Signed(n)
	}
	return strings.Join(parts, " · ")
}
