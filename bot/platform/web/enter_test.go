package web

import (
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
)

func TestEnterAndLeave(t *testing.T) {
	w := newWorld(t)
	w.bot.err = errors.New("bot: busy")
	b := w.browser()
	wantIn(t, b.page(), `action="enter"`, "Grüß Gott")
	rec := b.enter(" Anna  Maria")
	if rec.Code != http.StatusSeeOther || rec.Header().Get("Location") != "/" {
		t.Fatalf("got %d to %q", rec.Code, rec.Header().Get("Location"))
	}
	c := rec.Result().Cookies()[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.MaxAge < 1<<20 || !strings.Contains(c.Name, w.port) {
		t.Errorf("the cookie is %v", c)
	}
	token, _, _ := strings.Cut(c.Value, ".")
	if kept, err := w.notes.Read(t.Context(), "name/anna-maria"); err != nil || strings.Contains(string(kept), token) {
		t.Error("the token itself is stored")
	}
	wantIn(t, b.page(), "Anna Maria", "Wer sucht Mitspieler?", `id="list-channel"`)
	wantIn(t, w.log.String(), "bot: busy")

	b.post("/leave", url.Values{})
	wantIn(t, b.page(), `action="enter"`)
	b.enter("Bert")
	wantIn(t, b.page(), "<bdi>Bert</bdi>")
	wantCode(t, "entering again with an own name", b.enter("anna maria"), http.StatusSeeOther)
	wantIn(t, b.page(), "<bdi>Anna Maria</bdi>")
}

// Browsers send the door's cookie even after a link on another site, unlike the main cookie.
func TestLostAnswerToEntering(t *testing.T) {
	w := newWorld(t)
	for i, site := range []string{"cross-site", "same-site", "", "none", "cross-site"} {
		name, door := fmt.Sprint("Carla", i), "/"
		if i == 4 {
			door = "/as/carla4/"
		}
		b := w.browser()
		for range 2 {
			getDoor := b.request(http.MethodGet, door, nil)
			getDoor.Header.Set("Sec-Fetch-Site", site)
			for _, c := range b.send(getDoor).Result().Cookies() {
				if !strings.HasSuffix(c.Name, "-door") || c.SameSite != http.SameSiteLaxMode || c.MaxAge != doorAge || c.Path != door {
					t.Errorf("%s from %q: %v", door, site, c)
				}
			}
		}
		enter := doorForm(name)
		b.handler.ServeHTTP(httptest.NewRecorder(), b.request(http.MethodPost, door+"enter", enter)) // the answer is lost
		wantCode(t, name+" again", b.post(door+"enter", enter), http.StatusSeeOther)
		wantCode(t, name+" in another browser", w.browser().post("/enter", enter), http.StatusConflict)
	}
}

func TestEnteringAnnounced(t *testing.T) {
	w := newWorld(t)
	w.bot.answer = chat.Answer{Alert: "Was?", Refused: true}
	b := w.enter("Anna Maria")
	wantNotIn(t, b.page(), "Was?")
	b.enter("ANNA-maria")
	b.get("/?as=Bert")
	wantCode(t, "a taken name", w.browser().enter("bert"), http.StatusConflict)
	anna := chat.Input{User: "local:anna-maria", Name: "Anna Maria", Lang: "de-AT", What: chat.EventReachable}
	bert := chat.Input{User: "local:bert", Name: "Bert", Lang: "de-AT", What: chat.EventReachable}
	ids := map[string]bool{}
	for i := range w.bot.events {
		ids[w.bot.events[i].ID] = true
		w.bot.events[i].ID = ""
	}
	if want := []chat.Input{anna, anna, bert}; !slices.Equal(w.bot.events, want) || len(ids) != len(want) {
		t.Errorf("the bot got the events %+v\nwant %+v with different IDs", w.bot.events, want)
	}
}

func TestRefusedNames(t *testing.T) {
	w := newWorld(t)
	w.enter("Anna")
	for name, code := range map[string]int{
		"Anna": http.StatusConflict, "anna": http.StatusConflict, "ＡＮＮＡ": http.StatusConflict,
		`"><script>`: http.StatusUnprocessableEntity,
	} {
		rec := w.browser().enter(name)
		wantCode(t, name, rec, code)
		if len(rec.Result().Cookies()) != 0 {
			t.Errorf("%q: the refused browser gets a cookie", name)
		}
		wantIn(t, rec.Body.String(), `aria-invalid="true"`, `value="`+html.EscapeString(name)+`"`)
		if code == http.StatusConflict {
			wantIn(t, rec.Body.String(), "hat schon jemand")
		}
	}
}

func TestASecondPersonInOneBrowser(t *testing.T) {
	w, b := enteredWorld(t, "Anna")
	wantIn(t, b.get("/?as=Bert").Body.String(), "<bdi>Bert</bdi>")
	wantIn(t, b.page(), "<bdi>Anna</bdi>")
	root := &url.URL{Scheme: "http", Host: "127.0.0.1:" + w.port, Path: "/"}
	if n := len(b.jar.Cookies(root)); n != 1 {
		t.Errorf("%d cookies at /, want only Anna's", n)
	}
	for path, want := range map[string]int{"/as/bert/": 2, "/as/bertha/": 1} {
		if n := len(b.jar.Cookies(root.JoinPath(path))); n != want {
			t.Errorf("%d cookies at %s, want %d", n, path, want)
		}
	}
	for path, user := range map[string]string{"/do": "local:anna", "/as/bert/do": "local:bert"} {
		b.postByScript(path, url.Values{"line": {"hand"}})
		if in := w.bot.inputs[len(w.bot.inputs)-1]; string(in.User) != user {
			t.Errorf("%s: input of %s", path, in.User)
		}
	}
}

func TestSecondPersons(t *testing.T) {
	w := newWorld(t)
	w.enter("Bert")
	b := w.enter("Carla")
	for path, want := range map[string]string{
		"/?as=%C3%84nne%20M": "Änne M", "/as/EVA/": "EVA", "/as/carla": "Carla", "/as/dora/?as=Emil": "dora",
	} {
		wantIn(t, b.get(path).Body.String(), "<bdi>"+want+"</bdi>")
	}
	if len(w.notes.Keys("name/änne-m")) == 0 || len(w.notes.Keys("name/emil")) > 0 {
		t.Error("the wrong names are claimed")
	}
	rec := b.get("/?as=%3Cb%3E")
	wantCode(t, "no name", rec, http.StatusUnprocessableEntity)
	wantIn(t, rec.Body.String(), "Das geht leider nicht als Name")
	rec = b.get("/?as=bert")
	wantCode(t, "Bert's name", rec, http.StatusConflict)
	wantIn(t, rec.Body.String(), "hat schon jemand")
}

func TestAnotherSiteClaimsNoName(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	for _, site := range []string{"cross-site", "same-site"} {
		r := b.request("GET", "/as/bert/", nil)
		r.Header.Set("Sec-Fetch-Site", site)
		wantIn(t, b.send(r).Body.String(), `action="enter"`, `value="bert"`)
	}
	if len(w.notes.Keys("")) != 0 {
		t.Error("a name was claimed")
	}
	rec := b.post("/as/bert/enter", doorForm("Bert"))
	if rec.Code != http.StatusSeeOther || rec.Header().Get("Location") != "/as/bert/" {
		t.Errorf("got %d to %q", rec.Code, rec.Header().Get("Location"))
	}
}

func TestForgedCookies(t *testing.T) {
	w := newWorld(t)
	anna := w.enter("Anna").request("GET", "/", nil).Cookies()[0]
	token, key, _ := strings.Cut(anna.Value, ".")
	other := w.enter("Bert").request("GET", "/", nil).Cookies()[0]
	foreign, _, _ := strings.Cut(other.Value, ".")
	for _, value := range []string{
		"", ".", key, "." + key, token, token + ".", token + ".!!", foreign + "." + key, token[1:] + "." + key,
		strings.Repeat("A", len(token)) + "." + key,
	} {
		r := w.browser().request("GET", "/events", nil)
		r.AddCookie(&http.Cookie{Name: anna.Name, Value: value})
		wantCode(t, "cookie "+value, w.browser().send(r), http.StatusForbidden)
	}
}

func (w *world) wantAdministers(space chat.ChatID, wants map[chat.UserID]bool) {
	w.t.Helper()
	for user, want := range wants {
		if got, err := w.Administers(w.t.Context(), space, user); got != want || err != nil {
			w.t.Errorf("%s administers %s: %v, %v, want %v", user, space, got, err, want)
		}
	}
}

func TestFirstUserAdministers(t *testing.T) {
	w := newWorld(t)
	w.wantAdministers(Channel, map[chat.UserID]bool{"local:anna": false, "local:": false})
	w.enter("Anna")
	w.enter("Bert")
	w.wantAdministers(Channel, map[chat.UserID]bool{"local:anna": true, "local:bert": false})
	w.wantAdministers("discord:g5", map[chat.UserID]bool{"local:anna": false})
	for mention, want := range map[string]chat.UserID{"ANNA": "local:anna", "carl": "", "<b>": ""} {
		if user, _, ok := w.Find(t.Context(), mention); user != want || ok != (want != "") {
			t.Errorf("@%s is %q, %v", mention, user, ok)
		}
	}
}

func TestUsersOfOneBrowser(t *testing.T) {
	w := newWorld(t)
	one, two := w.enter("Anna"), w.browser()
	one.get("/?as=Bert")
	one.get("/as/bert/")
	two.get("/?as=Clara")
	two.enter("Dora")
	two.get("/as/clara/")
	for pair, want := range map[[2]chat.UserID]bool{
		{"local:anna", "local:bert"}: true, {"local:bert", "local:anna"}: true, {"local:clara", "local:dora"}: true,
		{"local:anna", "local:dora"}: false, {"local:bert", "local:clara"}: false, {"local:anna", "local:nobody"}: false,
	} {
		if got, err := w.ShareDevice(t.Context(), pair[0], pair[1]); err != nil || got != want {
			t.Errorf("%v use one browser: %v, %v, want %v", pair, got, err, want)
		}
	}
}
