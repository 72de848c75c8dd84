package bot

import "context"

// MaxIdle is how many goroutines wait for the next message to show.
const MaxIdle = maxIdle

// TakeEasel takes the easel, as one who draws does, until free is called.
func (b *Bot) TakeEasel() (free func()) {
	b.easel <- struct{}{}
	return func() { <-b.easel }
}

// Sweep clears away what is out of date, as the bot does every hour.
func (b *Bot) Sweep(ctx context.Context) error { return b.sweep(ctx) }
