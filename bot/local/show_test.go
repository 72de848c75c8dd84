package local

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
)

var channel = chat.Place{Chat: Channel}

func (w *world) show(place chat.Place, old chat.Ref, s chat.Screen) chat.Ref {
	w.t.Helper()
	ref, err := w.Show(w.t.Context(), place, old, s)
	if err != nil {
		w.t.Fatal(err)
	}
	return ref
}

func TestShowInTheChannel(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	one := w.show(channel, "", plain("eins"))
	two := w.show(channel, "", plain("zwei"))
	if again := w.show(channel, one, plain("drei")); again != one || one == two {
		t.Errorf("refs %q, %q, %q", one, two, again)
	}
	page := b.get("/").Body.String()
	wantNotIn(t, page, "eins")
	if strings.Index(page, "drei") > strings.Index(page, "zwei") {
		t.Error("an edited message has moved")
	}
}

// TestTheOldestFirst: after a start the bot shows everything at once, in no
// order.
func TestTheOldestFirst(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	noon := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	show := func(place chat.Place, text string, minutes int) {
		s := plain(text)
		if minutes >= 0 {
			s.Age = noon.Add(time.Duration(minutes) * time.Minute)
		}
		w.show(place, "", s)
	}
	for _, place := range []chat.Place{channel, {User: "local:anna"}} {
		for _, m := range []struct {
			text    string
			minutes int
		}{{"Fünf", 5}, {"Eins", 1}, {"Drei", 3}, {"Drei noch einmal", 3}, {"Zwei", 2}, {"neu gestellt", -1}, {"Vier", 4}, {"Sechs", 6}} {
			show(place, m.text, m.minutes)
		}
		page := b.get("/").Body.String()
		var got []string
		for _, m := range regexp.MustCompile(`class="plain">([^<]+)<`).FindAllStringSubmatch(page, -1) {
			got = append(got, m[1])
		}
		want := "Eins, Zwei, Drei, Drei noch einmal, Vier, Fünf, neu gestellt, Sechs"
		if place.User != "" {
			want += ", " + want // Anna's side and the channel
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%v: got %s", place, text)
		}
	}
}

// TestAnOldMessageFindsRoom: a full list drops others for what is new in it.
func TestAnOldMessageFindsRoom(t *testing.T) {
	w := newWorld(t)
	s := plain("jung")
	s.Age = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	for range maxChannel {
		w.show(channel, "", s)
	}
	s.Age = s.Age.Add(-time.Hour)
	ref := w.show(channel, "", s)
	w.show(channel, ref, plain("noch da"))
}

func TestShowInPrivate(t *testing.T) {
	w := newWorld(t)
	anna, bert := w.entered("Anna"), w.entered("Bert")
	s := plain("Dein Blatt")
	s.Call = calling("anna", 1)
	ref := w.show(chat.Place{User: "local:anna"}, "", s)
	wantIn(t, anna.get("/").Body.String(), "Dein Blatt", "calls")
	wantNotIn(t, bert.get("/").Body.String(), "Dein Blatt")
	wantNotIn(t, w.browser().get("/").Body.String(), "Dein Blatt")
	for _, place := range []chat.Place{channel, {User: "local:bert"}} {
		if _, err := w.Show(t.Context(), place, ref, s); !errors.Is(err, chat.ErrGone) {
			t.Errorf("Anna's message in %v: %v", place, err)
		}
	}
}

func TestShowWhereNobodyIs(t *testing.T) {
	w := newWorld(t)
	for _, place := range []chat.Place{
		{}, {Chat: "local:cellar"}, {Chat: "discord:1"}, {User: "discord:1"}, {User: "local:nobody"},
		{Chat: Channel, User: "local:nobody"},
	} {
		if _, err := w.Show(t.Context(), place, "", plain("x")); !errors.Is(err, chat.ErrBlocked) {
			t.Errorf("%+v: %v", place, err)
		}
	}
	down := errors.New("disk gone")
	w.notes.Fail(down)
	if _, err := w.Show(t.Context(), chat.Place{User: "local:anna"}, "", plain("x")); !errors.Is(err, down) {
		t.Errorf("store fails: %v", err)
	}
}

func TestAnotherProcessesMessageIsGone(t *testing.T) {
	before, after := newWorld(t), newWorld(t)
	old := before.show(channel, "", plain("vorher"))
	after.show(channel, "", plain("nachher"))
	if _, err := after.Show(t.Context(), channel, old, plain("x")); !errors.Is(err, chat.ErrGone) {
		t.Errorf("got %v", err)
	}
}

func TestOldMessagesGo(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	anna := chat.Place{User: "local:anna"}
	for place, limit := range map[chat.Place]int{channel: maxChannel, anna: maxPanels} {
		first := w.show(place, "", plain("erste"))
		for i := range limit {
			w.show(place, "", plain(fmt.Sprint(i)))
		}
		if _, err := w.Show(t.Context(), place, first, plain("x")); !errors.Is(err, chat.ErrGone) {
			t.Errorf("%v: %v", place, err)
		}
	}
	if n := strings.Count(b.get("/").Body.String(), "<article"); n != maxChannel+maxPanels {
		t.Errorf("%d messages", n)
	}
}

func TestTheIdleAreForgotten(t *testing.T) {
	h := newHub("e")
	h.post("local:anna", "de", message{ref: "1"})
	stream := h.join("local:bert")
	for i := range 2 * maxPersons {
		h.leaveWord(chat.UserID(fmt.Sprint("local:", i)), flash{})
	}
	if len(h.persons) > maxPersons {
		t.Errorf("%d persons", len(h.persons))
	}
	if !h.knows("local:anna") || !h.knows("local:bert") {
		t.Error("somebody with a table or a page open is forgotten")
	}
	h.part("local:bert", stream)
}

// TestAnEndedPanelIsPutAway: the reader puts away what has ended, and it comes
// back only with something new; shown again as it was, it stays away.
func TestAnEndedPanelIsPutAway(t *testing.T) {
	for _, tt := range []struct {
		name string
		send func(b *browser, form url.Values) int
		want int
	}{
		{"without script", func(b *browser, form url.Values) int { return b.post("/dismiss", form).Code }, http.StatusSeeOther},
		{"with script", func(b *browser, form url.Values) int { return b.script("/dismiss", form).Code }, http.StatusOK},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t)
			anna, bert := w.entered("Anna"), w.entered("Bert")
			place := chat.Place{User: "local:anna"}
			over := plain("Aus ist es.")
			over.Ended = true
			ref := w.show(place, "", over)
			w.show(place, "", plain("Noch im Gang."))
			page := anna.get("/").Body.String()
			wantIn(t, page, `formaction="dismiss" name="ref" value="`+string(ref)+`"`)
			form := url.Values{"ref": {string(ref)}}
			tt.send(bert, form)
			wantIn(t, anna.get("/").Body.String(), "Aus ist es.")

			_, mark := w.hub.since(place.User, "")
			if code := tt.send(anna, form); code != tt.want {
				t.Errorf("got %d, want %d", code, tt.want)
			}
			updates, _ := w.hub.since(place.User, mark)
			if len(updates) != 1 || updates[0].Name != "panels" || slices.Contains(updates[0].Order, ref) || len(updates[0].Order) != 1 {
				t.Errorf("the stream says %+v", updates)
			}
			wantNotIn(t, anna.get("/").Body.String(), "Aus ist es.")

			if again := w.show(place, ref, over); again != ref {
				t.Errorf("shown again as %q, want %q", again, ref)
			}
			wantNotIn(t, anna.get("/").Body.String(), "Aus ist es.")
			over.Text = append(over.Text, chat.Line{{Text: "Bert will noch einmal."}})
			over.Call = &chat.Call{User: place.User}
			w.show(place, ref, over)
			page = anna.get("/").Body.String()
			wantIn(t, page, "Bert will noch einmal.", "calls")
			if strings.Index(page, "Aus ist es.") > strings.Index(page, "Noch im Gang.") {
				t.Error("what came back has moved")
			}
		})
	}
}

// TestWhatGoesOnStays: only what has ended can be put away, and of that only
// one's own.
func TestWhatGoesOnStays(t *testing.T) {
	w := newWorld(t)
	anna := w.entered("Anna")
	over := plain("Vorbei.")
	over.Ended = true
	for place, screen := range map[chat.Place]chat.Screen{
		{User: "local:anna"}: plain("Dein Blatt."),
		channel:              over,
	} {
		ref := w.show(place, "", screen)
		wantNotIn(t, anna.get("/").Body.String(), `formaction="dismiss"`)
		anna.post("/dismiss", url.Values{"ref": {string(ref)}})
		wantIn(t, anna.get("/").Body.String(), screen.Text[0].String())
	}
}

// TestRetired: a message whose place another has taken goes.
func TestRetired(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	ref := w.show(channel, "", plain("der Tisch"))
	gone := plain("weiter unten")
	gone.Retired = true
	w.show(channel, ref, gone)
	wantNotIn(t, b.get("/").Body.String(), "der Tisch", "weiter unten")
}
