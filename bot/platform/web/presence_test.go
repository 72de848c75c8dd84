package web

import (
	"strings"
	"testing"
	"time"

	"tarockbot/render/felt"
)

func TestPresenceEvents(t *testing.T) {
	w := newWorld(t)
	anna, bert, carl := w.enter("Anna"), w.enter("Bert"), w.enter("Carl")
	s := textScreen("Blatt")
	s.Felt = &felt.Felt{Table: felt.Table{Seats: []felt.Seat{
		{Name: "Anna", User: "local:anna"}, {Name: "Bert", User: "local:bert"}, {Name: "Dora", User: "discord:7"},
	}}}
	ref := w.show(privatePlace("anna"), "", s)
	carlsStream, _ := carl.stream("/", carl.mark())
	annasStream, _ := anna.stream("/", anna.mark())
	presenceEvent := func(seats string) string {
		return "event: presence\ndata: {\"" + string(ref) + "\":{" + seats + "}}\n\n"
	}
	seats := func() string { return annasStream.next("event: presence") }
	if got := seats(); got != presenceEvent(`"1":false`) {
		t.Errorf("before Bert opens the page: %q", got)
	}
	_, hangUp := bert.stream("/", bert.mark())
	if got := seats(); got != presenceEvent(`"1":true`) {
		t.Errorf("when Bert opens the page: %q", got)
	}
	hangUp()
	if got := seats(); got != presenceEvent(`"1":false`) {
		t.Errorf("when Bert has closed the page: %q", got)
	}
	s.Dismissable = true
	w.show(privatePlace("anna"), ref, s)
	for got := ""; got != emptyPresence; {
		if got = seats(); strings.Contains(got, `"1":true`) {
			t.Errorf("after the match: %q", got)
		}
	}
	w.show(privatePlace("carl"), "", textScreen("Für Carl"))
	for got := ""; !strings.HasPrefix(got, "id: "); {
		if got = <-carlsStream.events; strings.HasPrefix(got, "event: presence") {
			t.Errorf("Carl, at no table, gets %q", got)
		}
	}
}

func TestHereEvents(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.enter("Anna"), w.enter("Bert")
	stream, _ := anna.stream("/", anna.mark())
	_, hangUp := bert.stream("/", bert.mark())
	if got := stream.next("event: online"); got != "event: online\ndata: [\"Bert\"]\n\n" {
		t.Errorf("when Bert opens the page: %q", got)
	}
	hangUp()
	if got := stream.next("event: online"); got != emptyOnline {
		t.Errorf("when Bert has closed the page: %q", got)
	}
}

// A stream may outlive its user for a moment.
func TestForgottenUserWithOpenStream(t *testing.T) {
	h := newHub("epoch", time.Now)
	stream := h.join("local:anna", "Anna", "en")
	_, mark := h.since("local:anna", "")
	h.forget("local:anna")
	if updates, next := h.since("local:anna", mark); len(updates) > 0 || next != mark {
		t.Errorf("a forgotten user sees %v and %s", updates, next)
	}
	if got := h.presenceEvent("local:anna"); got != emptyPresence {
		t.Errorf("a forgotten user gets the presence %q", got)
	}
	h.part("local:anna", stream)
	if h.knows("local:anna") {
		t.Error("closing the stream recreated the user")
	}
}
