package discordtest

import (
	"time"
)

// pendingInteraction is an interaction and its responses.
type pendingInteraction struct {
	id      string
	person  *Person
	kind    int
	channel string
	pressed *Message
	at      time.Time

	responseType  int           // of the first response; 0 before
	done          chan struct{} // closed when the person need not wait any longer
	unanswered    chan struct{} // closed when the bot may never respond; see markUnanswered
	text          string        // for the person
	choices       []Choice
	promisedFlags int // the flags of the deferred response
	original      *Message
	followUps     []*Message
}

// token returns the token of the bot's responses.
func (p *pendingInteraction) token() string { return "aW50ZXJhY3Rpb24" + p.id }

// isForeign reports whether the bot is no member of the channel.
func (p *pendingInteraction) isForeign() bool { return p.channel == Elsewhere }

// settle ends the person's wait with a text. The first text counts. The server's lock must be held.
func (p *pendingInteraction) settle(text string) {
	if closeOnce(p.done) {
		p.text = text
	}
}

// closeOnce closes the channel and reports whether it was open.
func closeOnce(c chan struct{}) bool {
	select {
	case <-c:
		return false
	default:
		close(c)
		return true
	}
}

// markUnanswered notes that the bot may never respond, so that Discord's deadline counts. In real time a
// slow machine is no reason for that.
func (is *interactions) markUnanswered(token string) {
	is.Lock()
	defer is.Unlock()
	if e, ok := is.pending[token]; ok {
		closeOnce(e.unanswered)
	}
}
