package screens

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/render/describe"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

// Deal is a deal that a person may replay.
type Deal struct {
	Table  chat.TableID
	Number int // in the match, from 1
	Game   engine.Game
	Record engine.Record
	// Viewer is the seat whose view of a running deal is shown; Nobody for a finished deal.
	Viewer engine.Seat
	// FirstStep is the earliest visible step. Earlier ones show discards that the seat may not see again.
	FirstStep int
}

func (d Deal) isOver() bool { return d.Viewer == engine.Nobody }

// Code returns the deal's id.
func (d Deal) Code() string { return match.DealID(d.Table, d.Number) }

// Moment is a point in a deal, seen from one side.
type Moment struct {
	Step int         // number of actions
	Seat engine.Seat // Nobody for all hands
}

// Moment parses a step and a player. An invalid step is the start; an invalid player shows all hands.
func (d Deal) Moment(step, player string) Moment {
	n, _ := strconv.Atoi(step)
	p, _ := strconv.Atoi(player)
	at := Moment{d.step(n), d.Viewer}
	if d.isOver() && p >= 1 && p <= d.Game.Seats {
		at.Seat = engine.Seat(p - 1)
	}
	return at
}

func (d Deal) step(n int) int { return max(d.FirstStep, min(n, len(d.Record.Actions))) }

func (d Deal) line(at Moment) string { return lineOf("replay", d.Code(), d.args(at)) }

func (d Deal) args(at Moment) string {
	return strconv.Itoa(at.Step) + when(at.Seat != engine.Nobody && d.isOver(), fmt.Sprint(" ", int(at.Seat)+1))
}

func (d Deal) nextTrick(step int) int {
	cards := 0
	for i, m := range d.Record.Actions {
		if m.Action.Verb == engine.PlayCard {
			cards++
		}
		if i >= step && m.Action.Verb == engine.PlayCard && cards%d.Game.Seats == 0 {
			return i + 1
		}
	}
	return len(d.Record.Actions)
}

func (d Deal) dealAfter(actions int) (*engine.Deal, error) {
	record := d.Record
	record.Actions = record.Actions[:actions]
	deal, err := engine.ReplayWithResult(d.Game, record)
	if err != nil {
		return nil, errors.New("bot: a stored deal does not replay") // err could reveal cards
	}
	return deal, nil
}

// Replay shows a deal at a moment.
type Replay struct {
	Deal
	At                   Moment
	Names                []string // by seat; nil to number the seats
	HasEarlier, HasLater bool     // neighbouring deals may be seen
	Felt                 bool     // the platform lays out the table
}

// Screen fails if the record can't be replayed.
func (p Replay) Screen(w *words.Tongue, pictures Pictures) (*chat.Screen, error) {
	deal, err := p.dealAfter(p.At.Step)
	if err != nil {
		return nil, err
	}
	if p.Names == nil {
		for i := range p.Game.Seats {
			p.Names = append(p.Names, w.Say("name.seat", "Number", i+1))
		}
	}
	head := p.head(deal, w)
	s := page(w, slices.Concat(head, p.lines(deal, w)), p.buttons(w)...)
	s.Protect, s.Game = !p.isOver(), p.Game.ID
	if p.Felt {
		s.Felt, s.Dismissable = p.felt(deal, head, pictures, w), true
		return s, nil
	}
	if s.Picture, err = p.picture(deal, w, pictures); err != nil {
		return nil, err
	}
	if s.Picture != nil {
		s.Caption = head
		if v := deal.PublicView(); v.Phase == engine.Playing && v.Result == nil {
			s.Caption = append(slices.Clip(head), describe.Caption(v, p.Names, w)...)
		}
	}
	return s, nil
}

func (p Replay) head(deal *engine.Deal, w *words.Tongue) []chat.Line {
	at := p.At
	head := []chat.Line{title(w.Say("replay.title", "Code", p.Code(), "Step", at.Step, "Total", len(p.Record.Actions)))}
	if at.Seat != engine.Nobody {
		head = append(head, dim(w.Say("replay.seat", "Name", p.Names[at.Seat])))
	}
	if at.Step > 0 {
		m := p.Record.Actions[at.Step-1]
		open := at.Seat == engine.Nobody || at.Seat == m.Seat && at.Step != p.FirstStep
		head = append(head, moveLine(deal.Rules().Terms, m, open, p.Names, w))
	}
	return head
}

func (p Replay) lines(deal *engine.Deal, w *words.Tongue) (text []chat.Line) {
	for seat := range engine.Seat(p.Game.Seats) {
		if p.At.Seat == engine.Nobody || p.At.Seat == seat {
			text = append(append(text, strong(p.Names[seat])), describe.Hand(deal.View(seat), engine.Pick{}, w)...)
		}
	}
	if rest := p.talonAtStart(deal); rest != 0 {
		text = append(text, dim(w.Say("replay.talon", "Cards", describe.Cards(rest, w))))
	}
	text = append(append(text, nil), describe.Board(deal.PublicView(), p.Names, w)...)
	if result := deal.Result(); result != nil {
		text = append(text, describe.Summary(*result, deal.Rules(), p.Names, w)...)
	}
	return text
}

func (p Replay) talonAtStart(deal *engine.Deal) card.Set {
	if p.At.Step > 0 || p.At.Seat != engine.Nobody {
		return 0
	}
	rest := card.SetOf(p.Record.Deck...)
	for seat := range engine.Seat(p.Game.Seats) {
		rest &^= deal.View(seat).Hand.Cards
	}
	return rest
}

// moveLine names secret discards only if open is set.
func moveLine(terms engine.Terms, m engine.Move, open bool, names []string, w *words.Tongue) chat.Line {
	what := actionLabel(m.Action, terms, w)
	switch m.Action.Verb {
	case engine.ChoosePacket:
		what += " " + strconv.Itoa(int(m.Action.N)+1)
	case engine.Exchange, engine.Discard:
		if open {
			what += " " + describe.Cards(m.Action.Cards, w)
		}
	case engine.PlayCard:
		play := engine.Play(m.Action.Cards.Lowest())
		what = actionLabel(play, terms, w) + " " + describe.Cards(play.Cards, w)
		if m.Action.Word != 0 {
			what += " " + w.Say("bonus."+string(terms.OwnName(engine.Name(m.Action.Word.String()))))
		}
	}
	between := either(slices.Contains(verbsDescribed, m.Action.Verb), " ", ": ")
	return strong(names[m.Seat] + between + strings.TrimSpace(what))
}

// verbsDescribed make sentences such as "Anna plays III"; other moves are quoted.
var verbsDescribed = []engine.Verb{engine.Exchange, engine.Discard, engine.PlayCard, engine.Resign, engine.Timeout}

func (p Replay) picture(deal *engine.Deal, w *words.Tongue, pictures Pictures) (*chat.Picture, error) {
	if pictures.Studio == nil {
		return nil, nil
	}
	scene := p.scene(deal)
	if p.At.Seat != engine.Nobody {
		if deal.Result() != nil {
			return pictures.of(scene, w), nil
		}
		held := plan.PlayerHand{View: deal.View(p.At.Seat)}
		if p.isOver() { // otherwise the hand is the reader's own
			held.Owner = scene.Names[p.At.Seat]
		}
		return pictures.of(plan.TableAndHand{Scene: scene, Hand: held}, w), nil
	}
	most, err := p.largestHand()
	if err != nil {
		return nil, err
	}
	open := p.open(deal)
	open.InNoHand, open.LargestHand = p.talonAtStart(deal), most
	return pictures.of(open, w), nil
}

func (p Replay) scene(deal *engine.Deal) plan.Scene {
	return plan.Scene{Rules: deal.Rules(), Deal: deal.PublicView(), Names: displayname.StripIsolates(p.Names...)}
}

func (p Replay) open(deal *engine.Deal) plan.OpenDeal {
	open := plan.OpenDeal{Scene: p.scene(deal)}
	for seat := range engine.Seat(p.Game.Seats) {
		open.Hands = append(open.Hands, deal.View(seat).Hand.Cards)
	}
	return open
}

// felt lays out the table from the side of At.Seat, or with all hands open.
func (p Replay) felt(deal *engine.Deal, head []chat.Line, pictures Pictures, w *words.Tongue) *chat.Felt {
	f := &chat.Felt{Replay: true, Deal: p.Number}
	if p.At.Seat == engine.Nobody {
		f.Table = p.open(deal).Felt(deal.View(0), w)
	} else {
		f.Table = p.scene(deal).Felt(plan.PlayerHand{View: deal.View(p.At.Seat)}, w)
	}
	for seat := range f.Seats {
		f.Seats[seat].Mark, f.Seats[seat].Turn = seatMark(seat), false
	}
	f.Game, f.About, f.Coach, f.Faces = w.Say("game."+p.Game.ID), head[:1], head[1:], pictures.faces()
	if result := deal.Result(); result != nil {
		f.Coach = append(f.Coach, describe.Summary(*result, deal.Rules(), p.Names, w)...)
	}
	return f
}

func (d Deal) largestHand() (most int, err error) {
	for step := range len(d.Record.Actions) + 1 {
		deal, err := d.dealAfter(step)
		if err != nil {
			return 0, err
		}
		for seat := range engine.Seat(d.Game.Seats) {
			most = max(most, deal.View(seat).Hand.Cards.Len())
		}
		if step < len(d.Record.Actions) && d.Record.Actions[step].Action.Verb == engine.PlayCard {
			break
		}
	}
	return most, nil
}

func (p Replay) buttons(w *words.Tongue) [][]chat.Button {
	step := func(label, hint string, to int) chat.Button {
		return symbolButton(label, hint, p.line(Moment{p.step(to), p.At.Seat}))
	}
	side := func(label string, seat engine.Seat) chat.Button {
		return option(label, p.line(Moment{p.At.Step, seat}), p.At.Seat == seat)
	}
	another := func(number int) chat.Button {
		return button(w.Say("replay.deal", "Number", number), lineOf("replay", match.DealID(p.Table, number)))
	}
	sides := []chat.Button{side(w.Say("replay.open"), engine.Nobody)}
	for seat, name := range p.Names {
		sides = append(sides, side(name, engine.Seat(seat)))
	}
	last, next := len(p.Record.Actions), p.nextTrick(p.At.Step)
	return [][]chat.Button{
		{
			step("|◀", w.Say("step.first"), 0),
			step("◀", w.Say("step.back"), p.At.Step-1),
			step("▶", w.Say("step.next"), p.At.Step+1),
			step("▶▶", w.Say("step.trick"), next),
			step("▶|", w.Say("step.last"), last),
		},
		when(p.isOver(), sides),
		row(
			when(p.isOver(), button(w.Say("replay.share"), lineOf("replay", p.Code(), WordShare, p.args(p.At)))),
			when(p.isOver(), button(w.Say("button.verify"), lineOf("verify", p.Code()))),
			when(p.HasEarlier, another(p.Number-1)),
			when(p.HasLater, another(p.Number+1))),
	}
}

// ShareScreen explains sharing.
func (p Replay) ShareScreen(w *words.Tongue, links []PlatformLink, typed string) *chat.Screen {
	text := []chat.Line{title(w.Say("replay.share.title", "Code", p.Code()))}
	if p.isOver() {
		text = append(append(text, plain(w.Say("replay.share.how"))), linkLines(links, w, "replay.share.on")...)
		text = append(text, chat.Line{{Text: w.Say("replay.share.typed") + " ", Style: chat.Dim}, {Text: typed, Style: chat.Code}})
	} else {
		text = append(text, plain(w.Say("replay.share.running")))
	}
	return page(w, text, row(button(w.Say("replay.back"), p.line(p.At))))
}
