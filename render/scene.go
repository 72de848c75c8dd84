package render

import (
	"fmt"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/words"
)

// Scene is a table as everybody sees it: the deal, and what the match adds. It
// has no room for a hand, so its picture can't show one.
type Scene struct {
	Rules  string       // the rule set, for the title while nobody plays yet
	Deal   engine.Table // zero while players are waited for, and after the match
	Names  []string     // by seat; "" for an empty chair
	Totals []int        // game points of the match by seat
	// Last is the result of the deal before, to be shown until something
	// happens in this one; nil for none.
	Last       *engine.Result
	Over       bool         // the match is
	Winners    engine.Seats // of the match, once it is over
	HidePoints bool         // card points in tricks are not shown
}

// board is what the picture of a scene tells, in one language. Nothing of the
// scene that isn't here is drawn.
type board struct {
	Title  string
	Pills  []string // what was announced and doubled
	Corner string
	Seats  []chair
	Slots  []slot // the running trick
	Talon  *talon
	Rows   []row // what is listed in the middle
	Backs  bool  // face-down cards lie in the middle
	Groups []group
	Right  group // of the footer; no cards
}

// chair is a player's panel.
type chair struct {
	Name     string
	Role     string // "" for none
	Declarer bool
	Figures  []figure
	Status   string
	Turn     bool // Status says what for
	Empty    bool // nobody sits here yet
}

// figure is a number with what it counts.
type figure struct{ Number, Label string }

// slot is a card's place in the running trick.
type slot struct {
	Name    string
	Card    card.Card
	Played  bool
	Awaited bool
	Winning bool // of several cards
}

// talon is the turned-up talon.
type talon struct {
	Cards  []card.Card
	Packet int // cards in a packet
	Taken  int // the packet taken, -1 for none
}

// row is a line of a list.
type row struct {
	Left, Right string
	Strong      bool
}

// group is a labelled row of small cards.
type group struct {
	Label, Text string
	Cards       []card.Card
	Best        int // the card to stand out, -1 for none
}

// nothingStandsOut is the Best of a group without a winner.
const nothingStandsOut = -1

// planner tells what a picture shows.
type planner struct {
	page
	scene Scene
}

// plan is what the scene's picture tells.
func (s Scene) plan(t *words.Tongue) board {
	p := &planner{page{t: t, names: s.called(t)}, s}
	b := board{Title: p.title(), Corner: p.corner(), Right: p.totals()}
	for seat := range p.names {
		b.Seats = append(b.Seats, p.chair(engine.Seat(seat)))
	}
	switch v := s.Deal; {
	case s.Over, v.Phase == "":
		b.Backs = !s.Over
		b.Rows = p.final()
	case v.Result != nil:
		b.Rows = p.reckoning(*v.Result)
	case s.Last != nil:
		b.Rows = p.reckoning(*s.Last)
	default:
		b.Pills, b.Talon, b.Rows, b.Slots = p.pills(), p.talonUp(), p.said(), p.slots()
		b.Backs = b.Talon == nil && b.Slots == nil && len(b.Rows) == 0
	}
	b.Groups = p.groups()
	return b
}

// called are the names that the picture's fonts can write; who has none is
// called by the number of the seat.
func (s Scene) called(t *words.Tongue) []string {
	names := make([]string, len(s.Names))
	for i, name := range s.Names {
		names[i] = name
		if name == "" {
			names[i] = t.Say("picture.empty")
		}
	}
	return names
}

func (p *planner) title() string {
	v := p.scene.Deal
	switch {
	case p.scene.Over && p.scene.Winners.Len() > 1:
		return p.t.Say("picture.drawn")
	case p.scene.Over:
		return p.t.Say("picture.won", "Name", p.namesOf(p.scene.Winners))
	case v.Phase == "":
		return p.t.Say("rules." + p.scene.Rules)
	case v.Result != nil && len(v.Result.Items) > 0:
		return p.t.Say("picture."+outcome(v.Result.Items[0]), "Name", p.name(v.Result.Items[0].By))
	case v.Contract != 0:
		return p.t.Say("call." + v.Contract.String())
	}
	if bid, leader := standing(v); leader != engine.Nobody {
		return p.t.Say("call." + bid.String())
	}
	return p.t.Say("picture.phase." + string(v.Phase))
}

// corner is how far the deal has come.
func (p *planner) corner() string {
	v := p.scene.Deal
	if len(v.HandSize) == 0 || len(v.Tricks) == 0 && v.Trick.N == 0 {
		return ""
	}
	all := len(v.Tricks) + v.HandSize[v.Trick.Lead]
	if v.Trick.N > 0 {
		all++
	}
	return p.t.Say("picture.trick", "Number", min(len(v.Tricks)+1, all), "All", all)
}

func (p *planner) chair(s engine.Seat) chair {
	v := p.scene.Deal
	c := chair{Name: p.names[s], Empty: p.scene.Names[s] == ""}
	if c.Empty {
		return c
	}
	c.Turn = v.Waiting.Has(s)
	if v.Declarer != engine.Nobody && v.Phase != "" {
		c.Declarer = s == v.Declarer
		c.Role = p.t.Say("picture.defender")
		if c.Declarer {
			c.Role = p.t.Say("picture.declarer")
		}
	}
	c.Status = p.status(s)
	c.Figures = p.figures(s)
	return c
}

func (p *planner) status(s engine.Seat) string {
	v := p.scene.Deal
	switch {
	case p.scene.Over && p.scene.Winners.Has(s):
		return p.t.Say("picture.winner")
	case v.Phase == "":
		return ""
	case v.Waiting.Has(s):
		return p.t.Say("picture.turn." + string(v.Phase))
	case v.Exchange == nil && v.Exchanged.Has(s):
		return p.t.Say("picture.done")
	case s == v.Dealer:
		return p.t.Say("picture.dealer")
	}
	return ""
}

// figures are tricks and card points once there is a trick, and before that
// what the seat has won in the match.
func (p *planner) figures(s engine.Seat) []figure {
	v := p.scene.Deal
	if len(v.Tricks) == 0 {
		return []figure{{signed(p.total(s)), p.t.Say("picture.total")}}
	}
	tricks := figure{fmt.Sprint(v.Won[s]), p.t.Say("picture.tricks")}
	if p.scene.HidePoints {
		return []figure{tricks}
	}
	points := figure{fmt.Sprint(v.Thirds[s] / 3), p.t.Say("picture.points")}
	if leaves := v.Thirds[s] % 3; leaves > 0 {
		points.Label = p.t.Say("picture.leaves", "Leaves", leaves)
	}
	return []figure{tricks, points}
}

func (p *planner) total(s engine.Seat) int {
	if int(s) < len(p.scene.Totals) {
		return p.scene.Totals[s]
	}
	return 0
}

// signed is a number of game points with its sign, a true minus.
func signed(n int) string {
	return strings.Replace(fmt.Sprintf("%+d", n), "-", "−", 1)
}

// totals is the footer's right side: the match so far.
func (p *planner) totals() group {
	if len(p.scene.Totals) == 0 {
		return group{}
	}
	scores := make([]string, len(p.scene.Totals))
	for i, n := range p.scene.Totals {
		scores[i] = signed(n)
	}
	return group{Label: p.t.Say("picture.total"), Text: strings.Join(scores, " : ")}
}

// pills are the announcements, and the game where it was doubled.
func (p *planner) pills() (pills []string) {
	for _, c := range p.scene.Deal.Claims {
		if c.Bonus != engine.TheGame || c.Doubled > 0 {
			pills = append(pills, p.claim(c))
		}
	}
	return pills
}

func (p *planner) talonUp() *talon {
	v := p.scene.Deal
	if v.Talon == nil {
		return nil
	}
	return &talon{Cards: v.Talon, Packet: max(v.Packet, 1), Taken: v.Taken}
}

// said lists the auction while it lasts and until there is more to see.
func (p *planner) said() (rows []row) {
	v := p.scene.Deal
	if v.Talon != nil || v.Phase == "play" {
		return nil
	}
	for _, c := range v.Calls {
		rows = append(rows, row{Left: p.name(c.Seat), Right: p.t.Say("call." + call(c.Action)), Strong: c.Action.Verb == engine.Bid})
	}
	return rows
}

// slots are the places of the running trick, a seat each.
func (p *planner) slots() []slot {
	v := p.scene.Deal
	if v.Phase != "play" {
		return nil
	}
	slots := make([]slot, len(p.names))
	for s := range slots {
		slots[s] = slot{Name: p.names[s], Awaited: v.Waiting.Has(engine.Seat(s))}
	}
	for i := range int(v.Trick.N) {
		s := &slots[v.Trick.By(i, len(slots))]
		s.Card, s.Played = v.Trick.Cards[i], true
		s.Winning = v.Trick.N > 1 && i == v.Trick.Best()
	}
	return slots
}

// reckoning lists the result of a deal.
func (p *planner) reckoning(r engine.Result) (rows []row) {
	if len(r.Items) == 0 {
		return []row{{Left: p.t.Say("picture.thrown-in")}}
	}
	for _, i := range r.Items {
		value := i.Value
		if !i.Won {
			value = -value
		}
		rows = append(rows, row{Left: p.name(i.By) + ": " + p.itemName(r, i) + p.how(i), Right: signed(value)})
	}
	for s, n := range r.Score {
		rows = append(rows, row{Left: p.names[s], Right: signed(n), Strong: true})
	}
	return rows
}

// final lists who has won how much in the match.
func (p *planner) final() (rows []row) {
	if !p.scene.Over {
		return nil
	}
	for s := range p.names {
		seat := engine.Seat(s)
		rows = append(rows, row{Left: p.names[s], Right: signed(p.total(seat)), Strong: p.scene.Winners.Has(seat)})
	}
	return rows
}

// groups are the small cards at the foot: the last trick, and what lies face
// up.
func (p *planner) groups() (groups []group) {
	v := p.scene.Deal
	if n := len(v.Tricks); n > 0 {
		groups = append(groups, p.lastTrick(v.Tricks[n-1]))
	} else {
		for s, laid := range v.Exchange {
			groups = p.open(groups, "picture.exchanged", p.names[s], laid.Tarocks)
		}
	}
	if v.Open != 0 {
		groups = p.open(groups, "picture.talon", p.t.Say("picture.open"), v.Open)
	}
	if v.Laid.Tarocks != 0 && len(v.Tricks) == 0 {
		groups = p.open(groups, "picture.laid", p.name(v.Declarer), v.Laid.Tarocks)
	}
	return groups
}

func (p *planner) open(groups []group, label, text string, cards card.Set) []group {
	if cards == 0 {
		return groups
	}
	return append(groups, group{Label: p.t.Say(label), Text: text, Cards: cards.Cards(), Best: nothingStandsOut})
}

func (p *planner) lastTrick(trick engine.Trick) group {
	thirds := trick.All().Thirds()
	label := p.t.Say("picture.last")
	if !p.scene.HidePoints {
		label += " +" + thirdsNumber(thirds)
	}
	return group{Label: label, Text: p.best(trick), Cards: trick.Cards[:trick.N], Best: trick.Best()}
}

// thirdsNumber is card points as a number with a fraction: "6⅔".
func thirdsNumber(thirds int) string {
	fraction := [...]string{"", "⅓", "⅔"}[thirds%3]
	if thirds < 3 && fraction != "" {
		return fraction
	}
	return fmt.Sprint(thirds/3) + fraction
}
