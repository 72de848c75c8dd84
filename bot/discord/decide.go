package discord

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
)

// decider has the bot decide what people do.
type decider struct {
	handle chat.Handler
	log    *slog.Logger
}

// decideTime is how long the bot may take to decide one act.
const decideTime = 20 * time.Second

// decide hands the input to the bot; what failed is tried once more, for it
// had no effect.
func (d *decider) decide(ctx context.Context, in chat.Input) (chat.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, decideTime)
	defer cancel()
	answer, err := d.guarded(ctx, in)
	if err != nil && ctx.Err() == nil {
		answer, err = d.guarded(ctx, in)
	}
	return answer, err
}

// guarded makes a panic of the handler's an error.
func (d *decider) guarded(ctx context.Context, in chat.Input) (answer chat.Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("discord: in the handler: %w", chat.Recovered(r))
		}
	}()
	return d.handle(ctx, in)
}

// all hands in one line after the other. The answer is the last one, or the
// first that refuses: its person is to read why.
func (d *decider) all(ctx context.Context, in chat.Input, lines []string) (answer chat.Answer, err error) {
	id := in.ID
	for n, line := range lines {
		if in.Line = line; n > 0 {
			in.ID = fmt.Sprintf("%s.%d", id, n)
		}
		next, err := d.decide(ctx, in)
		if err != nil {
			return chat.Answer{}, err
		}
		if !answer.Refused {
			answer = next
		}
	}
	return answer, nil
}

// tell hands in what has happened; nobody waits for an answer.
func (d *decider) tell(ctx context.Context, in chat.Input) {
	if _, err := d.decide(ctx, in); err != nil && ctx.Err() == nil {
		d.log.Warn("discord: a happening was not taken", "err", err)
	}
}
