package discord

import (
	"context"
	"strconv"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/lines"
)

// CountLimits returns the number of known rate limits.
func (p *Platform) CountLimits() (n int) {
	p.client.limits.DeleteFunc(func(string, time.Time) bool {
		n++
		return false
	})
	return n
}

// AnswerMadeUp answers n made-up interactions with the IDs from first.
func (p *Platform) AnswerMadeUp(ctx context.Context, first, n int) {
	for i := first; i < first+n; i++ {
		madeUp := &interaction{ID: strconv.Itoa(i), Type: typePress, Token: "token" + strconv.Itoa(i)}
		p.dispatcher.replies.begin(ctx, madeUp).finish(chat.Answer{Alert: "done"}, "")
	}
}

// SessionPause returns the wait for the next session.
func SessionPause(total, remaining int, reset, least time.Duration) time.Duration {
	now := time.Now()
	return sessions{Total: total, Remaining: remaining, ResetMS: int(reset.Milliseconds()), received: now}.pause(now, least)
}

// Markdown returns the lines in Discord's markup, without icons.
func Markdown(lines ...chat.Line) string {
	return markdown(lines, noIcons)
}

// LongLines returns the store of lines too long for a button.
func (p *Platform) LongLines() *lines.Store { return p.lines }
