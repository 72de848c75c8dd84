package tables

import (
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
)

// TestSnapshot: who reads a table without its lock doesn't see what is noted of its
// messages meanwhile.
func TestSnapshot(t *testing.T) {
	t.Parallel()
	place := chat.Place{Chat: "fake:club"}
	l := &Entry{State: &match.Table{Messages: match.Messages{{Place: place}}}}
	read := l.snapshotLocked()
	l.State.Messages.In(place).Ref = "1"
	if read.Messages[0].Ref != "" {
		t.Errorf("the message read is %+v", read.Messages[0])
	}
}
