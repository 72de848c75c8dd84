package bot

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
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
		if b.clock.Down(c.Timer.On) {
			wait += downWait
		}
		if next := b.clock.Ran() + wait; never || next < at {
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

const day = 24 * time.Hour
