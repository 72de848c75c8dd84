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

// fairLines tell that the deck can be checked, and what people cut with; the rest is behind Proof. Who plays
// alone with the computer is spared that.
func fairLines(t View, names []string, w *words.Tongue) (lines []chat.Line) {
	if t.Chairs.OnePerson() {
		return nil
	}
	if t.Table.Decks().Receipt() != nil && t.Stage == match.Playing {
		lines = append(lines, dim(w.Say("fair.deck")))
	}
	return append(lines, typedLines(t, names, w)...)
}

// typedLines are the texts that people cut their decks with, and from which deal on they do.
func typedLines(t View, names []string, w *words.Tongue) (lines []chat.Line) {
	decks := t.Table.Decks()
	for s, name := range names {
		text := decks.CutText(engine.Seat(s))
		if text == "" {
			continue
		}
		switch from, counts := decks.FirstDealCutBy(engine.Seat(s)); {
		case !counts:
			lines = append(lines, cutText(w.Say("fair.typed", "Name", name), text))
		case from == 0:
			lines = append(lines, cutText(w.Say("fair.cut", "Name", name), text))
		default:
			lines = append(lines, cutText(w.Say("fair.typed.from", "Name", name, "Deal", from), text))
		}
	}
	return lines
}

// cutText tells the text that somebody cuts with, or has. In this style no network reads anything
// into it.
func cutText(said, text string) chat.Line {
	return chat.Line{{Text: said + " ", Style: chat.Dim}, {Text: text, Style: chat.Code}}
}

// levelLine tells whether somebody has cut the deck that is played.
func levelLine(t View, names []string, w *words.Tongue) chat.Line {
	p := t.Fair.Deal
	switch {
	case t.Match.Deal == nil: // who cuts is still waited for
		return dim(w.Say("fair.deck"))
	case p.Level() == fair.ByHost:
		return dim(w.Say("fair.deck.uncut"))
	}
	return dim(w.Say("fair.deck.cut", "Level", int(p.Level()), "Name", names[p.Cuts[0].Seat]))
}

// cutScreen is a table whose next deal waits for who cuts: what came of the deal before, and
// until when the one may cut.
func cutScreen(t TableMessage, w *words.Tongue) chat.Screen {
	names, cuts, p := t.Names(w), t.Table.Decks().WaitsForCut(), t.panel()
	until := When(t.Clocks[cuts].Until, true, t.Zone, t.ZoneName, w)
	waits := append(t.waitLines(w), speech.SayWhen(w, chat.Strong, until, "fair.cuts", "Name", names[cuts]))
	s := chat.Screen{Text: slices.Concat(t.heading(names, true, w), t.news(names, w), waits), Picture: t.boardPicture(w)}
	if t.Message.Seat == engine.Nobody {
		if s.Picture != nil {
			s.Caption = append(t.captionHeading(names, w), waits...)
		}
		s.Playing, s.Thread, s.Buttons = true, t.Thread, boardButtons(t, w)
		return s
	}
	s.Protect, s.Panel = true, true
	s.Text = append(p.withResult(s.Text, w), p.consentLines(w)...)
	if s.Picture != nil {
		s.Caption = append(p.withResult(t.heading(names, false, w), w), waits...)
	}
	s.Buttons = nonEmpty(slices.Concat(cutButtons(p, w), p.consentButtons(w), p.claimButtons(w), [][]chat.Button{aside(
		rulesButton(t.View, w), button(w.Say("button.leave"), "leave "+string(t.ID)), proofButton(t.View, w))})...)
	return s
}

// cutButtons are those of who is waited for: to cut, or not to.
func cutButtons(t Panel, w *words.Tongue) [][]chat.Button {
	if t.Table.Decks().WaitsForCut() != t.Seat {
		return nil
	}
	uncut := w.Say("cut.no." + string(t.Match.Rules().Terms.Of("uncut")))
	return [][]chat.Button{{primary(w.Say("button.cut"), "cut "+string(t.ID)), button(uncut, fmt.Sprintf("cut %s off %d", t.ID, t.Rev))}}
}

// proofButton gives the receipt of the deck; none to who plays alone with the computer.
func proofButton(t View, w *words.Tongue) chat.Button {
	return when(t.Table.Decks().Receipt() != nil && !t.Chairs.OnePerson(), button(w.Say("button.proof"), "proof "+string(t.ID)))
}

// mayCut says whether the seat's player is offered to cut.
func mayCut(t View, s engine.Seat, never bool) bool {
	return !never && !t.Chairs[s].Robot && t.Table.Decks().CheckCut(s) == nil
}

// cutButton asks for the text to cut with.
func cutButton(id chat.TableID, w *words.Tongue) chat.Button {
	return button(w.Say("button.cut"), "cut "+string(id))
}

// AskCut asks for the text to cut with.
func AskCut(id chat.TableID, w *words.Tongue) *chat.Ask {
	return &chat.Ask{
		Lang: w.Tag(), Title: w.Say("cut.title"), Label: w.Say("cut.label"), Hint: w.Say("cut.hint"), Line: speech.Command{Name: "cut"}.Typed(w)[0] + " " + string(id), Max: fair.MaxText / 2,
	}
}

// Receipt is what somebody keeps of a deck that is being played at the table of the view.
type Receipt struct {
	View
	Code  string // of the deal
	Typed string // by which the deal can be verified once it is over
}

// Screen is the page that goes with the file.
func (p Receipt) Screen(w *words.Tongue) *chat.Screen {
	names, r := p.Names(w), p.Table.Decks().Receipt()
	return page(w, slices.Concat([]chat.Line{title(w.Say("proof.title", "Code", p.Code)), levelLine(p.View, names, w)}, typedLines(p.View, names, w), []chat.Line{
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
