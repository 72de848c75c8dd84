package bot_test

import (
	"testing"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/storage/memory"
)

// TestManyEndAtOnce: matches of the same people that end at the same moment are all
// counted and rated, each once.
func TestManyEndAtOnce(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(bot.Limits{TablesPerChat: 50, TablesPerPerson: 50, InputsPerPerson: 1 << 20, InputsPerChat: 1 << 20}))
	var inputs []chat.Input
	people := []string{"anna", "bert", "carl", "dora"}
	for i := range 12 {
		host, guest := people[i%4], people[(i+1+i/4)%4]
		id := w.seat("bamberger 2", host, guest)
		in := w.in(guest, "leave "+id+" yes")
		inputs = append(inputs, in, in) // delivered twice
	}
	if n := w.acts(inputs...); n != 12 {
		t.Errorf("%d were accepted, want 12", n)
	}
	if report := w.audited(); report.Matches != 12 {
		t.Errorf("%d matches count, want 12", report.Matches)
	}
}
