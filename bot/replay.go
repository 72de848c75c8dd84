package bot

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/storage"
)

// replay steps through a finished deal: "replay CODE-DEAL STEP".
func (b *Bot) replay(ctx context.Context, r *request) (Answer, error) {
	id, number, ok := splitDealID(strings.ToLower(r.arg(0)))
	if !ok {
		return Answer{}, refuse("no-replay")
	}
	var record engine.Record
	version, err := b.load(ctx, kindDeal, dealID(id, number), &record)
	if err != nil {
		return Answer{}, err
	}
	if version == 0 {
		return Answer{}, refuse("no-replay")
	}
	step, _ := strconv.Atoi(r.arg(1)) // what is no number is the beginning
	screen, err := b.replayPage(ctx, r, id, number, record, step)
	return Answer{Screen: screen}, err
}

// splitDealID reads a deal's code; the number is 1 if left out.
func splitDealID(code string) (TableID, int, bool) {
	id, number, found := strings.Cut(code, "-")
	n := 1
	if found {
		var err error
		if n, err = strconv.Atoi(number); err != nil || n < 1 {
			return "", 0, false
		}
	}
	return TableID(id), n, validCode(id)
}

// replaySteps is where the replay of a record stops: before the first action,
// after each that is no card, and after each trick. Each is a number of actions.
func replaySteps(record engine.Record, seats int) []int {
	steps, cards := []int{0}, 0
	for i, m := range record.Actions {
		if m.Action.Verb == engine.PlayCard {
			cards++
		}
		if m.Action.Verb != engine.PlayCard || cards%seats == 0 || i == len(record.Actions)-1 {
			steps = append(steps, i+1)
		}
	}
	return steps
}

func (b *Bot) replayPage(ctx context.Context, r *request, id TableID, number int, record engine.Record, step int) (*Screen, error) {
	game, err := games.ByRules(record.Rules)
	if err != nil {
		return nil, fmt.Errorf("bot: replay: %w", err)
	}
	names, err := b.replayNames(ctx, r, id, game.Seats)
	if err != nil {
		return nil, err
	}
	steps := replaySteps(record, game.Seats)
	last := len(steps) - 1
	step = max(0, min(step, last))
	title := r.t.Say("replay.title", "Code", dealID(id, number), "Step", step, "Total", last)
	s := &Screen{Lang: r.t.Tag(), Text: []Line{{{Text: title, Style: Title}}}}
	if err := replayText(s, r, game, record, steps[step], names); err != nil {
		return nil, err
	}
	s.Buttons = b.replayButtons(ctx, r, id, number, step, last)
	return s, nil
}

// replayText is the deal as it stood after so many actions, all hands open.
func replayText(s *Screen, r *request, game engine.Game, record engine.Record, actions int, names []string) error {
	if actions > 0 {
		set, err := game.RuleSet(record.Rules)
		if err != nil {
			return err
		}
		s.Text = append(s.Text, moveLine(r, set.Terms, record.Actions[actions-1], names))
	}
	record.Actions = record.Actions[:actions]
	deal, err := engine.Replay(game, record)
	if err != nil {
		return errors.New("bot: a stored deal does not replay") // the error would name cards
	}
	others := card.SetOf(record.Deck...)
	for seat := range engine.Seat(game.Seats) {
		hand := deal.View(seat)
		others &^= hand.Hand.Cards
		s.Text = append(s.Text, Line{{Text: names[seat], Style: Strong}})
		s.Text = append(s.Text, render.Hand(hand, engine.Pick{}, r.t)...)
	}
	if actions == 0 {
		s.Text = append(s.Text, Line{{Text: r.t.Say("replay.talon", "Cards", render.Cards(others, r.t)), Style: Dim}})
	}
	s.Text = append(s.Text, nil)
	s.Text = append(s.Text, render.Board(deal.Table(), names, r.t)...)
	if result := deal.Result(); result != nil {
		s.Text = append(s.Text, render.Summary(*result, deal.Rules(), names, r.t)...)
	}
	return nil
}

// moveLine tells what was done last, what was put away in secret included: the
// deal is over.
func moveLine(r *request, terms engine.Terms, m engine.Move, names []string) Line {
	what := actionLabel(m.Action, terms, r.t)
	switch m.Action.Verb {
	case engine.Talon:
		what += " " + strconv.Itoa(int(m.Action.N)+1)
	case engine.Exchange, engine.Discard:
		what += " " + render.Cards(m.Action.Cards, r.t)
	case engine.PlayCard:
		card := engine.Play(m.Action.Cards.Lowest())
		what = actionLabel(card, terms, r.t) + " " + render.Cards(card.Cards, r.t)
		if m.Action.Word != 0 {
			what += " " + bonusLabel(m.Action.Word, terms, r.t)
		}
	}
	return Line{{Text: names[m.Seat] + ": " + strings.TrimSpace(what), Style: Strong}}
}

// replayNames are the names of those in the person's history, else seat numbers.
func (b *Bot) replayNames(ctx context.Context, r *request, id TableID, seats int) ([]string, error) {
	for _, x := range r.person.identities() {
		for p, err := range b.pastOf(ctx, x.Person) {
			if err != nil {
				return nil, err
			}
			if p.Table == id {
				return b.namesOf(ctx, p.People, r.t)
			}
		}
	}
	names := make([]string, seats)
	for i := range names {
		names[i] = r.t.Say("name.seat", "Number", i+1)
	}
	return names, nil
}

func (b *Bot) replayButtons(ctx context.Context, r *request, id TableID, number, at, last int) [][]Button {
	step := func(label string, to int) Button {
		return Button{Label: label, Line: fmt.Sprintf("replay %s %d", dealID(id, number), to)}
	}
	var rows [][]Button
	var steps []Button
	if at > 0 {
		steps = append(steps, step("|◀", 0), step("◀", at-1))
	}
	if at < last {
		steps = append(steps, step("▶", at+1), step("▶|", last))
	}
	if len(steps) > 0 {
		rows = append(rows, steps)
	}
	var deals []Button
	for _, n := range []int{number - 1, number + 1} {
		if n >= 1 && b.hasDeal(ctx, id, n) {
			deals = append(deals, Button{Label: r.t.Say("replay.deal", "Number", n), Line: "replay " + dealID(id, n)})
		}
	}
	if len(deals) > 0 {
		rows = append(rows, deals)
	}
	return rows
}

func (b *Bot) hasDeal(ctx context.Context, id TableID, n int) bool {
	_, err := b.cfg.Store.Get(ctx, storage.Key{Kind: kindDeal, ID: dealID(id, n)})
	return err == nil || !errors.Is(err, storage.ErrNotFound)
}
