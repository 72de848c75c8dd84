package render

import (
	"fmt"
	"strings"

	"tarockbot/engine"
	"tarockbot/render/words"
)

// Summary is the result of a deal, in words: who won and how, what was
// counted, what each item is worth, and what it comes to.
func Summary(r engine.Result, names []string, t *words.Tongue) []Line {
	p := &page{t: t, names: names}
	if len(r.Items) == 0 {
		p.say(Plain, "summary.thrown-in")
		return p.lines
	}
	p.outcome(r)
	if !r.End.Short() {
		p.count(r.Tricks, r.Thirds)
	}
	for _, item := range r.Items {
		p.item(r, item)
	}
	p.say(Strong, "summary.score", "Scores", Scores(r.Score, names))
	return p.lines
}

// outcome tells how the game went, which is the first item.
func (p *page) outcome(r engine.Result) {
	game := r.Items[0]
	switch {
	case r.End.Short():
		p.endedEarly(r, game)
	case game.Item != engine.TheGame:
		p.say(Strong, "summary."+game.Item.String()+"."+outcome(game),
			"Name", p.name(game.By), "Tricks", p.t.Count("tricks", r.Tricks[game.By]))
	default:
		p.say(Strong, "summary."+outcome(game), "Name", p.name(game.By),
			"Contract", p.t.Say("contract."+r.Contract.String()), "Points", Points(r.Thirds[game.By], p.t))
		if !game.Won {
			p.say(Plain, "summary.needed", "Points", Points(engine.NeededThirds, p.t))
		}
	}
}

// endedEarly is the outcome of a deal that was not played to its end: somebody
// gave it up, or what was announced could no longer be kept.
func (p *page) endedEarly(r engine.Result, game engine.Item) {
	p.say(Plain, "summary.end."+string(r.End.How), "Name", p.name(r.End.Seat))
	switch {
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

func outcome(i engine.Item) string {
	if i.Won {
		return "won"
	}
	return "lost"
}

// item is one line of the reckoning, with what it is worth to whom it belongs.
func (p *page) item(r engine.Result, i engine.Item) {
	id, value := "summary.item.made", i.Value
	switch {
	case i.Silent:
		id = "summary.item.silent"
	case !i.Won:
		id, value = "summary.item.failed", -i.Value
	}
	p.say(Plain, id, "Name", p.name(i.By), "Item", p.itemName(r, i)+p.how(i), "Value", Signed(value))
}

// itemName is what the item is called: the game by its contract.
func (p *page) itemName(r engine.Result, i engine.Item) string {
	if i.Item == engine.TheGame && r.Contract != 0 {
		return p.t.Say("call." + r.Contract.String())
	}
	return p.t.Say("bonus." + i.Item.String())
}

// how tells what raised the item's value: said before the talon, doubled.
func (p *page) how(i engine.Item) string {
	var parts []string
	if i.Early {
		parts = append(parts, p.t.Say("board.early"))
	}
	if i.Factor > 1 {
		parts = append(parts, fmt.Sprintf("×%d", i.Factor))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// Scores lists game points by name, with their sign.
func Scores(points []int, names []string) string {
	parts := make([]string, len(points))
	for i, n := range points {
		parts[i] = names[i] + " " + Signed(n)
	}
	return strings.Join(parts, " · ")
}
