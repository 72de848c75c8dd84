package bot

// TakeEasel takes the easel, as one who draws does, until free is called.
func (b *Bot) TakeEasel() (free func()) {
	b.easel <- struct{}{}
	return func() { <-b.easel }
}
