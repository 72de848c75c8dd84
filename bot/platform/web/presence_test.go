package web

import (
	"strings"
	"testing"
	"time"

	"tarockbot/render/felt"
)

func TestThere(t *testing.T) {
	w := newWorld(t)
	anna, bert, carl := w.entered("Anna"), w.entered("Bert"), w.entered("Carl")
	s := plain("Blatt")
	s.Felt = &felt.Felt{Table: felt.Table{Seats: []felt.Seat{
		{Name: "Anna", User: "local:anna"}, {Name: "Bert", User: "local:bert"}, {Name: "Dora", User: "discord:7"},
	}}}
	ref := w.show(side("anna"), "", s)
	alone, _ := carl.stream("/", carl.mark())
	hers, _ := anna.stream("/", anna.mark())
	told := func(seats string) string {
		return "event: there\ndata: {\"" + string(ref) + "\":{" + seats + "}}\n\n"
	}
	if got := <-hers.events; got != told(`"1":false`) {
		t.Errorf("before Bert is there: %q", got)
	}
	_, hangUp := bert.stream("/", bert.mark())
	if got := <-hers.events; got != told(`"1":true`) {
		t.Errorf("when Bert comes: %q", got)
	}
	hangUp()
	if got := <-hers.events; got != told(`"1":false`) {
		t.Errorf("when Bert has gone: %q", got)
	}
	s.Ended = true
	w.show(side("anna"), ref, s)
	for got := ""; got != nobodyThere; {
		if got = <-hers.events; strings.Contains(got, `"1":true`) {
			t.Errorf("once the match is over: %q", got)
		}
	}
	w.show(side("carl"), "", plain("Für Carl"))
	if got := <-alone.events; !strings.HasPrefix(got, "id: ") {
		t.Errorf("Carl, at no table, first gets %q", got)
	}
}

// A stream may outlive its user for a moment.
func TestForgottenStaysForgotten(t *testing.T) {
	h := newHub("epoch", time.Now)
	stream := h.join("local:anna", "en")
	_, mark := h.since("local:anna", "")
	h.forget("local:anna")
	if updates, next := h.since("local:anna", mark); len(updates) > 0 || next != mark {
		t.Errorf("a forgotten user sees %v and %s", updates, next)
	}
	if got := h.thereEvent("local:anna"); got != nobodyThere {
		t.Errorf("a forgotten user learns %q", got)
	}
	h.part("local:anna", stream)
	if h.knows("local:anna") {
		t.Error("the user is back")
	}
}
