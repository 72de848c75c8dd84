package bot

// MaxIdle is how many goroutines wait for the next message to show.
const MaxIdle = maxIdle

// TakeEasel takes the easel, as one who draws does, until free is called.
func (b *Bot) TakeEasel() (free func()) {
	b.easel <- struct{}{}
	return func() { <-b.easel }
}
