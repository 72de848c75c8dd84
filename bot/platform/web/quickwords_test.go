package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"tarockbot/render/felt"
)

func TestQuickWords(t *testing.T) {
	w := newWorld(t)
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	w.Platform.hub.now = func() time.Time { return now }
	anna, bert, carl := w.enter("Anna"), w.enter("Bert"), w.enter("Carl")
	s := textScreen("Blatt")
	s.Table = "abcd2345"
	s.Felt = &felt.Felt{Table: felt.Table{Seats: []felt.Seat{{Name: "Anna", User: "local:anna"}, {Name: "Bert", User: "local:bert"}}}}
	annasRef, bertsRef := string(w.show(privatePlace("anna"), "", s)), string(w.show(privatePlace("bert"), "", s))
	bertsStream, _ := bert.stream("/", bert.mark())
	annasStream, _ := anna.stream("/", anna.mark())
	bertsStream.next("event: online") // both pages are open
	annasStream.next("event: online")
	say := func(b *browser, word string) string {
		return b.postByScript("/say", url.Values{"word": {word}}).Body.String()
	}
	say(anna, "hello "+annasRef)
	if got, want := bertsStream.next("event: quickword"), `{"ref":"`+bertsRef+`","seat":0,"word":"hello"}`; !strings.Contains(got, want) {
		t.Errorf("Bert gets %q, want %s", got, want)
	}
	if got, want := annasStream.next("event: quickword"), `"ref":"`+annasRef+`"`; !strings.Contains(got, want) {
		t.Errorf("Anna gets %q, want %s", got, want)
	}
	now = now.Add(quickWordPause - 1)
	wantIn(t, say(anna, "bye "+annasRef), catalogue.In("de").Say("word.soon"))
	now = now.Add(1)
	wantNotIn(t, say(anna, "bye "+annasRef), "alert")
	if got := bertsStream.next("event: quickword"); !strings.Contains(got, `"bye"`) {
		t.Errorf("after the pause Bert gets %q", got)
	}
	for name, press := range map[string]struct {
		by   *browser
		word string
	}{
		"free text": {bert, "<b>hello</b> " + bertsRef}, "another's table": {carl, "hello " + annasRef},
		"no table": {bert, "hello"}, "another's message": {bert, "hello " + annasRef},
	} {
		wantCode(t, name, press.by.postByScript("/say", url.Values{"word": {press.word}}), http.StatusBadRequest)
	}
}
