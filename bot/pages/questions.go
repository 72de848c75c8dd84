package pages

import (
	"fmt"

	"tarockbot/bot/chat"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// WordPause answers whether somebody is sure to leave with a wish for a pause.
const WordPause = "pause"

// GiveUp asks whether somebody is sure to do what the command says: "resign" a deal,
// or "leave" a match.
type GiveUp struct {
	View
	Seat    engine.Seat
	Command string
}

// Screen is the page.
func (p GiveUp) Screen(w *words.Tongue) *chat.Screen {
	line := fmt.Sprintf("%s %s %d ", p.Command, p.ID, len(p.Match.Done))
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say(p.Command+".title"), chat.Title), plain(p.sure(w))},
		Buttons: [][]chat.Button{yesOrNo(p.Command, line, w)}}
	if p.Command == "leave" && p.Requests().MayPause() { // who has no time now need not leave
		s.Buttons = append(s.Buttons, []chat.Button{{Label: w.Say("button.pause"), Line: line + WordPause}})
	}
	return s
}

// yesOrNo are the answers to the question whether somebody is sure.
func yesOrNo(text, line string, w *words.Tongue) []chat.Button {
	return []chat.Button{
		{Label: w.Say(text + ".yes"), Line: line + "yes", Look: chat.Danger},
		{Label: w.Say(text + ".no"), Line: line + "no"},
	}
}

// sure tells what giving up means at the table.
func (p GiveUp) sure(w *words.Tongue) string {
	leaves := p.Command == "leave"
	switch seat := p.Seat.Bit(); {
	case p.Match.Game.ForTwo(), leaves && p.Chairs.People() == seat:
		return w.Say(p.Command + ".sure")
	case leaves && !p.GoesOnWithout(seat):
		return w.Say("leave.sure.ends", "Name", p.Opponents(p.Seat, w))
	default:
		return w.Say(p.Command+".sure.three", "Name", p.Opponents(p.Seat, w))
	}
}

// Offer is a challenge as it is sent on: who seeks somebody, and for what.
func (t View) Offer(w *words.Tongue) *chat.Screen {
	return &chat.Screen{Lang: w.Tag(), Share: string(t.ID), Text: []chat.Line{
		styled(w.Say("challenge.open", "Name", t.hostName(w)), chat.Title),
		plain(DescribeSetup(t.Match.Game, t.Setup, w)),
	}}
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

// LinkCode says how a code for linking is given on each of the other platforms.
type LinkCode struct {
	Minutes int            // that it is good for
	Typed   []PlatformLink // what is typed there
}

// Screen is the page.
func (p LinkCode) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("link.title"), chat.Title), plain(w.Say("link.code", "Minutes", p.Minutes))}}
	for _, x := range p.Typed {
		s.Text = append(s.Text, chat.Line{{Text: w.Say("platform."+x.Platform) + ": ", Style: chat.Dim}, {Text: x.Link, Style: chat.Code}})
	}
	s.Text = append(s.Text, styled(w.Say("link.secret"), chat.Strong))
	return s
}

// Unlink asks whether an identity shall be on its own again.
type Unlink struct {
	Names string // of the others
	Since int    // the journal's entry that has made the link
}

// Screen is the page.
func (p Unlink) Screen(w *words.Tongue) *chat.Screen {
	return &chat.Screen{Lang: w.Tag(), Text: []chat.Line{
		styled(w.Say("unlink.title"), chat.Title), plain(w.Say("unlink.from", "Names", p.Names)), plain(w.Say("unlink.sure")),
	}, Buttons: [][]chat.Button{yesOrNo("unlink", fmt.Sprintf("unlink %d ", p.Since), w)}}
}

// Forget says what goes and what stays when somebody is forgotten, and asks whether
// that shall be.
type Forget struct {
	Person chat.PersonID
	Linked string // the names of the other identities; "" if there are none
	Tables int    // at which they sit
	Days   int    // until all is as if they had never been there
}

// Screen is the page.
func (p Forget) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("forget.title"), chat.Title), plain(w.Say("forget.goes"))}}
	if p.Linked != "" {
		s.Text = append(s.Text, plain(w.Say("forget.linked", "Names", p.Linked)))
	}
	if p.Tables > 0 {
		s.Text = append(s.Text, styled(w.Count("forget.tables", p.Tables), chat.Strong))
	}
	s.Text = append(s.Text, plain(w.Say("forget.stays")), plain(w.Say("forget.back", "Days", p.Days)), styled(w.Say("forget.sure"), chat.Strong))
	s.Buttons = [][]chat.Button{yesOrNo("forget", "forget "+string(p.Person)+" ", w), {{Label: w.Say("forget.export"), Line: "export"}}}
	return s
}

// Exported goes with the file of all that is kept of somebody.
func Exported(w *words.Tongue) *chat.Screen {
	return &chat.Screen{Lang: w.Tag(), Text: []chat.Line{
		styled(w.Say("export.title"), chat.Title), plain(w.Say("export.about")), styled(w.Say("export.deals"), chat.Dim),
	}, Buttons: [][]chat.Button{{{Label: w.Say("export.settings"), Line: "settings"}}}}
}

// Away tells whether somebody is away, and how many days they have left for it.
type Away struct {
	Until chat.Span // if they are
	Mark  string    // tells for which days off the buttons were made
	Now   bool      // they are
	Left  int       // days of the year
	Days  []int     // for which they may go
}

// AwayDays are the numbers of days that have a button.
func AwayDays() []int { return []int{1, 2, 3, 7, 14} }

// Screen is the page.
func (p Away) Screen(w *words.Tongue) *chat.Screen {
	s := &chat.Screen{Lang: w.Tag(), Text: []chat.Line{styled(w.Say("away.title"), chat.Title)}}
	var back, days []chat.Button
	if p.Now {
		s.Text = append(s.Text, speech.SayWhen(w, chat.Strong, p.Until, "away.until"))
		back = []chat.Button{{Label: w.Say("button.back"), Line: "away off " + p.Mark, Look: chat.Primary}}
	}
	s.Text = append(s.Text, plain(w.Say("away.about")), plain(w.Count("away.left", p.Left)))
	for _, n := range p.Days {
		days = append(days, chat.Button{Label: w.Count("pace.typed", n), Line: fmt.Sprintf("away %d %s", n, p.Mark)})
	}
	s.Buttons = rowsOf(back, days)
	return s
}
