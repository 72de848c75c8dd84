package plan

import (
	"fmt"
	"strings"

	"tarockbot/engine"
	"tarockbot/render/describe"
)

func (p *planner) chair(s engine.Seat) Chair {
	c := Chair{Name: p.Names[s]}
	if c.Name == "" {
		return c
	}
	c.Highlighted = p.scene.Deal.Waiting.Has(s) || p.scene.champions().Has(s)
	c.Role, c.Brief, c.Leads = p.role(s)
	c.Status = p.status(s)
	c.Figures = p.figures(s)
	return c
}

// role returns declarer or defender or, before there is a declarer, the seat's last call.
func (p *planner) role(s engine.Seat) (role, brief string, leads bool) {
	v := p.shownDeal
	switch {
	case p.scene.Score.Over || v.Phase == "":
		return "", "", false
	case v.Declarer != engine.Nobody:
		leads, id := v.Declarer == s, "defender"
		if leads {
			id = "declarer"
		}
		id = p.Term(id)
		return p.Words.Say("picture.role." + id), p.Words.Say("picture.brief." + id), leads
	case v.Contract != 0:
		return "", "", false
	}
	for _, c := range v.Calls {
		if c.Seat == s {
			role = p.Call(c.Action)
		}
	}
	_, highest := v.StandingBid()
	return role, "", s == highest
}

func (p *planner) status(s engine.Seat) string {
	v := p.scene.Deal
	switch {
	case p.scene.champions().Has(s):
		return p.Words.Say("picture.winner")
	case p.scene.LeaverSeats.Has(s):
		return p.Words.Say("picture.left")
	case p.scene.Score.Over || v.Result != nil:
		return ""
	case p.scene.InvitedSeats.Has(s):
		return p.Words.Say("picture.asked")
	case v.Phase == "":
		return p.Words.Say("picture.ready")
	case v.Waiting.Has(s):
		return p.Words.Say("picture.turn." + string(v.Phase))
	case v.Exchange == nil && v.Exchanged.Has(s):
		return p.Words.Say("picture.done")
	case v.Trick.N > 0 && s == v.Trick.Lead:
		return p.Words.Say("picture.led")
	case !p.playing() && s == v.Dealer:
		return p.Words.Say("picture.dealer")
	}
	return ""
}

func (p *planner) figures(s engine.Seat) []Figure {
	if !p.playing() {
		return p.total(s)
	}
	won, thirds := p.shownDeal.WonTricks[s], p.shownDeal.Thirds
	if p.shownDeal.Result != nil { // including points from outside the tricks
		thirds = p.shownDeal.Result.Thirds
	}
	tricks := Figure{Number: fmt.Sprint(won), Label: p.Words.Count("picture.tricks", won), Spoken: p.Words.Count("tricks", won)}
	if thirds == nil {
		return []Figure{tricks}
	}
	return []Figure{tricks, {
		Number: describe.PointsNumber(thirds[s]), Label: p.Words.Say("picture.points"),
		Spoken: describe.Points(thirds[s], p.Words),
	}}
}

func (p *planner) total(s engine.Seat) []Figure {
	if p.scene.Score.Totals == nil {
		return nil
	}
	label, number := p.Words.Say("picture.total"), describe.Signed(p.scene.Score.Totals[s])
	if p.scene.Score.Earned.Has(s) {
		label = p.Words.Say("picture.total.extra", "Extra", p.scene.Score.Extra)
	}
	return []Figure{{Number: number, Label: label, Spoken: label + " " + number}}
}

func (p *planner) totals() Figure {
	if p.scene.Score.Totals == nil {
		return Figure{}
	}
	label := p.Words.Say("picture.total")
	if p.scene.Score.Goal > 0 {
		label = p.Words.Say("picture.total.series", "Goal", p.scene.Score.Goal)
	}
	numbers, spoken := make([]string, len(p.scene.Score.Totals)), make([]string, len(p.scene.Score.Totals))
	for s, n := range p.scene.Score.Totals {
		numbers[s] = describe.Signed(n)
		spoken[s] = p.Names[s] + " " + describe.Signed(n)
	}
	return Figure{Number: strings.Join(numbers, " : "), Label: label, Spoken: label + ": " + strings.Join(spoken, ", ")}
}
