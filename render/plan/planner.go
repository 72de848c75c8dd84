package plan

import (
	"cmp"

	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// planner describes shownDeal: scene.Deal, or the previous deal while its result is shown.
type planner struct {
	describe.Table
	scene     Scene
	shownDeal engine.PublicView
}

func (s Scene) planner(t *words.Tongue, names []string) *planner {
	return &planner{describe.Table{Words: t, Names: names, Terms: s.Rules.Terms}, s, s.dealToShow()}
}

func (s Scene) dealToShow() engine.PublicView {
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

func (p *planner) middle() (m Middle) {
	s, v := p.scene, p.scene.Deal
	switch {
	case p.shownDeal.Result != nil:
		m.List = p.settlement().list(s.Score.Over)
		if s.Last != nil && s.Score.Over {
			m.List.Heading = p.previousTitle(m.List.Heading)
		}
	case v.Phase == engine.Playing:
		m.Slots, m.Complete = p.slots(), v.Trick.N == 0
	case v.Talon != nil:
		m.Talon = Talon{v.Packets(), v.TakenPacket}
	}
	m.Backs = m.List.IsEmpty() && m.Slots == nil && m.Talon.Packets == nil
	return m
}

func (p *planner) foot() Foot {
	up := &faceUp{p.Table, p.scene.Rules, p.shownDeal}
	f := Foot{Groups: up.groups()}
	if p.playing() {
		f.Total = p.totals()
	}
	if p.shownDeal.Result == nil && p.shownDeal.Phase == engine.Playing {
		f.Turned, f.TurnedLabel, f.Known = up.turned(), p.Words.Say("picture.turned"), up.knownCards(engine.Nobody)
	}
	if last := p.scene.Last; last != nil && last.End.Shown != 0 {
		f.Groups = append(f.Groups, cardGroup(p.Words.Say("picture.shown"), p.Names[last.End.Seat], last.End.Shown))
	}
	return f
}

func (p *planner) playing() bool {
	return !p.scene.Score.Over && (p.shownDeal.Phase == engine.Playing || len(p.shownDeal.Tricks) > 0)
}

func (p *planner) settlement() *settlement { return &settlement{p.Table, *p.shownDeal.Result} }

func (p *planner) notes() (notes []string) {
	for _, name := range p.scene.TakenOver {
		if name != "" {
			notes = append(notes, p.Words.Say("heading.taken-over", "Name", cleanName(name, validUTF8)))
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
		return p.settlement().title()
	case p.scene.Last != nil:
		return p.previousTitle("")
	}
	return p.phase()
}

func (p *planner) phase() string {
	v := p.scene.Deal
	switch {
	case v.Contract != 0:
		return contractTitle(v.Contract, p.Words)
	case v.Phase == "":
		return ""
	}
	return p.Words.Say("picture.phase." + string(v.Phase))
}

func (p *planner) previousTitle(how string) string {
	return p.Words.Say("picture.previous", "Outcome", cmp.Or(how, p.settlement().title()))
}

// corner returns the deal's progress or, after the deal, its game unless the title names it.
func (p *planner) corner() string {
	v := p.scene.Deal
	switch {
	case p.scene.Score.Over:
		return ""
	case p.scene.Last != nil: // the rest shows the previous deal
		return p.phase()
	case v.Result != nil && v.Contract != 0 && !titleNamesGame(*v.Result):
		return contractTitle(v.Contract, p.Words)
	case v.Result != nil || !p.playing():
		return ""
	}
	_, before := shownTrick(v)
	return trickNumber(v, len(before)+1, p.Words)
}

// pills lists announcements. All but the declarer's begin with the player's name.
func (p *planner) pills() (pills []string) {
	v := p.scene.Deal
	if v.Result != nil {
		return nil
	}
	switch bid, _ := v.StandingBid(); {
	case v.Level == "":
	case v.Contract == 0:
		pills = append(pills, p.WithLevel(p.Words.Say("call."+bid.String()), v))
	default:
		pills = append(pills, p.Level(v))
	}
	for _, c := range describe.Claims(v) {
		name := withoutBrackets(p.Bonus(c.Bonus))
		if c.Seat != v.Declarer || c.Bonus.Bonus().ForAnySeat {
			name = p.Prefix(p.Names[c.Seat]) + ": " + name
		}
		pills = append(pills, p.Announcement(name, c, "picture.early", " · "))
	}
	return pills
}
