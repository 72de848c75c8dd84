package screens

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/render/words"
)

// LastDeals offers the latest deals, newest first.
type LastDeals struct {
	Command string // for the chosen deal
	Deals   []LastDeal
}

// LastDeal is a deal in LastDeals.
type LastDeal struct {
	Table  chat.TableID
	Number int
	Rules  string
	Others string    // other players
	Day    time.Time // the match's end in the reader's zone, or zero
	Score  string    // "" if unknown
}

// Screen lists the deals with buttons.
func (all LastDeals) Screen(w *words.Tongue) *chat.Screen {
	s := page(w, []chat.Line{title(w.Say("replay.which"))})
	for _, d := range all.Deals {
		code, number := match.DealID(d.Table, d.Number), w.Say("replay.deal", "Number", d.Number)
		day := when(!d.Day.IsZero(), dayText(d.Day, w))
		about := w.Say("rules."+d.Rules) + ", " + w.Say("replay.against", "Name", d.Others)
		s.Text = append(s.Text, chat.Line{{Text: code, Style: chat.Code}, {Text: " " + joined(" · ", number, day, d.Score, about)}})
		label := joined(" · ", number, day, d.Score, d.Others, string(d.Table))
		s.Buttons = append(s.Buttons, row(button(label, lineOf(all.Command, code))))
	}
	return s
}
