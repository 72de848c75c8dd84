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

// Career is what somebody has reached in a game.
type Career = career

// CareerOf is the career of the one behind the user.
func (b *Bot) CareerOf(ctx context.Context, user UserID, game string) (Career, error) {
	who, _, err := b.known(ctx, user)
	if err != nil {
		return Career{}, err
	}
	return b.careerOf(ctx, who, game)
}

// Between is what the one has reached against the other: points and matches, and
// of these how many were won and drawn.
func (b *Bot) Between(ctx context.Context, user, other UserID, game string) (points, matches, won, drawn int, err error) {
	who, _, err := b.known(ctx, user)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	against, _, err := b.known(ctx, other)
	if err != nil {
		return 0, 0, 0, 0, err
	}
	x, err := b.between(ctx, who, against, game)
	return x.Points, x.Matches, x.Won, x.Drawn, err
}
