package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/words"
)

// planner finds out what a picture tells.
type planner struct {
	teller
	scene    Scene
	toldDeal engine.PublicView // the deal that is told of: the one before as long as that is
}

// storyDeal is the deal that is told of.
func (s Scene) storyDeal() engine.PublicView {
	if s.Last == nil {
		return s.Deal
	}
	v := engine.PublicView{
		Phase: engine.Finished, Declarer: s.Last.Declarer, Contract: s.Last.Contract,
		Won: s.Last.Tricks, Result: s.Last,
	}
	if s.LastTrick.N > 0 {
		v.Tricks = []engine.Trick{s.LastTrick}
	}
	return v
}

// plan is what the scene's picture tells, with the names by seat.
func (s Scene) plan(t *words.Tongue, names []string) board {
	p := &planner{teller{t, names, s.Rules.Terms}, s, s.storyDeal()}
	b := board{
		Heading: heading{Title: p.title(), Corner: p.corner(), Pills: p.pills()}, Notes: p.notes(),
		Foot: foot{Groups: p.groups()}, Rowed: len(names) > 2,
	}
	for seat := range names {
		b.Seats = append(b.Seats, p.chair(engine.Seat(seat)))
	}
	if p.playing() {
		b.Foot.Total = p.standings()
	}
	v, m := s.Deal, &b.Middle
	switch {
	case v.Result != nil:
		m.List = p.reckoning(*v.Result)
	case s.Last != nil:
		m.List = p.reckoning(*s.Last)
		if s.Score.Over {
			m.List.Heading = p.previous(m.List.Heading)
		}
	case v.Phase == engine.Playing:
		m.Slots, b.Coming = p.slots(), p.coming()
		m.Complete = v.Trick.N == 0 // then the last is shown
		b.Foot.Turned, b.Foot.TurnedLabel, b.Foot.Known = p.turned(), p.t.Say("picture.turned"), p.known(engine.Nobody)
	case v.Talon != nil:
		m.Talon = talon{v.Packets(), v.Taken}
	}
	m.Backs = m.List.Rows == nil && m.List.Heading == "" && m.Slots == nil && m.Talon.Packets == nil
	return b
}

// playing says that there are tricks to tell of.
func (p *planner) playing() bool {
	return !p.scene.Score.Over && (p.toldDeal.Phase == engine.Playing || len(p.toldDeal.Tricks) > 0)
}

// notes are sentences about what the match makes of the deals.
func (p *planner) notes() (notes []string) {
	for _, name := range p.scene.TakenOver {
		if name != "" {
			notes = append(notes, p.t.Say("heading.taken-over", "Name", bounded(asItIs(name))))
		}
	}
	switch last := p.scene.Last != nil; {
	case last && p.scene.Doubled:
		notes = append(notes, p.t.Say("heading.doubled"))
	case !last && p.scene.Score.Double:
		notes = append(notes, p.t.Say("heading.double"))
	}
	return notes
}

func (p *planner) title() string {
	v := p.scene.Deal
	switch {
	case p.champions().Len() == 1:
		return p.t.Say("picture.champion", "Name", p.shortNames(p.champions()))
	case p.champions() != 0:
		return p.t.Say("picture.shared", "Names", p.shortNames(p.champions()))
	case p.scene.Score.Over:
		return p.t.Say("picture.drawn")
	case v.Phase == "":
		return p.t.Say("rules." + p.scene.Rules.ID)
	case v.Result != nil:
		return p.outcomeOf(*v.Result)
	case p.scene.Last != nil:
		return p.previous("")
	}
	return p.phase()
}

// phase is what the deal is about now: the game that is played once that is known,
// which may be from the beginning. It is "" while the deck isn't cut yet.
func (p *planner) phase() string {
	v := p.scene.Deal
	switch {
	case v.Contract != 0:
		return p.played(v.Contract)
	case v.Phase == "":
		return ""
	}
	return p.t.Say("picture.phase." + string(v.Phase))
}

// previous says how the deal before went, or ended.
func (p *planner) previous(how string) string {
	return p.t.Say("picture.previous", "Outcome", cmp.Or(how, p.outcomeOf(*p.scene.Last)))
}

// corner is how far the deal has come: the trick that is shown, and at the end
// what was played where the title doesn't say it.
func (p *planner) corner() string {
	v := p.scene.Deal
	switch {
	case p.scene.Score.Over:
		return ""
	case p.scene.Last != nil: // the deal before is what the rest tells
		return p.phase()
	case v.Result != nil && v.Contract != 0 && !named(*v.Result):
		return p.played(v.Contract)
	case v.Result != nil || !p.playing():
		return ""
	}
	_, before := p.shownTrick()
	return p.trickNumber(len(before) + 1)
}

// trickNumber is which of the deal's tricks it is, and how many there are.
func (p *planner) trickNumber(number int) string {
	v := p.scene.Deal
	all := len(v.Tricks) + v.HandSize[v.Trick.Lead]
	if v.Piles != nil {
		all += faceDown(v.Piles[v.Trick.Lead])
	}
	if v.Trick.N > 0 { // its first card has left the leader's hand
		all++
	}
	return p.t.Say("picture.trick", "Number", number, "All", all)
}

// shownTrick is the running trick or, until one runs, the last, and the tricks
// before it.
func (p *planner) shownTrick() (shown engine.Trick, before []engine.Trick) {
	v := p.scene.Deal
	if n := len(v.Tricks); v.Trick.N == 0 && n > 0 {
		return v.Tricks[n-1], v.Tricks[:n-1]
	}
	return v.Trick, v.Tricks
}

func (p *planner) chair(s engine.Seat) chair {
	v := p.scene.Deal
	c := chair{Name: p.names[s]}
	if c.Name == "" {
		return c
	}
	c.Lit = v.Waiting.Has(s) || p.champions().Has(s)
	c.Role, c.Brief, c.Leads = p.role(s)
	c.Status = p.status(s)
	c.Figures = p.figures(s)
	return c
}

// champions have won the match, alone or together (R22); none as long as it isn't
// over, or if everybody has.
func (p *planner) champions() engine.Seats {
	if !p.scene.Score.Over || p.scene.Score.Winners.Len() == len(p.names) {
		return 0
	}
	return p.scene.Score.Winners
}

// role is what the seat said last and, once there is a declarer, on which side
// it is, in brief, too; leads marks the highest bidder and the declarer.
func (p *planner) role(s engine.Seat) (role, brief string, leads bool) {
	v := p.toldDeal
	switch {
	case p.scene.Score.Over || v.Phase == "":
		return "", "", false
	case v.Declarer != engine.Nobody:
		id := p.term(map[bool]string{true: "declarer", false: "defender"}[v.Declarer == s])
		return p.t.Say("picture.role." + id), p.t.Say("picture.brief." + id), v.Declarer == s
	case v.Contract != 0: // everyone for themselves
		return "", "", false
	}
	for _, c := range v.Calls {
		if c.Seat == s {
			role = p.t.Say("call." + p.call(c.Action))
		}
	}
	_, highest := highestBid(v.Calls)
	return role, "", s == highest
}

// status is what the player does or has done.
func (p *planner) status(s engine.Seat) string {
	v := p.scene.Deal
	switch {
	case p.champions().Has(s):
		return p.t.Say("picture.winner")
	case p.scene.Left.Has(s):
		return p.t.Say("picture.left")
	case p.scene.Score.Over || v.Result != nil:
		return ""
	case p.scene.Asked.Has(s):
		return p.t.Say("picture.asked")
	case v.Phase == "":
		return p.t.Say("picture.ready")
	case v.Waiting.Has(s):
		return p.t.Say("picture.turn." + string(v.Phase))
	case v.Exchange == nil && v.Exchanged.Has(s):
		return p.t.Say("picture.done")
	case v.Trick.N > 0 && s == v.Trick.Lead:
		return p.t.Say("picture.led")
	case !p.playing() && s == v.Dealer:
		return p.t.Say("picture.dealer")
	}
	return ""
}

// figures are tricks and card points once there are tricks, and before that
// what the seat has won in the match.
func (p *planner) figures(s engine.Seat) []figure {
	v := p.toldDeal
	if !p.playing() {
		return p.won(s)
	}
	tricks := figure{Number: fmt.Sprint(v.Won[s]), Label: p.t.Count("picture.tricks", v.Won[s]), Spoken: p.t.Count("tricks", v.Won[s])}
	thirds := p.thirds()
	if thirds == nil {
		return []figure{tricks}
	}
	return []figure{tricks, {thirdsNumber(thirds[s]), p.t.Say("picture.points"), Points(thirds[s], p.t)}}
}

// thirds are the card points by seat: those in tricks and, once the deal has
// ended, with what else counts for the seat. Nil if they are hidden.
func (p *planner) thirds() []int {
	if p.toldDeal.Result != nil {
		return p.toldDeal.Result.Thirds
	}
	return p.toldDeal.Thirds
}

// hidesPoints says that card points in tricks are left out, as players have to
// remember them until the deal has ended.
func (p *planner) hidesPoints() bool { return p.toldDeal.Thirds == nil && p.toldDeal.Result == nil }

// won is what the seat has won in the match, once it has begun.
func (p *planner) won(s engine.Seat) []figure {
	if p.scene.Score.Totals == nil {
		return nil
	}
	label, number := p.t.Say("picture.total"), Signed(p.scene.Score.Totals[s])
	if p.scene.Score.Earned.Has(s) {
		label = p.t.Say("picture.total.extra", "Extra", p.scene.Score.Extra)
	}
	return []figure{{number, label, label + " " + number}}
}

// thirdsNumber is card points as a number with a fraction: "6⅔".
func thirdsNumber(thirds int) string {
	return fmt.Sprint(thirds/3) + [...]string{"", "⅓", "⅔"}[thirds%3]
}

// standings is what all have won in the match.
func (p *planner) standings() figure {
	if p.scene.Score.Totals == nil {
		return figure{}
	}
	label := p.t.Say("picture.total")
	if p.scene.Score.Goal > 0 {
		label = p.t.Say("picture.total.series", "Goal", p.scene.Score.Goal)
	}
	numbers, spoken := make([]string, len(p.scene.Score.Totals)), make([]string, len(p.scene.Score.Totals))
	for s, n := range p.scene.Score.Totals {
		numbers[s] = Signed(n)
		spoken[s] = p.names[s] + " " + Signed(n)
	}
	return figure{strings.Join(numbers, " : "), label, label + ": " + strings.Join(spoken, ", ")}
}

// pills are the announcements, and the game where it was doubled; whose they
// are is told where it isn't the declarer.
func (p *planner) pills() (pills []string) {
	v := p.scene.Deal
	if v.Result != nil {
		return nil
	}
	switch bid, _ := highestBid(v.Calls); {
	case v.Level == "":
	case v.Contract == 0:
		pills = append(pills, p.atLevel(p.t.Say("call."+bid.String()), v))
	default:
		pills = append(pills, p.level(v))
	}
	for _, c := range v.Claims {
		if c.Bonus == engine.TheGame && c.Doubled == 0 {
			continue
		}
		name := short(p.bonus(c.Bonus))
		if c.Seat != v.Declarer || c.Bonus.Bonus().Anybodys {
			name = p.briefly(p.name(c.Seat)) + ": " + name
		}
		if c.Early {
			name += ", " + p.t.Say("picture.early")
		}
		if c.Doubled > 0 {
			name += " · " + p.doubled(c.Doubled, c.Factor())
		}
		pills = append(pills, name)
	}
	return pills
}

// slots are the places of the shown trick: of two players each on its side, of
// more in the order of play.
func (p *planner) slots() []slot {
	v := p.scene.Deal
	trick, _ := p.shownTrick()
	slots := make([]slot, len(p.names))
	for i := range slots {
		seat, at := trick.By(i, len(slots)), i
		if len(slots) == 2 {
			at = int(seat)
		}
		s := &slots[at]
		s.Name, s.Seat = p.names[seat], seat
		if i < int(trick.N) {
			s.Card, s.Played = trick.Cards[i], true
			s.Winning = trick.N > 1 && i == trick.Best()
		} else {
			s.Awaited = v.Waiting.Has(seat)
		}
	}
	return slots
}

// coming is how the status of who plays and of who has led is told.
func (p *planner) coming() []chair {
	return []chair{{Status: p.t.Say("picture.turn." + string(engine.Playing)), Lit: true}, {Status: p.t.Say("picture.led")}}
}

// reckoning lists the result of a deal; whose an item is is told where the
// panels don't, which mark the declarer as long as the match goes on.
func (p *planner) reckoning(r engine.Result) (l list) {
	switch {
	case len(r.Items) == 0:
		return list{}
	case r.End.Short():
		l.Heading = p.t.Say("picture.end."+string(r.End.How), "Name", p.shortened(p.name(r.End.Seat), titleName))
	case r.RestThirds > 0:
		l.Heading = p.t.Say("picture.rest", "Points", thirdsNumber(r.RestThirds))
	}
	for _, i := range r.Items {
		l.Rows = append(l.Rows, p.itemRow(r, i))
	}
	for s, n := range r.Score {
		l.Rows = append(l.Rows, row{Left: p.names[s], Right: Signed(n), Strong: true, Sum: s == 0})
	}
	return l
}

// itemRow is an item with its value, and how that comes about.
func (p *planner) itemRow(r engine.Result, i engine.Item) row {
	text, value := p.with(short(p.itemName(r, i)), i, "picture.early")+formula(i), i.Value
	if i.By != r.Declarer || p.scene.Score.Over {
		text = p.briefly(p.name(i.By)) + ": " + text
	} else {
		text = capital(text)
	}
	switch n := i.To.Len(); {
	case n > 1:
		text = p.t.Say("picture.item.each", "Item", text)
	case n == 1:
		text = p.t.Say("picture.item.to", "Item", text, "Name", p.briefly(p.namesOf(i.To)))
	case !i.Won:
		value = -value
	}
	return row{Left: text, Right: Signed(value)}
}

// formula is how the item's value comes about, in figures; "" if it is what the
// rules give for it.
func formula(i engine.Item) string {
	var f string
	switch {
	case i.Factor == 0 || i.Excess == 0 && !multiplied(i):
		return ""
	case i.Excess == 0:
		f = fmt.Sprintf(" %d", i.Base)
	case multiplied(i):
		f = fmt.Sprintf(" (%d+%d)", i.Base, i.Excess)
	default:
		f = fmt.Sprintf(" %d+%d", i.Base, i.Excess)
	}
	for _, n := range []int{i.Factor, i.Times} {
		if n > 1 {
			f += fmt.Sprintf("×%d", n)
		}
	}
	return f
}

// groups are the small cards in the foot: the last trick or, before there is
// one, what lies face up.
func (p *planner) groups() (groups []group) {
	v := p.toldDeal
	if v.Open != 0 {
		groups = append(groups, open(p.t.Say("picture.open"), "", v.Open))
	}
	switch n := len(v.Tricks); {
	case n > 0:
		groups = append(groups, p.tricksBefore()...)
	case v.Phase == engine.Playing:
	default:
		for s, laid := range v.Exchange {
			if laid.Tarocks != 0 {
				groups = append(groups, open(p.t.Say("picture.exchanged"), p.names[s], laid.Tarocks))
			}
		}
	}
	if last := p.scene.Last; last != nil && last.End.Shown != 0 {
		groups = append(groups, open(p.t.Say("picture.shown"), p.name(last.End.Seat), last.End.Shown))
	}
	groups = append(groups, p.tops()...)
	if added := added(v); len(added) > 0 {
		groups = append(groups, group{Label: p.t.Say("picture.added"), Cards: added, Best: nothingStandsOut})
	}
	if v.Laid.Tarocks != 0 && len(v.Tricks) == 0 {
		groups = append(groups, open(p.t.Say("picture.laid"), p.name(v.Declarer), v.Laid.Tarocks))
	}
	return groups
}

// tops are the piles in front of the seats, as long as there are cards in them.
func (p *planner) tops() (groups []group) {
	if p.toldDeal.Result != nil {
		return nil
	}
	for s, piles := range p.toldDeal.Piles {
		g := group{Label: p.t.Say("picture.tops", "Below", faceDown(piles)), Name: p.names[s], Best: nothingStandsOut}
		if !slices.ContainsFunc(piles, func(p engine.Pile) bool { return p.Open }) {
			continue
		}
		for i, shown := range piles {
			place := pile{Card: shown.Top, Open: shown.Open, Fresh: p.fresh(engine.Seat(s), i)}
			if shown.Open {
				place.Below = shown.N - 1
			}
			g.Piles = append(g.Piles, place)
		}
		groups = append(groups, g)
	}
	return groups
}

// fresh says that the pile's top has just been turned up.
func (p *planner) fresh(s engine.Seat, pile int) bool {
	return slices.ContainsFunc(p.toldDeal.Uncovered, func(u engine.Uncovered) bool {
		return u.Seat == s && u.Pile == pile && !u.InHand
	})
}

// turned is what has just been turned up, card by card.
func (p *planner) turned() (all []turned) {
	for _, one := range turnings(p.toldDeal) {
		u := turned{Name: p.names[one.seat], Top: one.top, Played: one.played}
		for i, cards := range one.piles {
			if cards == nil {
				continue
			}
			place := turnedPile{Number: i + 1}
			for _, c := range cards {
				place.Cards = append(place.Cards, c.Card)
			}
			u.Piles = append(u.Piles, place)
		}
		all = append(all, u)
	}
	return all
}

// known are the cards in hands, but in one seat's, that everybody saw going there.
func (p *planner) known(but engine.Seat) (groups []group) {
	for s, cards := range p.toldDeal.Known {
		if cards == 0 || engine.Seat(s) == but {
			continue
		}
		g := open(p.t.Say("picture.known"), p.names[s], cards)
		for _, u := range p.toldDeal.Uncovered {
			g.Fresh |= u.Card.Bit() & cards
		}
		groups = append(groups, g)
	}
	return groups
}

// faceDown is how many cards of the piles lie face down.
func faceDown(piles []engine.Pile) (n int) {
	for _, pile := range piles {
		n += pile.N
		if pile.Open {
			n--
		}
	}
	return n
}

// open is cards that lie face up.
func open(label, name string, cards card.Set) group {
	return group{Label: label, Name: name, Cards: InHandOrder(cards), Best: nothingStandsOut}
}

// tricksBefore is the last trick that isn't shown in the middle.
func (p *planner) tricksBefore() []group {
	label, tricks := p.t.Say("picture.last"), p.toldDeal.Tricks
	if p.toldDeal.Phase == engine.Playing {
		if _, before := p.shownTrick(); len(before) < len(tricks) {
			label, tricks = p.t.Say("picture.before-last"), before
		}
	}
	if len(tricks) == 0 {
		return nil
	}
	trick := tricks[len(tricks)-1]
	added := addedTo(p.toldDeal, len(tricks))
	if added != nil {
		label = p.t.Say("picture.with-talon", "Trick", label)
	}
	g := group{Label: label, Name: p.best(trick), Best: trick.Best(),
		Cards: append(slices.Clone(trick.Cards[:trick.N]), added...)}
	if !p.hidesPoints() {
		thirds := p.scene.Rules.Thirds(trick.All() | card.SetOf(added...))
		g.Points = figure{Number: "+" + thirdsNumber(thirds), Spoken: Points(thirds, p.t)}
	}
	return []group{g}
}
