package bot

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// nextStage is when a clock of the table reaches its next stage, in the bot's
// running time, if none stands still; never says that none will.
func (b *Bot) nextStage(t *match.Table) (at time.Duration, never bool) {
	never = true
	for _, c := range t.Chairs {
		if c.Timer.On == "" || c.Reminded == match.TimeUp {
			continue
		}
		wait := max(c.Timer.Remaining(truth{b})-t.Setup.Pace.LeftAt(c.Reminded+1), 0)
		if b.clock.down(c.Timer.On) {
			wait += downWait
		}
		if next := b.runFor() + wait; never || next < at {
			at, never = next, false
		}
	}
	return at, never
}

// downWait is how much later a clock is looked at that stands still because its
// platform has lost its network.
const downWait = time.Minute

// remind notes which stages the table's clocks have reached, for everybody to see.
func (b *Bot) remind(ctx context.Context, id chat.TableID) error {
	return b.amend(ctx, id, func(t *match.Table) bool { return t.Reach(truth{b}) })
}

// amend is alter for changes that clocks and calls depend on.
func (b *Bot) amend(ctx context.Context, id chat.TableID, change func(*match.Table) bool) error {
	return b.alter(ctx, id, func(t *match.Table) bool {
		before := t.Situation()
		if !change(t) {
			return false
		}
		t.SetTimers(truth{b}, 0, 0)
		t.RaiseCalls(truth{b}, before, engine.Nobody)
		return true
	})
}

// clockLines tell until when those who are waited for have time.
func (b *Bot) clockLines(t *match.Table, reader people.Person, w *words.Tongue) []Line {
	if t.Stage != match.Playing {
		return nil
	}
	var lines []Line
	names := view{Table: t}.names(w)
	if t.Paused {
		lines = append(lines, Line{{Text: w.Say("clock.paused"), Style: Strong}})
	}
	for s, c := range t.Chairs {
		switch {
		case c.Absent:
			lines = append(lines, Line{{Text: w.Say("clock.absent", "Name", names[s]), Style: Strong}})
		case c.Timer.On == "":
		case c.Reminded == match.TimeUp:
			lines = append(lines, Line{{Text: w.Say("clock.up", "Name", names[s]), Style: Strong}})
		case b.clock.isLost(c.Timer.On):
			lines = append(lines, Line{{Text: w.Say("clock.lost", "Name", names[s], "Platform", w.Say("platform."+c.Timer.On)), Style: Strong}})
		default:
			until := b.cfg.Now().Add(c.Timer.Remaining(truth{b}))
			lines = append(lines, speech.SayWhen(w, Dim, b.moment(until, t.Setup.Pace == match.LivePace, reader, w), "clock.until", "Name", names[s]))
		}
	}
	return append(lines, b.awayLines(t, reader, w)...)
}

const day = 24 * time.Hour

// moment is dateText for a reader, in their own time zone, which is named; for a
// board's, who may live anywhere, in the usual one.
func (b *Bot) moment(at time.Time, live bool, reader people.Person, w *words.Tongue) Span {
	text := speech.DateText(at.In(b.people.ZoneOf(reader)), live, w)
	return Span{Text: w.Say("time.there", "Date", text, "City", speech.ZoneName(reader.ZoneName(), w)), At: at}
}
