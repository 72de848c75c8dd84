package plan

import (
	"cmp"
	"fmt"
	"strings"

	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// planner decides what a picture shows of the players, the deal and the match. While the previous deal's
// result is shown, told is that deal, and scene.Deal is the next one, which waits. Otherwise they are equal.
type planner struct {
	describe.Table
	scene Scene
	told  engine.PublicView
}

func (s Scene) planner(t *words.Tongue, names []string) *planner {
	return &planner{describe.Table{Words: t, Names: names, Terms: s.Rules.Terms}, s, s.told()}
}

// told returns the deal to describe: the previous one while its result is shown.
func (s Scene) told() engine.PublicView {
	if s.Last == nil {
		return s.Deal
	}
	v := engine.PublicView{
		Phase: engine.Finished, Declarer: s.Last.Declarer, Contract: s.Last.Contract,
		WonTricks: s.Last.Tricks, Result: s.Last,
	}
	if s.LastTrick.N > 0 {
		v.Tricks = []engine.Trick{s.LastTrick}
	}
	return v
}

// board describes the scene's board, with names by seat.
func (s Scene) board(t *words.Tongue, names []string) *Board {
	p := s.planner(t, names)
	b := &Board{
		Heading: Heading{Title: p.title(), Corner: p.corner(), Pills: p.pills()}, Notes: p.notes(),
		Middle: p.middle(), Foot: p.foot(), Rowed: len(names) > 2,
	}
	for seat := range names {
		b.Seats = append(b.Seats, p.chair(engine.Seat(seat)))
	}
	if b.Middle.Slots != nil {
		b.Coming = []Chair{{Status: t.Say("picture.turn." + string(engine.Playing)), Lit: true}, {Status: t.Say("picture.led")}}
	}
	return b
}

// middle describes the area between the players.
func (p *planner) middle() (m Middle) {
	s, v := p.scene, p.scene.Deal
	switch {
	case v.Result != nil:
		m.List = p.settlement(v.Result).list(s.Score.Over)
	case s.Last != nil:
		m.List = p.settlement(s.Last).list(s.Score.Over)
		if s.Score.Over {
			m.List.Heading = p.previous(m.List.Heading)
		}
	case v.Phase == engine.Playing:
		m.Slots, m.Complete = p.slots(), v.Trick.N == 0 // then the last trick is shown
	case v.Talon != nil:
		m.Talon = Talon{v.Packets(), v.Taken}
	}
	m.Backs = m.List.Empty() && m.Slots == nil && m.Talon.Packets == nil
	return m
}

// foot describes the lowest part.
func (p *planner) foot() Foot {
	up := &faceUp{p.Table, p.scene.Rules, p.told}
	f := Foot{Groups: up.groups()}
	if p.playing() {
		f.Total = p.standings()
	}
	if p.told.Result == nil && p.told.Phase == engine.Playing {
		f.Turned, f.TurnedLabel, f.Known = up.turned(), p.Words.Say("picture.turned"), up.known(engine.Nobody)
	}
	if last := p.scene.Last; last != nil && last.End.Shown != 0 {
		f.Groups = append(f.Groups, open(p.Words.Say("picture.shown"), p.Names[last.End.Seat], last.End.Shown))
	}
	return f
}

// playing reports whether there are tricks to show.
func (p *planner) playing() bool {
	return !p.scene.Score.Over && (p.told.Phase == engine.Playing || len(p.told.Tricks) > 0)
}

// settlement returns the short form of a deal's result.
func (p *planner) settlement(r *engine.Result) *settlement { return &settlement{p.Table, *r} }

// notes returns sentences about the match: takeovers and double deals.
func (p *planner) notes() (notes []string) {
	for _, name := range p.scene.TakenOver {
		if name != "" {
			notes = append(notes, p.Words.Say("heading.taken-over", "Name", truncated(validUTF8(name))))
		}
	}
	switch last := p.scene.Last != nil; {
	case last && p.scene.Doubled:
		notes = append(notes, p.Words.Say("heading.doubled"))
	case !last && p.scene.Score.Double:
		notes = append(notes, p.Words.Say("heading.double"))
	}
	return notes
}

// title names the match's winner, the deal's outcome or its phase.
func (p *planner) title() string {
	v, champions := p.scene.Deal, p.scene.champions()
	switch {
	case champions.Len() == 1:
		return p.Words.Say("picture.champion", "Name", p.ShortNames(champions))
	case champions != 0:
		return p.Words.Say("picture.shared", "Names", p.ShortNames(champions))
	case p.scene.Score.Over:
		return p.Words.Say("picture.drawn")
	case v.Phase == "":
		return p.Words.Say("rules." + p.scene.Rules.ID)
	case v.Result != nil:
		return p.settlement(v.Result).title()
	case p.scene.Last != nil:
		return p.previous("")
	}
	return p.phase()
}

// phase names the contract or, before it is known, the phase of the deal. It returns "" before the cut.
func (p *planner) phase() string {
	v := p.scene.Deal
	switch {
	case v.Contract != 0:
		return played(v.Contract, p.Words)
	case v.Phase == "":
		return ""
	}
	return p.Words.Say("picture.phase." + string(v.Phase))
}

// previous describes the previous deal's outcome, or uses the given text.
func (p *planner) previous(how string) string {
	return p.Words.Say("picture.previous", "Outcome", cmp.Or(how, p.settlement(p.scene.Last).title()))
}

// corner returns the deal's progress. After the deal it returns the game, unless the title names it.
func (p *planner) corner() string {
	v := p.scene.Deal
	switch {
	case p.scene.Score.Over:
		return ""
	case p.scene.Last != nil: // the rest shows the previous deal
		return p.phase()
	case v.Result != nil && v.Contract != 0 && !named(*v.Result):
		return played(v.Contract, p.Words)
	case v.Result != nil || !p.playing():
		return ""
	}
	_, before := shownTrick(v)
	return trickNumber(v, len(before)+1, p.Words)
}

// trickNumber returns "trick N of all".
func trickNumber(v engine.PublicView, number int, t *words.Tongue) string {
	all := len(v.Tricks) + v.CardsToPlay(v.Trick.Lead)
	if v.Trick.N > 0 { // the leader's card has left their hand
		all++
	}
	return t.Say("picture.trick", "Number", number, "All", all)
}

// shownTrick returns the running trick or, between tricks, the last. before lists the tricks before it.
func shownTrick(v engine.PublicView) (shown engine.Trick, before []engine.Trick) {
	if n := len(v.Tricks); v.Trick.N == 0 && n > 0 {
		return v.Tricks[n-1], v.Tricks[:n-1]
	}
	return v.Trick, v.Tricks
}

// pills lists the announcements, and the game if it was doubled. Each is prefixed with its player unless
// it is the declarer's.
func (p *planner) pills() (pills []string) {
	v := p.scene.Deal
	if v.Result != nil {
		return nil
	}
	switch bid, _ := v.StandingBid(); {
	case v.Level == "":
	case v.Contract == 0:
		pills = append(pills, p.AtLevel(p.Words.Say("call."+bid.String()), v))
	default:
		pills = append(pills, p.Level(v))
	}
	for _, c := range describe.Claims(v) {
		name := short(p.Bonus(c.Bonus))
		if c.Seat != v.Declarer || c.Bonus.Bonus().ForAnySeat {
			name = p.Prefix(p.Names[c.Seat]) + ": " + name
		}
		pills = append(pills, p.Announcement(name, c, "picture.early", " · "))
	}
	return pills
}

// chair describes a seat's panel.
func (p *planner) chair(s engine.Seat) Chair {
	c := Chair{Name: p.Names[s]}
	if c.Name == "" {
		return c
	}
	c.Lit = p.scene.Deal.Waiting.Has(s) || p.scene.champions().Has(s)
	c.Role, c.Brief, c.Leads = p.role(s)
	c.Status = p.status(s)
	c.Figures = p.figures(s)
	return c
}

// role returns the seat's side or, before there is a declarer, its last call. brief is a short form; leads
// marks the declarer or highest bidder.
func (p *planner) role(s engine.Seat) (role, brief string, leads bool) {
	v := p.told
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
	case v.Contract != 0: // no declarer, no sides
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

// status returns the player's last or next action.
func (p *planner) status(s engine.Seat) string {
	v := p.scene.Deal
	switch {
	case p.scene.champions().Has(s):
		return p.Words.Say("picture.winner")
	case p.scene.Left.Has(s):
		return p.Words.Say("picture.left")
	case p.scene.Score.Over || v.Result != nil:
		return ""
	case p.scene.Asked.Has(s):
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

// figures returns the seat's tricks and card points or, before the first trick, its points in the match.
func (p *planner) figures(s engine.Seat) []Figure {
	if !p.playing() {
		return p.total(s)
	}
	won, thirds := p.told.WonTricks[s], p.told.Thirds
	if p.told.Result != nil { // including points from outside the tricks
		thirds = p.told.Result.Thirds
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

// total returns the seat's points in the match, or nil if no score is shown.
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

// standings returns all players' points in the match.
func (p *planner) standings() Figure {
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

// slots lays out the shown trick: for two players by seat, for more in the order of play.
func (p *planner) slots() []Slot {
	v := p.scene.Deal
	trick, _ := shownTrick(v)
	slots := make([]Slot, len(p.Names))
	for i := range slots {
		seat, at := trick.By(i, len(slots)), i
		if len(slots) == 2 {
			at = int(seat)
		}
		s := &slots[at]
		s.Name, s.Seat = p.Names[seat], seat
		if i < int(trick.N) {
			s.Card, s.Played = trick.Cards[i], true
			s.Winning = trick.N > 1 && i == trick.Best()
		} else {
			s.Awaited = v.Waiting.Has(seat)
		}
	}
	return slots
}
