package pages

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
	"tarockbot/render/words"
)

// fairLines tell what the deck is fixed by, and what people cut with. Who plays alone with
// the computer is spared that.
func fairLines(t View, names []string, w *words.Tongue) (lines []chat.Line) {
	if t.Chairs.OnePerson() {
		return nil
	}
	if r := match.DecksOf(t.Table).Receipt(); r != nil && t.Stage == match.Playing {
		lines = append(lines, dim(w.Say("fair.deck", "Level", int(r.Context.Level), "Commitment", r.Short())))
	}
	for s, c := range t.Chairs {
		if c.Cut != "" {
			lines = append(lines, chat.Line{{Text: w.Say("fair.cut", "Name", names[s]) + " ", Style: chat.Dim}, {Text: c.Cut, Style: chat.Code}})
		}
	}
	return lines
}

// mayCut says whether the seat's player is offered to cut.
func mayCut(t View, s engine.Seat, never bool) bool {
	return !never && !t.Chairs[s].Robot && match.DecksOf(t.Table).MayCut(s) == nil
}

// cutButton asks for the text to cut with.
func cutButton(id chat.TableID, w *words.Tongue) chat.Button {
	return button(w.Say("button.cut"), "cut "+string(id))
}

// AskCut asks for the text to cut with.
func AskCut(id chat.TableID, w *words.Tongue) *chat.Ask {
	return &chat.Ask{
		Title: w.Say("cut.title"), Label: w.Say("cut.label"), Hint: w.Say("cut.hint"), Line: "cut " + string(id), Max: fair.MaxText / 2,
	}
}

// Receipt is what somebody keeps of a deck that is being played.
type Receipt struct{ fair.Receipt }

// Screen is the page that goes with the file.
func (p Receipt) Screen(code string, w *words.Tongue) *chat.Screen {
	return page(w, []chat.Line{
		title(w.Say("proof.title", "Code", code)),
		plain(w.Say("proof.about", "Code", code)),
		dim(w.Say("proof.anchor")), styled(p.Anchor.Hash.String(), chat.Code),
		dim(w.Say("proof.commitment")), styled(p.Commitment.String(), chat.Code),
	})
}

// Verified is what a check of a deal has found.
type Verified struct {
	Code    string
	Verdict verify.Verdict
	Level   fair.Level
}

// Screen is the page that goes with the file.
func (p Verified) Screen(w *words.Tongue) *chat.Screen {
	checked := p.Verdict == verify.Fair
	return page(w, nonEmpty(
		title(w.Say("verify.title", "Code", p.Code)),
		strong(w.Say("verify."+string(p.Verdict))),
		when(checked, plain(either(p.Level == fair.ByHost, w.Say("verify.proves.uncut"), w.Say("verify.proves.cut")))),
		when(checked, plain(w.Say("verify.lacks"))),
		when(checked, dim(w.Say("verify.yourself")))))
}
