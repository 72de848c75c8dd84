package describe

import (
	"fmt"
	"slices"
	"strings"

	"tarockbot/engine"
	"tarockbot/render/text"
	"tarockbot/render/words"
)

// Summary describes a deal's result.
func Summary(r engine.Result, rules engine.RuleSet, names []string, t *words.Tongue) []text.Line {
	s := &summary{page{Table: Table{t, names, rules.Terms}}, r, rules}
	switch {
	case r.End.Reason == engine.Folded:
		s.say(text.Plain, "summary.folded", "Name", s.Names[r.End.Seat])
		return s.lines
	case r.End.Reason == engine.Redealt:
		s.say(text.Plain, "summary.redealt", "Name", s.Names[r.End.Seat])
		s.say(text.Plain, "board.shown", "Name", s.Names[r.End.Seat], "Cards", Cards(r.End.Shown, s.Words))
		return s.lines
	case r.IsVoid():
		s.say(text.Plain, "summary.thrown-in")
		return s.lines
	case r.Drawn:
		s.say(text.Strong, "summary.drawn", "Contract", s.Words.Say("contract."+r.Contract.String()))
		s.say(text.Plain, "summary.needed", "Points", Points(rules.ThirdsToWin(), s.Words))
	default:
		s.outcome()
	}
	if !r.End.WasCutShort() {
		s.addCounts(r.Tricks, r.Thirds)
		s.pointsOutsideTricks()
	}
	if r.UntakenThirds > 0 && !r.End.WasCutShort() {
		s.say(text.Dim, "board.rest", "Points", Points(r.UntakenThirds, s.Words))
	}
	for _, item := range r.Items {
		s.addItem(item)
	}
	s.say(text.Strong, "summary.score", "Scores", Scores(r.Score, names))
	return s.lines
}

type summary struct {
	page
	r     engine.Result
	rules engine.RuleSet
}

func (s *summary) pointsOutsideTricks() {
	for seat, thirds := range s.r.InTricks {
		if rest := s.r.Thirds[seat] - thirds; rest > 0 {
			s.say(text.Dim, "summary.besides", "Name", s.Names[seat], "Tricks", PointsNumber(thirds), "Rest", PointsNumber(rest))
		}
	}
}

func (s *summary) outcome() {
	r, game := s.r, s.r.Items[0]
	switch {
	case r.End.WasCutShort():
		s.endedEarly(game)
	case r.Declarer == engine.Nobody && game.Item != engine.TheGame:
		s.say(text.Strong, "summary.most", "Contract", s.Words.Say("plays."+r.Contract.String()),
			"Names", s.NamesOf(SeatsWith(r, false)))
	case game.Item != engine.TheGame:
		s.say(text.Strong, "summary."+game.Item.String()+"."+WonOrLost(game),
			"Name", s.Names[game.By], "Tricks", s.Words.Count("tricks", r.Tricks[game.By]))
	default:
		s.say(text.Strong, "summary."+WonOrLost(game), "Name", s.Names[game.By],
			"Contract", s.Words.Say("contract."+r.Contract.String()),
			"Points", Points(r.Thirds[game.By], s.Words), "Needed", Points(s.rules.ThirdsToWin(), s.Words))
	}
}

// endedEarly handles a resignation, or an announcement that failed.
func (s *summary) endedEarly(game engine.Item) {
	s.say(text.Plain, "summary.end."+string(s.r.End.Reason), "Name", s.Names[s.r.End.Seat])
	decided := s.r.Contract
	if game.Item != engine.TheGame {
		decided = game.Item
	}
	switch others := SeatsWith(s.r, true); {
	case s.r.Declarer == engine.Nobody && others.Len() > 1:
		s.say(text.Strong, "summary.short.others", "Names", s.NamesOf(others))
	case s.r.Contract == 0:
		s.say(text.Strong, "summary.short.unbid", "Name", s.Names[game.By])
	default:
		s.say(text.Strong, "summary.short."+WonOrLost(game), "Name", s.Names[game.By],
			"Contract", s.Words.Say("contract."+decided.String()))
	}
}

func (s *summary) addItem(i engine.Item) {
	id, value := "summary.item.made", Signed(i.Value)
	switch {
	case i.Silent && i.Won:
		id = "summary.item.silent"
	case i.Won:
	case i.Gainers == 0:
		id, value = "summary.item.failed", Signed(-i.Value)
	case i.Silent:
		id = "summary.item.beaten"
	default:
		id = "summary.item.others"
	}
	if i.Gainers.Len() > 1 {
		value = s.Words.Say("summary.each", "Value", value)
	}
	name := s.Qualified(s.ItemName(s.r, i), i, "board.early")
	line := text.Line{{Text: s.Words.Say(id, "Name", s.Names[i.By], "Item", name, "Value", value, "Others", s.NamesOf(i.Gainers))}}
	if calculation := s.calculation(i); calculation != "" {
		line = append(line, text.Span{Text: " = " + calculation, Style: text.Dim})
	}
	s.add(line...)
}

func (s *summary) calculation(i engine.Item) string {
	if i.Grand && i.Factor == 0 {
		return s.Words.Say("summary.grand")
	}
	if !ExceedsBase(i) {
		return ""
	}
	parts := []string{fmt.Sprint(i.Base)}
	if i.Excess > 0 {
		id := "summary.excess"
		if i.Grand {
			id = "summary.excess.grand"
		}
		parts[0] = s.Words.Say(id, "Base", i.Base, "Excess", i.Excess)
		if IsMultiplied(i) {
			parts[0] = "(" + parts[0] + ")"
		}
	}
	if i.Factor > 1 {
		parts = append(parts, doubled(i.Doubled, i.Factor, s.Words))
	}
	if i.Times > 1 {
		parts = append(parts, fmt.Sprintf("%s ×%d", s.Words.Say("plays."+s.r.Contract.String()), i.Times))
	}
	return strings.Join(parts, " · ")
}

// Outcome describes the reader's points or, if they are zero, the others' points.
func Outcome(score []int, reader engine.Seat, names []string, t *words.Tongue) string {
	own := score[reader]
	switch {
	case own < 0:
		return t.Count("bill.loses", -own)
	case own > 0:
		return t.Count("bill.wins", own)
	case slices.Max(score) > 0:
		return t.Say("bill.gets-nothing", "Scores", nonZeroScores(score, names))
	case slices.Min(score) < 0:
		return t.Say("bill.loses-nothing", "Scores", nonZeroScores(score, names))
	default:
		return t.Say("bill.nobody")
	}
}

func nonZeroScores(points []int, names []string) string {
	var scores []int
	var scorers []string
	for s, n := range points {
		if n != 0 {
			scores, scorers = append(scores, n), append(scorers, names[s])
		}
	}
	return Scores(scores, scorers)
}
