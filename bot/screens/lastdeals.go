package screens

import (
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/render/words"
)

// LastDeals offers a person's latest deals, newest first.
type LastDeals struct {
	Command string // the command for the chosen deal
	Deals   []LastDeal
}

// LastDeal describes a deal for LastDeals.
type LastDeal struct {
	Table  chat.TableID
	Number int
	Rules  string
	Others string    // names of the other players
	Day    time.Time // end of the match in the reader's zone; zero if it goes on
	Score  string    // the reader's result; "" if unknown
}

// Screen lists the deals with a button for each.
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
