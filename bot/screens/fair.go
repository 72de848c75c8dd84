package screens

import (
	"fmt"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
	"tarockbot/render/words"
)

// fairness tells that the deck can be checked, and what people cut with; the rest is behind Proof. Who plays
// alone with the computer is spared that.
func (t tableText) fairness() (lines []chat.Line) {
	if t.Chairs.OnePerson() {
		return nil
	}
	if t.Table.Decks().Receipt() != nil && t.Stage == match.Playing {
		lines = append(lines, dim(t.w.Say("fair.deck")))
	}
	return append(lines, t.cuts()...)
}

// cuts are the texts that people cut their decks with, and from which deal on they do.
func (t tableText) cuts() (lines []chat.Line) {
	decks := t.Table.Decks()
	for s, name := range t.names {
		text := decks.CutText(engine.Seat(s))
		if text == "" {
			continue
		}
		id := "fair.typed.from"
		from, counts := decks.FirstDealCutBy(engine.Seat(s))
		switch {
		case !counts:
			id = "fair.typed"
		case from == 0:
			id = "fair.cut"
		}
		lines = append(lines, cutText(t.w.Say(id, "Name", name, "Deal", from), text))
	}
	return lines
}

// cutText tells the text that somebody cuts with, or has. In this style no network reads anything
// into it.
func cutText(said, text string) chat.Line {
	return chat.Line{{Text: said + " ", Style: chat.Dim}, {Text: text, Style: chat.Code}}
}

// level tells whether somebody has cut the deck that is played.
func (t tableText) level() chat.Line {
	p := t.Fair.Deal
	switch {
	case t.Match.Deal == nil: // who cuts is still waited for
		return dim(t.w.Say("fair.deck"))
	case p.Level() == fair.ByHost:
		return dim(t.w.Say("fair.deck.uncut"))
	}
	return dim(t.w.Say("fair.deck.cut", "Level", int(p.Level()), "Name", t.names[p.Cuts[0].Seat]))
}

// cutButtons are those of who is waited for: to cut, or not to.
func (p Panel) cutButtons(w *words.Tongue) [][]chat.Button {
	if p.Table.Decks().WaitsForCut() != p.Seat {
		return nil
	}
	uncut := w.Say("cut.no." + string(p.Match.Rules().Terms.Of("uncut")))
	return [][]chat.Button{{primary(w.Say("button.cut"), "cut "+string(p.ID)), button(uncut, fmt.Sprintf("cut %s off %d", p.ID, p.Rev))}}
}

// proofButton gives the receipt of the deck; none to who plays alone with the computer.
func proofButton(t *match.Table, w *words.Tongue) chat.Button {
	return when(t.Decks().Receipt() != nil && !t.Chairs.OnePerson(), button(w.Say("button.proof"), "proof "+string(t.ID)))
}

// AskCut asks for the text to cut with.
func AskCut(id chat.TableID, w *words.Tongue) *chat.Ask {
	return &chat.Ask{
		Lang: w.Tag(), Title: w.Say("cut.title"), Label: w.Say("cut.label"), Hint: w.Say("cut.hint"), Line: speech.Command{Name: "cut"}.Typed(w)[0] + " " + string(id), Max: fair.MaxText / 2,
	}
}

// Receipt is what somebody keeps of a deck that is being played at a table.
type Receipt struct {
	*match.Table
	Code  string // of the deal
	Typed string // by which the deal can be verified once it is over
}

// Screen is the page that goes with the file.
func (p Receipt) Screen(w *words.Tongue) *chat.Screen {
	t, r := textOf(p.Table, w), p.Table.Decks().Receipt()
	return page(w, slices.Concat([]chat.Line{title(w.Say("proof.title", "Code", p.Code)), t.level()}, t.cuts(), []chat.Line{
		plain(w.Say("proof.about")), styled(p.Typed, chat.Code),
		dim(w.Say("proof.anchor")), styled(r.Anchor.Hash.String(), chat.Code),
		dim(w.Say("proof.commitment")), styled(r.Commitment.String(), chat.Code),
	}))
}

// Verified is what a check of a deal has found.
type Verified struct {
	Code    string
	Verdict verify.Verdict
	Level   fair.Level
	Cuts    []fair.Cut // of the deal's deck
}

// Screen is the page that goes with the file.
func (p Verified) Screen(w *words.Tongue) *chat.Screen {
	checked := p.Verdict == verify.Fair
	proves := "verify.proves.cut"
	switch erased := slices.ContainsFunc(p.Cuts, func(c fair.Cut) bool { return c.Text == nil }); {
	case erased:
		proves = "verify.proves.erased"
	case p.Level == fair.ByHost:
		proves = "verify.proves.uncut"
	}
	return page(w, nonEmpty(
		title(w.Say("verify.title", "Code", p.Code)),
		strong(w.Say("verify."+string(p.Verdict))),
		p.cutLine(w),
		when(checked, plain(w.Say(proves))),
		when(checked && p.Level > fair.ByHost, plain(w.Say("verify.text"))),
		when(checked, plain(w.Say("verify.lacks"))),
		when(checked, dim(w.Say("verify.yourself")))))
}

// cutLine tells by which text the deck was cut; nil if nobody has, or it was erased.
func (p Verified) cutLine(w *words.Tongue) chat.Line {
	for _, c := range p.Cuts {
		if c.Text != nil && *c.Text != "" {
			return cutText(w.Say("fair.cut", "Name", seatMark(c.Seat)), *c.Text)
		}
	}
	return nil
}
