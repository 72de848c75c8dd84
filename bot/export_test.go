package bot

import "context"

// MaxIdle is how many goroutines wait for the next message to show.
const MaxIdle = maxIdle

// TakeEasel takes the easel, as one who draws does, until free is called.
func (b *Bot) TakeEasel() (free func()) {
	b.easel <- struct{}{}
	return func() { <-b.easel }
}

// Sweep clears away what is out of date, as the bot does in the course of time.
func (b *Bot) Sweep(ctx context.Context) error {
	b.ringAll(ctx, wall)
	return b.sweep(ctx)
}
