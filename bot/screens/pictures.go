package screens

import (
	"encoding/base64"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/bot/support/seq"
	"tarockbot/render"
	"tarockbot/render/felt"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

// Pictures tells how to draw. The zero value draws nothing.
type Pictures struct {
	Studio     *render.Studio
	TwoColours bool // two card colours instead of four
	Unmarked   bool // the platform marks chosen cards itself
}

func (p Pictures) of(content plan.Content, w *words.Tongue) *chat.Picture {
	if p.Studio == nil {
		return nil
	}
	drawn := p.Studio.Picture(content, w, p.TwoColours)
	return &chat.Picture{
		Key: base64.RawURLEncoding.EncodeToString(drawn.Key[:]), Alt: drawn.Alt, Width: drawn.Width, Height: drawn.Height,
		PNG: drawn.Ready(), Draw: drawn.PNG,
	}
}

func (p Pictures) boardOf(t *match.Table, w *words.Tongue) *chat.Picture {
	return p.of(sceneOf(t, w), w)
}

// handOf draws the hand. It adds the table if no board shows the table, or if the previous deal has just ended.
func (p Pictures) handOf(t *match.Table, held plan.PlayerHand, w *words.Tongue) *chat.Picture {
	held.Unmarked = p.Unmarked
	if panelShowsTable(t) {
		return p.of(plan.TableAndHand{Scene: sceneOf(t, w), Hand: held}, w)
	}
	return p.of(held, w)
}

func panelShowsTable(t *match.Table) bool {
	return shownResult(t) != nil || !slices.ContainsFunc(t.Messages, func(m match.Message) bool { return m.Place.Chat != "" })
}

func sceneOf(t *match.Table, w *words.Tongue) plan.Scene {
	s := plan.Scene{
		Rules: t.Match.Rules(), Names: displayname.StripIsolates(unmarkedNames(t, w)...), InvitedSeats: t.Chairs.Seats(match.Chair.IsInvited),
	}
	leavers := seq.Map(t.Chairs, func(c match.Chair) string { return displayname.Of(c.LeaverName, w) })
	s.TakenOver = displayname.StripIsolates(leavers...)
	if t.Stage != match.Playing && t.Stage != match.Finished {
		return s
	}
	s.Score = t.Match.Score()
	if s.Score.Over = t.Stage == match.Finished; s.Score.Over {
		s.LeaverSeats = t.Match.Left
	} else if t.Match.Deal != nil {
		s.Deal, s.Events = t.PublicView(), t.Match.Deal.Events()
	}
	if s.Last = shownResult(t); s.Last != nil {
		s.LastTrick, s.Doubled = t.LastTrick, scoreBefore(t, previousDealIndex(t)).Double
	}
	return s
}

func (p Pictures) faces() felt.Faces {
	return felt.Faces{TwoColours: p.TwoColours, AsText: p.Studio == nil}
}
