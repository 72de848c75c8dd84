package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
)

func TestEntering(t *testing.T) {
	w := newWorld(t)
	b := w.browser()
	wantIn(t, b.get("/").Body.String(), `action="enter"`, "Grüß Gott")
	rec := b.post("/enter", url.Values{"name": {" Anna  Maria"}})
	if rec.Code != http.StatusSeeOther || rec.Header().Get("Location") != "/" {
		t.Fatalf("got %d to %q", rec.Code, rec.Header().Get("Location"))
	}
	c := rec.Result().Cookies()[0]
	if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.MaxAge < 1<<20 || !strings.Contains(c.Name, w.port) {
		t.Errorf("cookie %v", c)
	}
	token, _, _ := strings.Cut(c.Value, ".")
	if kept, err := w.notes.Read(t.Context(), "name/anna-maria"); err != nil || strings.Contains(string(kept), token) {
		t.Error("the token itself is stored")
	}
	wantIn(t, b.get("/").Body.String(), "Anna Maria", "Nur für dich", `id="list-channel"`)
}

// TestLostAnswerToEntering loses the answer to a claim: the browser can claim the name again, even after
// it opened the door from another site. The main cookie, which is not sent then, isn't replaced.
func TestLostAnswerToEntering(t *testing.T) {
	w := newWorld(t)
	for i, site := range []string{"cross-site", "same-site", "", "none", "cross-site"} {
		name, door := fmt.Sprint("Carla", i), "/"
		if i == 4 {
			door = "/as/carla4/"
		}
		b := w.browser()
		for range 2 {
			look := b.request(http.MethodGet, door, nil)
			look.Header.Set("Sec-Fetch-Site", site)
			for _, c := range b.send(look).Result().Cookies() {
				if !strings.HasSuffix(c.Name, "-door") || c.SameSite != http.SameSiteLaxMode || c.MaxAge != doorAge || c.Path != door {
					t.Errorf("%s from %q: %v", door, site, c)
				}
			}
		}
		enter := url.Values{"name": {name}}
		b.handler.ServeHTTP(httptest.NewRecorder(), b.request(http.MethodPost, door+"enter", enter)) // whose answer is lost
		if again := b.post(door+"enter", enter); again.Code != http.StatusSeeOther {
			t.Errorf("%s again: got %d", name, again.Code)
		}
		if other := w.browser().post("/enter", enter); other.Code != http.StatusConflict {
			t.Errorf("%s in another browser: got %d", name, other.Code)
		}
	}
}

// TestTheBotLearnsWhoEntered checks that the bot learns name and language when a user enters.
func TestTheBotLearnsWhoEntered(t *testing.T) {
	w := newWorld(t)
	w.bot.answer = chat.Answer{Alert: "Was?", Refused: true}
	b := w.entered("Anna Maria")
	wantNotIn(t, b.get("/").Body.String(), "Was?")
	b.post("/enter", url.Values{"name": {"ANNA-maria"}})
	b.get("/?as=Bert")
	if rec := w.browser().post("/enter", url.Values{"name": {"bert"}}); rec.Code != http.StatusConflict {
		t.Errorf("a taken name: got %d", rec.Code)
	}
	anna := chat.Input{User: "local:anna-maria", Name: "Anna Maria", Lang: "de-AT", What: chat.Reachable}
	bert := chat.Input{User: "local:bert", Name: "Bert", Lang: "de-AT", What: chat.Reachable}
	ids := map[string]bool{}
	for i := range w.bot.told {
		ids[w.bot.told[i].ID] = true
		w.bot.told[i].ID = ""
	}
	if want := []chat.Input{anna, anna, bert}; !slices.Equal(w.bot.told, want) || len(ids) != len(want) {
		t.Errorf("told %+v\nwant %+v, each with an id of its own", w.bot.told, want)
	}
}

func TestEnteringWithoutTheBot(t *testing.T) {
	w := newWorld(t)
	w.bot.err = errors.New("bot: busy")
	wantIn(t, w.entered("Anna").get("/").Body.String(), "<bdi>Anna</bdi>")
	wantIn(t, w.log.String(), "bot: busy")
}

func TestTakenName(t *testing.T) {
	w := newWorld(t)
	w.entered("Anna")
	for _, name := range []string{"Anna", "anna", "ＡＮＮＡ"} {
		b := w.browser()
		rec := b.post("/enter", url.Values{"name": {name}})
		if rec.Code != http.StatusConflict || len(rec.Result().Cookies()) != 0 {
			t.Errorf("%q: got %d", name, rec.Code)
		}
		wantIn(t, rec.Body.String(), "hat schon jemand", `aria-invalid="true"`, `value="`+name+`"`)
	}
}

func TestInvalidName(t *testing.T) {
	b := newWorld(t).browser()
	rec := b.post("/enter", url.Values{"name": {`"><script>`}})
	if rec.Code != http.StatusUnprocessableEntity {
		t.Errorf("got %d", rec.Code)
	}
	wantNotIn(t, rec.Body.String(), "<script>")
}

func TestLeavingKeepsTheName(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	b.post("/leave", url.Values{})
	wantIn(t, b.get("/").Body.String(), `action="enter"`)
	b.post("/enter", url.Values{"name": {"Bert"}})
	wantIn(t, b.get("/").Body.String(), "<bdi>Bert</bdi>")
	if rec := b.post("/enter", url.Values{"name": {"anna"}}); rec.Code != http.StatusSeeOther {
		t.Errorf("can't come back: %d", rec.Code)
	}
	wantIn(t, b.get("/").Body.String(), "<bdi>Anna</bdi>")
}

func TestASecondPersonInOneBrowser(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	wantIn(t, b.get("/?as=Bert").Body.String(), "<bdi>Bert</bdi>")
	wantIn(t, b.get("/").Body.String(), "<bdi>Anna</bdi>")
	root := &url.URL{Scheme: "http", Host: "127.0.0.1:" + w.port, Path: "/"}
	if n := len(b.jar.Cookies(root)); n != 1 {
		t.Errorf("%d cookies at /, want Anna's alone", n)
	}
	for path, want := range map[string]int{"/as/bert/": 2, "/as/bertha/": 1} {
		if n := len(b.jar.Cookies(root.JoinPath(path))); n != want {
			t.Errorf("%d cookies at %s, want %d", n, path, want)
		}
	}
	for path, user := range map[string]string{"/do": "local:anna", "/as/bert/do": "local:bert"} {
		b.script(path, url.Values{"line": {"hand"}})
		if in := w.bot.inputs[len(w.bot.inputs)-1]; string(in.User) != user {
			t.Errorf("%s: input of %s", path, in.User)
		}
	}
}

func TestASecondPersonsNameIsOwned(t *testing.T) {
	w := newWorld(t)
	w.entered("Bert")
	rec := w.browser().get("/?as=bert")
	if rec.Code != http.StatusConflict {
		t.Errorf("got %d", rec.Code)
	}
	wantIn(t, rec.Body.String(), "hat schon jemand")
	b := w.entered("Carla")
	wantIn(t, b.get("/as/carla").Body.String(), "<bdi>Carla</bdi>")
}

func TestASecondPersonWithOddNames(t *testing.T) {
	w := newWorld(t)
	wantIn(t, w.browser().get("/?as=%C3%84nne%20M").Body.String(), "<bdi>Änne M</bdi>")
	wantIn(t, w.browser().get("/as/BERT/").Body.String(), "<bdi>BERT</bdi>")
	wantIn(t, w.browser().get("/as/Carla").Body.String(), "<bdi>Carla</bdi>")
	wantIn(t, w.browser().get("/as/dora/?as=Emil").Body.String(), "<bdi>dora</bdi>")
	if len(w.notes.Keys("name/änne-m")) == 0 || len(w.notes.Keys("name/emil")) > 0 {
		t.Error("the key isn't that of the name")
	}
	if rec := w.browser().get("/?as=%3Cb%3E"); rec.Code != http.StatusUnprocessableEntity {
		t.Errorf("got %d", rec.Code)
	}
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
	rec := b.post("/as/bert/enter", url.Values{"name": {"Bert"}})
	if rec.Code != http.StatusSeeOther || rec.Header().Get("Location") != "/as/bert/" {
		t.Errorf("got %d to %q", rec.Code, rec.Header().Get("Location"))
	}
}

func TestASecondPersonOnLoopbackOnly(t *testing.T) {
	w := newWorld(t)
	w.private = false
	b := w.browser()
	for _, path := range []string{"/?as=bert", "/as/bert/"} {
		if rec := b.get(path); rec.Code != http.StatusForbidden {
			t.Errorf("%s: got %d", path, rec.Code)
		}
	}
	if rec := b.post("/as/bert/enter", url.Values{"name": {"Bert"}}); rec.Code != http.StatusForbidden {
		t.Errorf("enter: got %d", rec.Code)
	}
	if len(w.notes.Keys("")) != 0 {
		t.Error("a name was claimed")
	}
}

func TestForgedCookies(t *testing.T) {
	w := newWorld(t)
	anna := w.entered("Anna").request("GET", "/", nil).Cookies()[0]
	token, key, _ := strings.Cut(anna.Value, ".")
	other := w.entered("Bert").request("GET", "/", nil).Cookies()[0]
	foreign, _, _ := strings.Cut(other.Value, ".")
	for _, value := range []string{
		"", ".", key, "." + key, token, token + ".", token + ".!!", foreign + "." + key, token[1:] + "." + key,
		strings.Repeat("A", len(token)) + "." + key,
	} {
		r := w.browser().request("GET", "/events", nil)
		r.AddCookie(&http.Cookie{Name: anna.Name, Value: value})
		if rec := w.browser().send(r); rec.Code != http.StatusForbidden {
			t.Errorf("cookie %q: got %d", value, rec.Code)
		}
	}
}

func TestStoreFails(t *testing.T) {
	w := newWorld(t)
	b := w.entered("Anna")
	w.notes.Fail(errors.New("disk gone"))
	for _, rec := range []interface{ Result() *http.Response }{
		b.get("/"), b.get("/events"), b.script("/do", url.Values{"line": {"hand"}}),
		w.browser().post("/enter", url.Values{"name": {"Bert"}}),
	} {
		if code := rec.Result().StatusCode; code != http.StatusServiceUnavailable {
			t.Errorf("got %d", code)
		}
	}
	wantNotIn(t, b.get("/").Body.String(), "disk gone")
	wantIn(t, w.log.String(), "disk gone")
}

// TestHost checks that the first user of a private page administers it.
func TestHost(t *testing.T) {
	w := newWorld(t)
	may := func(user chat.UserID, space chat.ChatID) bool {
		t.Helper()
		got, err := w.Administers(t.Context(), space, user)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if may("local:anna", Channel) || may("local:", Channel) {
		t.Error("it is somebody's before anybody has entered")
	}
	w.entered("Anna")
	w.entered("Bert")
	if !may("local:anna", Channel) || may("local:bert", Channel) || may("local:anna", "discord:g5") {
		t.Errorf("anna %v, bert %v, elsewhere %v", may("local:anna", Channel), may("local:bert", Channel), may("local:anna", "discord:g5"))
	}
}

// TestTogether checks that the identities of one browser are recognized in any order, and those of other
// browsers are not.
func TestTogether(t *testing.T) {
	w := newWorld(t)
	one, two := w.entered("Anna"), w.browser()
	one.get("/?as=Bert")
	one.get("/as/bert/")
	two.get("/?as=Clara")
	two.post("/enter", url.Values{"name": {"Dora"}})
	two.get("/as/clara/")
	for pair, want := range map[[2]chat.UserID]bool{
		{"local:anna", "local:bert"}: true, {"local:bert", "local:anna"}: true, {"local:clara", "local:dora"}: true,
		{"local:anna", "local:dora"}: false, {"local:bert", "local:clara"}: false, {"local:anna", "local:nobody"}: false,
	} {
		if got, err := w.Together(t.Context(), pair[0], pair[1]); err != nil || got != want {
			t.Errorf("%v are of one browser: %v, %v, want %v", pair, got, err, want)
		}
	}
}
