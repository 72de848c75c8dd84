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
	"tarockbot/bot/terms"
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
		{{Text: r.t.Say("setup.chosen", "Setup", describeSetup(t.Game, t.Setup, r.t))}},
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
		line := r.t.Command(r.t.Say("typed.command.challenge") + " " + t.Spoken(r.t))
		s.Text = append(s.Text, Line{{Text: r.t.Say("setup.typed", "Line", line), Style: Dim}})
	}
	s.Buttons = append(s.Buttons, []Button{{Label: r.t.Say("setup.post"), Line: "challenge " + t.Line(), Look: Primary}})
	return Answer{Screen: s}, nil
}

// opponentLines tell for whom the challenge will be.
func (b *Bot) opponentLines(ctx context.Context, r *request, t terms.Terms) []Line {
	if t.Alone() {
		return []Line{{{Text: r.t.Say("setup.computer")}}}
	}
	var lines []Line
	var names []string
	for _, f := range t.Friends {
		name := f.Mention
		if who, err := b.whom(ctx, r, name); err == nil {
			name = who.name // a network may tell an id
		}
		names = append(names, speech.Isolate(speech.CleanName(name)))
	}
	if len(names) > 0 {
		lines = append(lines, Line{{Text: r.t.Say("setup.friend", "Name", strings.Join(names, ", "))}})
	}
	if t.Robots > 0 {
		lines = append(lines, Line{{Text: r.t.Count("setup.robots", t.Robots)}})
	}
	switch open := t.Game.Seats - 1 - len(t.Friends) - t.Robots; {
	case open == 0:
	case t.There:
		lines = append(lines, Line{{Text: r.t.Say("setup.anybody")}})
	default:
		lines = append(lines, Line{{Text: r.t.Say("setup.code")}})
	}
	return lines
}

func ruleButtons(g engine.Game, t terms.Terms, w *words.Tongue) []Button {
	var row []Button
	for _, set := range g.Rules {
		other := t
		other.Play(g, set.ID)
		other.Setup.Options, _ = set.Complete(nil)
		other.Fit()
		if t.Alone() {
			other.Robots = g.Seats - 1
		}
		row = append(row, pages.Option(w.Say("rules."+set.ID), "setup "+other.Line(), set.ID == t.Setup.Rules))
	}
	return row
}

func optionButtons(t terms.Terms, w *words.Tongue) [][]Button {
	var rows [][]Button
	set, err := t.Game.RuleSet(t.Setup.Rules)
	if err != nil {
		return nil
	}
	for _, opt := range set.Options {
		var row []Button
		for _, v := range opt.Values {
			other := t
			other.Setup.Options, _ = set.Complete(t.Setup.Options)
			other.Setup.Options[opt.ID] = v
			row = append(row, pages.Option(w.Say(speech.OptionText(opt.ID, v)), "setup "+other.Line(), t.Setup.Options[opt.ID] == v))
		}
		rows = append(rows, row)
	}
	rows = append(rows, pointsButtons(t, w))
	if !t.Game.ForTwo() {
		rows = append(rows, leavingButtons(t, w))
	}
	if t.Robots == 0 {
		rows = append(rows, ratedButtons(t, w))
	}
	return rows
}

func leavingButtons(t terms.Terms, w *words.Tongue) []Button {
	on, ends := t, t
	on.Setup.LeavingEnds, ends.Setup.LeavingEnds = false, true
	return []Button{
		pages.Option(w.Say("option.leaving.computer"), "setup "+on.Line(), !t.Setup.LeavingEnds),
		pages.Option(w.Say("option.leaving.ends"), "setup "+ends.Line(), t.Setup.LeavingEnds),
	}
}

func ratedButtons(t terms.Terms, w *words.Tongue) []Button {
	counts, doesnt := t, t
	counts.Setup.Friendly, doesnt.Setup.Friendly = false, true
	return []Button{
		pages.Option(w.Say("option.rated.on"), "setup "+counts.Line(), !t.Setup.Friendly),
		pages.Option(w.Say("option.rated.off"), "setup "+doesnt.Line(), t.Setup.Friendly),
	}
}

func pointsButtons(t terms.Terms, w *words.Tongue) []Button {
	shown, hidden := t, t
	shown.Setup.HidePoints, hidden.Setup.HidePoints = false, true
	return []Button{
		pages.Option(w.Say("option.points.shown"), "setup "+shown.Line(), !t.Setup.HidePoints),
		pages.Option(w.Say("option.points.hidden"), "setup "+hidden.Line(), t.Setup.HidePoints),
	}
}

// shownLengths is how many match lengths have a button; others can be typed.
const shownLengths = 4

// lengthButtons are the lengths on offer; none where a match isn't played by
// the number of deals.
func lengthButtons(t terms.Terms, w *words.Tongue) []Button {
	lengths := slices.Sorted(slices.Values(t.Game.Lengths))
	var row []Button
	for _, n := range lengths[:min(shownLengths, len(lengths))] {
		if n == 0 {
			continue
		}
		other := t
		other.Setup.Length = n
		row = append(row, pages.Option(w.Count("setup.deals", n), "setup "+other.Line(), n == t.Setup.Length))
	}
	return row
}

// opponentButtons offer anybody, and the computer for some chairs or for all.
func opponentButtons(t terms.Terms, w *words.Tongue) []Button {
	anybody := t
	anybody.Robots, anybody.Friends = 0, nil
	row := []Button{pages.Option(w.Say("setup.to.anybody"), "setup "+anybody.Line(), t.Robots == 0 && len(t.Friends) == 0)}
	all := t.Game.Seats - 1
	for n := 1; n <= all; n++ {
		some := t
		some.Robots, some.Friends = n, t.Friends[:min(len(t.Friends), all-n)]
		some.Paced = t.Paced && (n < all || t.Alone()) // what was meant for others doesn't count
		label := w.Say("setup.to.computer")
		if all > 1 {
			label += fmt.Sprintf(" ×%d", n)
		}
		row = append(row, pages.Option(label, "setup "+some.Line(), t.Robots == n))
	}
	return row
}

// friendButtons offer whom the chat has seen lately. One more than there are
// chairs takes the place of the last.
func (b *Bot) friendButtons(t terms.Terms, r *request) (row []Button) {
	for _, seen := range b.crowd.In(r.Chat) {
		if r.person.Is(seen.Person) || r.person.Blocks(people.Person{ID: seen.Person, Users: []UserID{seen.User}}) {
			continue
		}
		_, id, _ := strings.Cut(string(seen.User), ":")
		is := func(f terms.Friend) bool { return f.Mention == id }
		with := t
		if chosen := slices.ContainsFunc(t.Friends, is); chosen {
			with.Friends = slices.DeleteFunc(slices.Clone(t.Friends), is)
		} else {
			all := t.Game.Seats - 1
			with.Friends = append(slices.Clone(t.Friends[:min(len(t.Friends), all-1)]), terms.Friend{Mention: id})
			with.Robots = min(t.Robots, all-len(with.Friends))
		}
		row = append(row, pages.Option(speech.Isolate(seen.Name), "setup "+with.Line(), slices.ContainsFunc(t.Friends, is)))
	}
	return row
}

// shownPaces are those that have a button; others can be typed.
var shownPaces = []match.Pace{match.LivePace, match.DayPace, 3 * match.DayPace, 7 * match.DayPace, match.NoPace}

// paceButtons offer paces, and what happens when the time is up; nothing if there
// is nobody to wait for.
func paceButtons(t terms.Terms, w *words.Tongue) [][]Button {
	if t.Alone() && !t.Paced {
		return nil
	}
	var row []Button
	all := shownPaces
	if !slices.Contains(all, t.Setup.Pace) {
		all = append(slices.Clip(all), t.Setup.Pace)
	}
	for _, p := range all {
		other := t
		other.Setup.Pace, other.Paced = p, true
		row = append(row, pages.Option(terms.PaceText(p, w), "setup "+other.Line(), p == t.Setup.Pace))
	}
	if t.Setup.Pace == match.NoPace {
		return [][]Button{row}
	}
	plays, settles := t, t
	plays.Setup.Settle, settles.Setup.Settle = false, true
	return [][]Button{row, {
		pages.Option(w.Say("option.timeout.computer"), "setup "+plays.Line(), !t.Setup.Settle),
		pages.Option(w.Say("option.timeout.settle"), "setup "+settles.Line(), t.Setup.Settle),
	}}
}
