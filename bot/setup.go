package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// setup is a challenge being put together by buttons; its lines carry all that
// has been chosen so far.
func (b *Bot) setup(ctx context.Context, r *request) (Answer, error) {
	t, err := b.parseTerms(ctx, r)
	if err != nil {
		return Answer{}, err
	}
	b.putThere(r, &t)
	s := &Screen{Lang: r.t.Tag(), Text: []Line{
		{{Text: r.t.Say("setup.title"), Style: Title}},
		{{Text: r.t.Say("setup.chosen", "Setup", describeSetup(t.game, t.setup, r.t))}},
	}}
	for _, g := range games.All() {
		s.Buttons = append(s.Buttons, ruleButtons(g, t, r.t))
	}
	s.Buttons = append(s.Buttons, optionButtons(t, r.t)...)
	if lengths := lengthButtons(t, r.t); len(lengths) > 0 {
		s.Buttons = append(s.Buttons, lengths)
	}
	s.Buttons = append(s.Buttons, paceButtons(t, r.t)...)
	s.Buttons = append(s.Buttons, opponentButtons(t, r.t))
	if friends := b.friendButtons(t, r); len(friends) > 0 {
		s.Buttons = append(s.Buttons, friends)
	}
	s.Text = append(s.Text, b.opponentLines(ctx, r, t)...)
	if r.t.Command(engine.PlayCard.String()) != "" { // what is pressed can be typed as well
		line := r.t.Command(r.t.Say("typed.command.challenge") + " " + t.spoken(r.t))
		s.Text = append(s.Text, Line{{Text: r.t.Say("setup.typed", "Line", line), Style: Dim}})
	}
	s.Buttons = append(s.Buttons, []Button{{Label: r.t.Say("setup.post"), Line: "challenge " + t.line(), Look: Primary}})
	return Answer{Screen: s}, nil
}

// opponentLines tell for whom the challenge will be.
func (b *Bot) opponentLines(ctx context.Context, r *request, t terms) []Line {
	if t.alone() {
		return []Line{{{Text: r.t.Say("setup.computer")}}}
	}
	var lines []Line
	var names []string
	for _, f := range t.friends {
		name := f.mention
		if who, err := b.whom(ctx, r, name); err == nil {
			name = who.name // a network may tell an id
		}
		names = append(names, speech.Isolate(speech.CleanName(name)))
	}
	if len(names) > 0 {
		lines = append(lines, Line{{Text: r.t.Say("setup.friend", "Name", strings.Join(names, ", "))}})
	}
	if t.robots > 0 {
		lines = append(lines, Line{{Text: r.t.Count("setup.robots", t.robots)}})
	}
	switch open := t.game.Seats - 1 - len(t.friends) - t.robots; {
	case open == 0:
	case t.there:
		lines = append(lines, Line{{Text: r.t.Say("setup.anybody")}})
	default:
		lines = append(lines, Line{{Text: r.t.Say("setup.code")}})
	}
	return lines
}

func ruleButtons(g engine.Game, t terms, w *words.Tongue) []Button {
	var row []Button
	for _, set := range g.Rules {
		other := t
		other.play(g, set.ID)
		other.setup.Options, _ = set.Complete(nil)
		other.fit()
		if t.alone() {
			other.robots = g.Seats - 1
		}
		row = append(row, pages.Option(w.Say("rules."+set.ID), "setup "+other.line(), set.ID == t.setup.Rules))
	}
	return row
}

func optionButtons(t terms, w *words.Tongue) [][]Button {
	var rows [][]Button
	set, err := t.game.RuleSet(t.setup.Rules)
	if err != nil {
		return nil
	}
	for _, opt := range set.Options {
		var row []Button
		for _, v := range opt.Values {
			other := t
			other.setup.Options, _ = set.Complete(t.setup.Options)
			other.setup.Options[opt.ID] = v
			row = append(row, pages.Option(w.Say(speech.OptionText(opt.ID, v)), "setup "+other.line(), t.setup.Options[opt.ID] == v))
		}
		rows = append(rows, row)
	}
	rows = append(rows, pointsButtons(t, w))
	if !t.game.ForTwo() {
		rows = append(rows, leavingButtons(t, w))
	}
	if t.robots == 0 {
		rows = append(rows, ratedButtons(t, w))
	}
	return rows
}

func leavingButtons(t terms, w *words.Tongue) []Button {
	on, ends := t, t
	on.setup.LeavingEnds, ends.setup.LeavingEnds = false, true
	return []Button{
		pages.Option(w.Say("option.leaving.computer"), "setup "+on.line(), !t.setup.LeavingEnds),
		pages.Option(w.Say("option.leaving.ends"), "setup "+ends.line(), t.setup.LeavingEnds),
	}
}

func ratedButtons(t terms, w *words.Tongue) []Button {
	counts, doesnt := t, t
	counts.setup.Friendly, doesnt.setup.Friendly = false, true
	return []Button{
		pages.Option(w.Say("option.rated.on"), "setup "+counts.line(), !t.setup.Friendly),
		pages.Option(w.Say("option.rated.off"), "setup "+doesnt.line(), t.setup.Friendly),
	}
}

func pointsButtons(t terms, w *words.Tongue) []Button {
	shown, hidden := t, t
	shown.setup.HidePoints, hidden.setup.HidePoints = false, true
	return []Button{
		pages.Option(w.Say("option.points.shown"), "setup "+shown.line(), !t.setup.HidePoints),
		pages.Option(w.Say("option.points.hidden"), "setup "+hidden.line(), t.setup.HidePoints),
	}
}

// shownLengths is how many match lengths have a button; others can be typed.
const shownLengths = 4

// lengthButtons are the lengths on offer; none where a match isn't played by
// the number of deals.
func lengthButtons(t terms, w *words.Tongue) []Button {
	lengths := slices.Sorted(slices.Values(t.game.Lengths))
	var row []Button
	for _, n := range lengths[:min(shownLengths, len(lengths))] {
		if n == 0 {
			continue
		}
		other := t
		other.setup.Length = n
		row = append(row, pages.Option(w.Count("setup.deals", n), "setup "+other.line(), n == t.setup.Length))
	}
	return row
}

// opponentButtons offer anybody, and the computer for some chairs or for all.
func opponentButtons(t terms, w *words.Tongue) []Button {
	anybody := t
	anybody.robots, anybody.friends = 0, nil
	row := []Button{pages.Option(w.Say("setup.to.anybody"), "setup "+anybody.line(), t.robots == 0 && len(t.friends) == 0)}
	all := t.game.Seats - 1
	for n := 1; n <= all; n++ {
		some := t
		some.robots, some.friends = n, t.friends[:min(len(t.friends), all-n)]
		some.paced = t.paced && (n < all || t.alone()) // what was meant for others doesn't count
		label := w.Say("setup.to.computer")
		if all > 1 {
			label += fmt.Sprintf(" ×%d", n)
		}
		row = append(row, pages.Option(label, "setup "+some.line(), t.robots == n))
	}
	return row
}

// friendButtons offer whom the chat has seen lately. One more than there are
// chairs takes the place of the last.
func (b *Bot) friendButtons(t terms, r *request) (row []Button) {
	for _, seen := range b.crowd.In(r.Chat) {
		if r.person.Is(seen.Person) || r.person.Blocks(people.Person{ID: seen.Person, Users: []UserID{seen.User}}) {
			continue
		}
		_, id, _ := strings.Cut(string(seen.User), ":")
		is := func(f friend) bool { return f.mention == id }
		with := t
		if chosen := slices.ContainsFunc(t.friends, is); chosen {
			with.friends = slices.DeleteFunc(slices.Clone(t.friends), is)
		} else {
			all := t.game.Seats - 1
			with.friends = append(slices.Clone(t.friends[:min(len(t.friends), all-1)]), friend{mention: id})
			with.robots = min(t.robots, all-len(with.friends))
		}
		row = append(row, pages.Option(speech.Isolate(seen.Name), "setup "+with.line(), slices.ContainsFunc(t.friends, is)))
	}
	return row
}

// shownPaces are those that have a button; others can be typed.
var shownPaces = []match.Pace{match.LivePace, match.DayPace, 3 * match.DayPace, 7 * match.DayPace, match.NoPace}

// paceButtons offer paces, and what happens when the time is up; nothing if there
// is nobody to wait for.
func paceButtons(t terms, w *words.Tongue) [][]Button {
	if t.alone() && !t.paced {
		return nil
	}
	var row []Button
	all := shownPaces
	if !slices.Contains(all, t.setup.Pace) {
		all = append(slices.Clip(all), t.setup.Pace)
	}
	for _, p := range all {
		other := t
		other.setup.Pace, other.paced = p, true
		row = append(row, pages.Option(paceText(p, w), "setup "+other.line(), p == t.setup.Pace))
	}
	if t.setup.Pace == match.NoPace {
		return [][]Button{row}
	}
	plays, settles := t, t
	plays.setup.Settle, settles.setup.Settle = false, true
	return [][]Button{row, {
		pages.Option(w.Say("option.timeout.computer"), "setup "+plays.line(), !t.setup.Settle),
		pages.Option(w.Say("option.timeout.settle"), "setup "+settles.line(), t.setup.Settle),
	}}
}
