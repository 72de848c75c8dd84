package pages

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/speech"
	"tarockbot/bot/terms"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

// Setup is a challenge being put together by buttons; their lines carry all that has
// been chosen so far.
type Setup struct {
	terms.Terms
	Names []string    // what the friends are called, fit to be shown
	Near  []Bystander // whom the chat has seen lately
}

// Bystander is somebody whom a challenge may be for.
type Bystander struct {
	ID   string // on their platform
	Name string
}

// Screen is the page.
func (p Setup) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: append([]chat.Line{
		styled(w.Say("setup.title"), chat.Title),
		plain(w.Say("setup.chosen", "Setup", DescribeSetup(p.Game, p.Terms.Setup, w))),
	}, p.opponentLines(w)...)}
	if typesMoves(w) { // what is pressed can be typed as well
		line := w.Command(w.Say("typed.command.challenge") + " " + p.Spoken(w))
		s.Text = append(s.Text, styled(w.Say("setup.typed", "Line", line), chat.Dim))
	}
	for _, g := range games.All() {
		s.Buttons = append(s.Buttons, ruleButtons(g, p.Terms, w))
	}
	s.Buttons = append(s.Buttons, optionButtons(p.Terms, w)...)
	s.Buttons = append(s.Buttons, rowsOf(lengthButtons(p.Terms, w))...)
	s.Buttons = append(s.Buttons, paceButtons(p.Terms, w)...)
	s.Buttons = append(s.Buttons, rowsOf(opponentButtons(p.Terms, w), p.friendButtons())...)
	s.Buttons = append(s.Buttons, []chat.Button{{Label: w.Say("setup.post"), Line: "challenge " + p.Line(), Look: chat.Primary}})
	return s
}

// opponentLines tell for whom the challenge will be.
func (p Setup) opponentLines(w *words.Tongue) (lines []chat.Line) {
	if p.Alone() {
		return []chat.Line{plain(w.Say("setup.computer"))}
	}
	if len(p.Names) > 0 {
		lines = append(lines, plain(w.Say("setup.friend", "Name", strings.Join(p.Names, ", "))))
	}
	if p.Robots > 0 {
		lines = append(lines, plain(w.Count("setup.robots", p.Robots)))
	}
	switch open := p.Game.Seats - 1 - len(p.Friends) - p.Robots; {
	case open == 0:
	case p.There:
		lines = append(lines, plain(w.Say("setup.anybody")))
	default:
		lines = append(lines, plain(w.Say("setup.code")))
	}
	return lines
}

// choose is a button that takes other terms.
func choose(label string, t terms.Terms, chosen bool) chat.Button {
	return option(label, "setup "+t.Line(), chosen)
}

// either are buttons for one of the terms, which is off or on, called by these texts.
func either(t terms.Terms, w *words.Tongue, off, on string, is func(*terms.Terms) *bool) []chat.Button {
	without, with := t, t
	*is(&without), *is(&with) = false, true
	return []chat.Button{choose(w.Say(off), without, !*is(&t)), choose(w.Say(on), with, *is(&t))}
}

// DescribeSetup is the match in a few words: rules, options, length.
func DescribeSetup(game engine.Game, s match.Setup, w *words.Tongue) string {
	parts := append([]string{w.Say("rules." + s.Rules)}, describeOptions(game, s, w)...)
	parts = append(parts, describeLength(game, s.Setup, w))
	if s.Pace != match.NoPace {
		parts = append(parts, terms.PaceText(s.Pace, w))
	}
	return strings.Join(parts, " · ")
}

// describeLength is how long the match is: so many deals, in rounds in which
// each seat deals once, or a series.
func describeLength(game engine.Game, s engine.Setup, w *words.Tongue) string {
	if series := game.Next(s, nil); series.Goal > 0 {
		return w.Say("setup.series", "Goal", series.Goal, "Extra", series.Extra)
	}
	deals := w.Count("setup.deals", s.Length)
	if s.Length%game.Seats != 0 {
		return deals
	}
	return deals + " (" + w.Count("setup.rounds", s.Length/game.Seats) + ")"
}

// describeOptions names the options that are switched on.
func describeOptions(game engine.Game, s match.Setup, w *words.Tongue) []string {
	var parts []string
	set, err := game.RuleSet(s.Rules)
	if err == nil {
		for _, opt := range set.Options {
			value := s.Options[opt.ID]
			if value == "off" {
				continue
			}
			parts = append(parts, w.Say(speech.OptionText(opt.ID, value)))
		}
	}
	if s.HidePoints {
		parts = append(parts, w.Say("option.points.hidden"))
	}
	if s.LeavingEnds {
		parts = append(parts, w.Say("option.leaving.ends"))
	}
	if s.Friendly {
		parts = append(parts, w.Say("option.rated.off"))
	}
	if s.Settle && s.Pace != match.NoPace {
		parts = append(parts, w.Say("option.timeout.settle"))
	}
	return parts
}

func ruleButtons(g engine.Game, t terms.Terms, w *words.Tongue) []chat.Button {
	var row []chat.Button
	for _, set := range g.Rules {
		other := t
		other.Play(g, set.ID)
		other.Setup.Options, _ = set.Complete(nil)
		other.Fit()
		if t.Alone() {
			other.Robots = g.Seats - 1
		}
		row = append(row, choose(w.Say("rules."+set.ID), other, set.ID == t.Setup.Rules))
	}
	return row
}

func optionButtons(t terms.Terms, w *words.Tongue) [][]chat.Button {
	var rows [][]chat.Button
	set, err := t.Game.RuleSet(t.Setup.Rules)
	if err != nil {
		return nil
	}
	for _, opt := range set.Options {
		var row []chat.Button
		for _, v := range opt.Values {
			other := t
			other.Setup.Options, _ = set.Complete(t.Setup.Options)
			other.Setup.Options[opt.ID] = v
			row = append(row, choose(w.Say(speech.OptionText(opt.ID, v)), other, t.Setup.Options[opt.ID] == v))
		}
		rows = append(rows, row)
	}
	rows = append(rows, either(t, w, "option.points.shown", "option.points.hidden", func(t *terms.Terms) *bool { return &t.Setup.HidePoints }))
	if !t.Game.ForTwo() {
		rows = append(rows, either(t, w, "option.leaving.computer", "option.leaving.ends", func(t *terms.Terms) *bool { return &t.Setup.LeavingEnds }))
	}
	if t.Robots == 0 {
		rows = append(rows, either(t, w, "option.rated.on", "option.rated.off", func(t *terms.Terms) *bool { return &t.Setup.Friendly }))
	}
	return rows
}

// shownLengths is how many match lengths have a button; others can be typed.
const shownLengths = 4

// lengthButtons are the lengths on offer; none where a match isn't played by
// the number of deals.
func lengthButtons(t terms.Terms, w *words.Tongue) []chat.Button {
	lengths := slices.Sorted(slices.Values(t.Game.Lengths))
	var row []chat.Button
	for _, n := range lengths[:min(shownLengths, len(lengths))] {
		if n == 0 {
			continue
		}
		other := t
		other.Setup.Length = n
		row = append(row, choose(w.Count("setup.deals", n), other, n == t.Setup.Length))
	}
	return row
}

// opponentButtons offer anybody, and the computer for some chairs or for all.
func opponentButtons(t terms.Terms, w *words.Tongue) []chat.Button {
	anybody := t
	anybody.Robots, anybody.Friends = 0, nil
	row := []chat.Button{choose(w.Say("setup.to.anybody"), anybody, t.Robots == 0 && len(t.Friends) == 0)}
	all := t.Game.Seats - 1
	for n := 1; n <= all; n++ {
		some := t
		some.Robots, some.Friends = n, t.Friends[:min(len(t.Friends), all-n)]
		some.Paced = t.Paced && (n < all || t.Alone()) // what was meant for others doesn't count
		label := w.Say("setup.to.computer")
		if all > 1 {
			label += fmt.Sprintf(" ×%d", n)
		}
		row = append(row, choose(label, some, t.Robots == n))
	}
	return row
}

// friendButtons offer whom the chat has seen lately. One more than there are
// chairs takes the place of the last.
func (p Setup) friendButtons() (row []chat.Button) {
	for _, seen := range p.Near {
		is := func(f terms.Friend) bool { return f.Mention == seen.ID }
		with, chosen := p.Terms, slices.ContainsFunc(p.Friends, is)
		if chosen {
			with.Friends = slices.DeleteFunc(slices.Clone(p.Friends), is)
		} else {
			all := p.Game.Seats - 1
			with.Friends = append(slices.Clone(p.Friends[:min(len(p.Friends), all-1)]), terms.Friend{Mention: seen.ID})
			with.Robots = min(p.Robots, all-len(with.Friends))
		}
		row = append(row, choose(speech.Isolate(seen.Name), with, chosen))
	}
	return row
}

// shownPaces are those that have a button; others can be typed.
var shownPaces = []match.Pace{match.LivePace, match.DayPace, 3 * match.DayPace, 7 * match.DayPace, match.NoPace}

// offeredPaces are those, and the chosen one.
func offeredPaces(chosen match.Pace) []match.Pace {
	if slices.Contains(shownPaces, chosen) {
		return shownPaces
	}
	return append(slices.Clip(shownPaces), chosen)
}

// paceButtons offer paces, and what happens when the time is up; nothing if there
// is nobody to wait for.
func paceButtons(t terms.Terms, w *words.Tongue) [][]chat.Button {
	if t.Alone() && !t.Paced {
		return nil
	}
	var row []chat.Button
	for _, p := range offeredPaces(t.Setup.Pace) {
		other := t
		other.Setup.Pace, other.Paced = p, true
		row = append(row, choose(terms.PaceText(p, w), other, p == t.Setup.Pace))
	}
	if t.Setup.Pace == match.NoPace {
		return [][]chat.Button{row}
	}
	return [][]chat.Button{row, either(t, w, "option.timeout.computer", "option.timeout.settle", func(t *terms.Terms) *bool { return &t.Setup.Settle })}
}

// Elsewhere tells who challenges where they may: in these chats, as people find them.
type Elsewhere []chat.Span

// Screen is the page.
func (all Elsewhere) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("challenge.elsewhere"), chat.Strong)}}
	for _, where := range all {
		s.Text = append(s.Text, chat.Line{where})
	}
	return s
}
