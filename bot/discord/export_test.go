package discord

// Limits is how many rate limits are remembered.
func (p *Platform) Limits() int {
	p.rest.limits.mu.Lock()
	defer p.rest.limits.mu.Unlock()
	return len(p.rest.limits.until)
}
