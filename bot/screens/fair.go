package screens

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
	"tarockbot/render/words"
)

func (t tableText) fairness() (lines []chat.Line) {
	if t.Chairs.HasOnePerson() {
		return nil
	}
	if t.Decks().Receipt() != nil && t.Stage == match.Playing {
		lines = append(lines, dim(t.w.Say("fair.deck")))
	}
	return append(lines, t.cuts()...)
}

func (t tableText) cuts() (lines []chat.Line) {
	decks := t.Decks()
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

// cutText shows the text as Code, because no network interprets text in that style.
func cutText(said, text string) chat.Line {
	return chat.Line{{Text: said + " ", Style: chat.Dim}, {Text: text, Style: chat.Code}}
}

func (t tableText) cutLevel() chat.Line {
	p := t.Fair.Deal
	switch {
	case t.Match.Deal == nil:
		return dim(t.w.Say("fair.deck"))
	case p.EffectiveLevel() == fair.LevelHost:
		return dim(t.w.Say("fair.deck.uncut"))
	}
	return dim(t.w.Say("fair.deck.cut", "Level", int(p.EffectiveLevel()), "Name", t.names[p.Cuts[0].Seat]))
}

func (p Panel) cutButtons(w *words.Tongue) [][]chat.Button {
	if p.Decks().WaitsForCut() != p.Seat {
		return nil
	}
	uncut := w.Say("cut.no." + string(p.Match.Rules().Terms.OwnName("uncut")))
	return [][]chat.Button{{primary(w.Say("button.cut"), lineOf("cut", p.ID)), button(uncut, lineOf("cut", p.ID, WordOff, p.Rev))}}
}

// AskCut asks for a cut text.
func AskCut(id chat.TableID, w *words.Tongue) *chat.Ask {
	return &chat.Ask{
		Lang: w.Tag(), Title: w.Say("cut.title"), Label: w.Say("cut.label"), Hint: w.Say("cut.hint"),
		Line: lineOf(speech.CommandWord("cut", w), id), Max: fair.MaxText / 2,
	}
}

// Receipt lets a player prove a deck later.
type Receipt struct {
	*match.Table
	Code       string
	VerifyLine string // for later
}

// Screen returns the page beside the receipt's file.
func (p Receipt) Screen(w *words.Tongue) *chat.Screen {
	t, r := textOf(p.Table, w), p.Decks().Receipt()
	return page(w, slices.Concat([]chat.Line{title(w.Say("proof.title", "Code", p.Code)), t.cutLevel()}, t.cuts(), []chat.Line{
		plain(w.Say("proof.about")), styled(p.VerifyLine, chat.Code),
		dim(w.Say("proof.anchor")), styled(r.Anchor.Hash.String(), chat.Code),
		dim(w.Say("proof.commitment")), styled(r.Commitment.String(), chat.Code),
	}))
}

// Verification is the result of checking a deal.
type Verification struct {
	Code    string
	Verdict verify.Verdict
	Level   fair.Level
	Cuts    []fair.Cut
}

// Screen shows the verdict, beside the file.
func (p Verification) Screen(w *words.Tongue) *chat.Screen {
	checked := p.Verdict == verify.Fair
	proves := "verify.proves.cut"
	switch erased := slices.ContainsFunc(p.Cuts, func(c fair.Cut) bool { return c.Text == nil }); {
	case erased:
		proves = "verify.proves.erased"
	case p.Level == fair.LevelHost:
		proves = "verify.proves.uncut"
	}
	return page(w, nonEmpty(
		title(w.Say("verify.title", "Code", p.Code)),
		strong(w.Say("verify."+string(p.Verdict))),
		p.cutLine(w),
		when(checked, plain(w.Say(proves))),
		when(checked && p.Level > fair.LevelHost, plain(w.Say("verify.text"))),
		when(checked, plain(w.Say("verify.lacks"))),
		when(checked, dim(w.Say("verify.yourself")))))
}

func (p Verification) cutLine(w *words.Tongue) chat.Line {
	for _, c := range p.Cuts {
		if c.Text != nil && *c.Text != "" {
			return cutText(w.Say("fair.cut", "Name", seatMark(c.Seat)), *c.Text)
		}
	}
	return nil
}
