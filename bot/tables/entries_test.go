package tables

import (
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
)

// TestOwnMessages: what is noted of a message isn't seen in a state that somebody reads
// already; texts that were made of it are still of the state that takes its place.
func TestOwnMessages(t *testing.T) {
	t.Parallel()
	place := chat.Place{Chat: "fake:club"}
	read := &match.Table{Messages: match.Messages{{Place: place}}}
	l := &Entry{State: read}
	l.TextsLocked()["en"] = []chat.Line{nil}
	l.OwnMessagesLocked().In(place).Ref = "1"
	if read.Messages[0].Ref != "" || l.State.Messages[0].Ref != "1" {
		t.Errorf("who read the state before sees %+v, the state is %+v", read.Messages, l.State.Messages)
	}
	if len(l.TextsLocked()) != 1 {
		t.Error("the texts are gone")
	}
}
