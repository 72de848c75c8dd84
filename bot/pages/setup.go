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
	text := append([]chat.Line{
		title(w.Say("setup.title")),
		plain(w.Say("setup.chosen", "Setup", DescribeSetup(p.Game, p.Terms.Setup, w))),
	}, p.opponentLines(w)...)
	if typesMoves(w) { // what is pressed can be typed as well
		text = append(text, dim(w.Say("setup.typed", "Line", w.Command(w.Say("typed.command.challenge")+" "+p.Spoken(w)))))
	}
	rows := each(games.All(), func(g engine.Game) []chat.Button { return ruleButtons(g, p.Terms, w) })
	rows = slices.Concat(rows, optionButtons(p.Terms, w), [][]chat.Button{lengthButtons(p.Terms, w)}, paceButtons(p.Terms, w))
	return page(w, text, append(rows, opponentButtons(p.Terms, w), p.friendButtons(), row(primary(w.Say("setup.post"), "challenge "+p.Line())))...)
}

// opponentLines tell for whom the challenge will be.
func (p Setup) opponentLines(w *words.Tongue) []chat.Line {
	if p.Alone() {
		return []chat.Line{plain(w.Say("setup.computer"))}
	}
	return nonEmpty(
		when(len(p.Names) > 0, plain(w.Say("setup.friend", "Name", strings.Join(p.Names, ", ")))),
		when(p.Robots > 0, plain(w.Count("setup.robots", p.Robots))),
		when(p.Game.Seats-1 > len(p.Friends)+p.Robots, plain(either(p.There, w.Say("setup.anybody"), w.Say("setup.code")))))
}

// choose is a button that takes these terms with a change.
func choose(label string, t terms.Terms, chosen bool, change func(*terms.Terms)) chat.Button {
	change(&t)
	return option(label, "setup "+t.Line(), chosen)
}

// offOrOn are buttons for one of the terms, which is off or on, called by these texts.
func offOrOn(t terms.Terms, off, on string, is func(*terms.Terms) *bool) []chat.Button {
	return []chat.Button{
		choose(off, t, !*is(&t), func(t *terms.Terms) { *is(t) = false }),
		choose(on, t, *is(&t), func(t *terms.Terms) { *is(t) = true }),
	}
}

// DescribeSetup is the match in a few words: rules, options, length.
func DescribeSetup(game engine.Game, s match.Setup, w *words.Tongue) string {
	parts := append([]string{w.Say("rules." + s.Rules)}, describeOptions(game, s, w)...)
	return joined(" · ", append(parts, describeLength(game, s.Setup, w), when(s.Pace != match.NoPace, terms.PaceText(s.Pace, w)))...)
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

// describeOptions names the options that are switched on; it has "" for each other.
func describeOptions(game engine.Game, s match.Setup, w *words.Tongue) (parts []string) {
	if set, err := game.RuleSet(s.Rules); err == nil {
		for _, opt := range set.Options {
			value := s.Options[opt.ID]
			parts = append(parts, when(value != "off", w.Say(speech.OptionText(opt.ID, value))))
		}
	}
	return append(parts,
		when(s.HidePoints, w.Say("option.points.hidden")),
		when(s.LeavingEnds, w.Say("option.leaving.ends")),
		when(s.Friendly, w.Say("option.rated.off")),
		when(s.Settle && s.Pace != match.NoPace, w.Say("option.timeout.settle")))
}

func ruleButtons(g engine.Game, t terms.Terms, w *words.Tongue) []chat.Button {
	return each(g.Rules, func(set engine.RuleSet) chat.Button {
		return choose(w.Say("rules."+set.ID), t, set.ID == t.Setup.Rules, func(other *terms.Terms) {
			other.Play(g, set.ID)
			other.Setup.Options, _ = set.Complete(nil)
			other.Fit()
			if t.Alone() {
				other.Robots = g.Seats - 1
			}
		})
	})
}

func optionButtons(t terms.Terms, w *words.Tongue) [][]chat.Button {
	set, err := t.Game.RuleSet(t.Setup.Rules)
	if err != nil {
		return nil
	}
	rows := each(set.Options, func(opt engine.Option) []chat.Button {
		return each(opt.Values, func(v engine.Name) chat.Button {
			return choose(w.Say(speech.OptionText(opt.ID, v)), t, t.Setup.Options[opt.ID] == v, func(other *terms.Terms) {
				other.Setup.Options, _ = set.Complete(t.Setup.Options)
				other.Setup.Options[opt.ID] = v
			})
		})
	})
	points := offOrOn(t, w.Say("option.points.shown"), w.Say("option.points.hidden"), func(t *terms.Terms) *bool { return &t.Setup.HidePoints })
	leaving := offOrOn(t, w.Say("option.leaving.computer"), w.Say("option.leaving.ends"), func(t *terms.Terms) *bool { return &t.Setup.LeavingEnds })
	rated := offOrOn(t, w.Say("option.rated.on"), w.Say("option.rated.off"), func(t *terms.Terms) *bool { return &t.Setup.Friendly })
	return append(rows, points, when(!t.Game.ForTwo(), leaving), when(t.Robots == 0, rated))
}

// lengthButtons are the lengths on offer, the shortest few; others can be typed. There
// are none where a match isn't played by the number of deals.
func lengthButtons(t terms.Terms, w *words.Tongue) (all []chat.Button) {
	const shown = 4
	lengths := slices.Sorted(slices.Values(t.Game.Lengths))
	for _, n := range lengths[:min(shown, len(lengths))] {
		if n != 0 {
			all = append(all, choose(w.Count("setup.deals", n), t, n == t.Setup.Length, func(t *terms.Terms) { t.Setup.Length = n }))
		}
	}
	return all
}

// opponentButtons offer anybody, and the computer for some chairs or for all.
func opponentButtons(t terms.Terms, w *words.Tongue) []chat.Button {
	all, label := t.Game.Seats-1, w.Say("setup.to.computer")
	buttons := []chat.Button{choose(w.Say("setup.to.anybody"), t, t.Robots == 0 && len(t.Friends) == 0, func(t *terms.Terms) {
		t.Robots, t.Friends = 0, nil
	})}
	for n := 1; n <= all; n++ {
		buttons = append(buttons, choose(label+when(all > 1, fmt.Sprintf(" ×%d", n)), t, t.Robots == n, func(some *terms.Terms) {
			some.Robots, some.Friends = n, t.Friends[:min(len(t.Friends), all-n)]
			some.Paced = t.Paced && (n < all || t.Alone()) // what was meant for others doesn't count
		}))
	}
	return buttons
}

// friendButtons offer whom the chat has seen lately. One more than there are
// chairs takes the place of the last.
func (p Setup) friendButtons() []chat.Button {
	return each(p.Near, func(seen Bystander) chat.Button {
		is := func(f terms.Friend) bool { return f.Mention == seen.ID }
		chosen := slices.ContainsFunc(p.Friends, is)
		return choose(speech.Isolate(seen.Name), p.Terms, chosen, func(with *terms.Terms) {
			if chosen {
				with.Friends = slices.DeleteFunc(slices.Clone(p.Friends), is)
				return
			}
			all := p.Game.Seats - 1
			with.Friends = append(slices.Clone(p.Friends[:min(len(p.Friends), all-1)]), terms.Friend{Mention: seen.ID})
			with.Robots = min(p.Robots, all-len(with.Friends))
		})
	})
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
	paces := each(offeredPaces(t.Setup.Pace), func(p match.Pace) chat.Button {
		return choose(terms.PaceText(p, w), t, p == t.Setup.Pace, func(t *terms.Terms) { t.Setup.Pace, t.Paced = p, true })
	})
	ends := offOrOn(t, w.Say("option.timeout.computer"), w.Say("option.timeout.settle"), func(t *terms.Terms) *bool { return &t.Setup.Settle })
	return [][]chat.Button{paces, when(t.Setup.Pace != match.NoPace, ends)}
}

// Elsewhere tells who challenges where they may: in these chats, as people find them.
type Elsewhere []chat.Span

// Screen is the page.
func (all Elsewhere) Screen(w *words.Tongue) *chat.Screen {
	return page(w, append([]chat.Line{strong(w.Say("challenge.elsewhere"))}, each(all, func(where chat.Span) chat.Line { return chat.Line{where} })...))
}
