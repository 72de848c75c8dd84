package plan

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/words"
)

// settlement is a deal's result in few words; describe.Summary is the long form.
type settlement struct {
	describe.Table
	r engine.Result
}

func (s *settlement) title() string {
	r := s.r
	switch {
	case r.End.Reason == engine.Folded || r.End.Reason == engine.Redealt:
		return s.Words.Say("picture.redealt", "Name", s.Shortened(s.Names[r.End.Seat], describe.MaxNameInTitle))
	case r.Drawn:
		return s.Words.Say("picture.outcome.drawn", "Game", contractTitle(r.Contract, s.Words))
	case len(r.Items) == 0:
		return s.Words.Say("picture.thrown-in")
	}
	game := r.Items[0]
	title := capitalized(withoutBrackets(s.ItemName(r, game)))
	switch others := describe.SeatsWith(r, true); {
	case r.Declarer == engine.Nobody && r.End.WasCutShort() && others.Len() > 1:
		return s.Words.Say("picture.outcome.others", "Names", s.ShortNames(others))
	case r.Declarer == engine.Nobody && game.Item != engine.TheGame:
		return s.Words.Say("picture.outcome.most", "Names", s.ShortNames(describe.SeatsWith(r, false)))
	case r.Declarer != game.By:
		return s.Words.Say("picture.outcome.for", "Game", title, "Name", s.Shortened(s.Names[game.By], describe.MaxNameInTitle))
	}
	return s.Words.Say("picture.outcome."+describe.WonOrLost(game), "Game", title)
}

func titleNamesGame(r engine.Result) bool {
	return r.Drawn || len(r.Items) > 0 && r.Items[0].Item == engine.TheGame
}

func contractTitle(contract engine.Word, t *words.Tongue) string {
	return capitalized(t.Say("plays." + contract.String()))
}

func capitalized(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[n:]
}

func withoutBrackets(bonus string) string {
	name, _, _ := strings.Cut(bonus, " (")
	return name
}

// list names an item's player, unless the panels mark this player as the declarer.
func (s *settlement) list(over bool) (l List) {
	r := s.r
	switch {
	case len(r.Items) == 0:
		return List{}
	case r.End.WasCutShort():
		l.Heading = s.Words.Say("picture.end."+string(r.End.Reason), "Name", s.Shortened(s.Names[r.End.Seat], describe.MaxNameInTitle))
	case r.UntakenThirds > 0:
		l.Heading = s.Words.Say("picture.rest", "Points", describe.PointsNumber(r.UntakenThirds))
	}
	for _, i := range r.Items {
		l.Rows = append(l.Rows, s.row(i, over || i.By != r.Declarer))
	}
	for seat, n := range r.Score {
		l.Rows = append(l.Rows, Row{Left: s.Names[seat], Right: describe.Signed(n), Strong: true, Sum: seat == 0})
	}
	return l
}

func (s *settlement) row(i engine.Item, namePlayer bool) Row {
	text, value := s.Qualified(withoutBrackets(s.ItemName(s.r, i)), i, "picture.early")+formula(i), i.Value
	if namePlayer {
		text = s.Prefix(s.Names[i.By]) + ": " + text
	} else {
		text = capitalized(text)
	}
	switch n := i.Gainers.Len(); {
	case n > 1:
		text = s.Words.Say("picture.item.each", "Item", text)
	case n == 1:
		text = s.Words.Say("picture.item.to", "Item", text, "Name", s.Prefix(s.NamesOf(i.Gainers)))
	case !i.Won:
		value = -value
	}
	return Row{Left: text, Right: describe.Signed(value)}
}

// formula returns "" if an item's value is the rules' base value.
func formula(i engine.Item) string {
	var f string
	switch {
	case !describe.ExceedsBase(i):
		return ""
	case i.Excess == 0:
		f = fmt.Sprintf(" %d", i.Base)
	case describe.IsMultiplied(i):
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
