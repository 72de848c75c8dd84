package telegram

import (
	"testing"
)

// TestLinkAfterStart: the links of challenges are there from the start, before
// Telegram has said who the bot is.
func TestLinkAfterStart(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.settled()
		want := r.platform.Link("accept abcd2345")
		if err := r.end(); err != nil {
			t.Fatal(err)
		}
		if got := r.open(r.config()).Link("accept abcd2345"); got == "" || got != want {
			t.Errorf("after a start the link is %q, before it was %q", got, want)
		}
	})
}
