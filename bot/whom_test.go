package bot_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// tag is the identity's, as the bot shows it.
func (w *world) tag(u chat.UserID) string {
	w.t.Helper()
	for _, l := range w.must(u, "settings").Screen.Text {
		if _, tag, is := strings.Cut(l.String(), "#"); is {
			return "#" + strings.Fields(tag)[0]
		}
	}
	w.t.Fatal("the page tells no tag")
	return ""
}

// TestWhom: whoever is named is found by the tag that the bot shows, and who has been
// played on another platform by the name, wherever a name is said.
func TestWhom(t *testing.T) {
	t.Parallel()
	const anna = chat.UserID("telegram:anna")
	w := newLinkWorld(t)
	c := crossing{world: w}
	w.mustSay("bert", "challenge bamberger 2")
	id := w.challenge()
	c.input(c.press(anna, "accept "+id))
	w.must(anna, "leave "+id+" yes")
	w.wait(public, isOver)
	tag := w.tag(anna)
	declined := make(map[string]bool)
	title := said("profile.title", "Name", isolated("anna"), "Game", said("game.kosakeln"))
	for _, who := range []string{"@anna", "@Anna", tag, strings.ToLower(tag), "@" + tag, "@" + tag[1:], "@" + strings.ToLower(tag[1:])} {
		if s := text(*w.mustSay("bert", "profile "+who).Screen); !strings.HasPrefix(s, title) {
			t.Errorf("the profile of %s is\n%s", who, s)
		}
		if s := text(*w.mustSay("bert", "history "+who).Screen); !strings.Contains(s, id) {
			t.Errorf("the history with %s is\n%s", who, s)
		}
		if a := w.mustSay("bert", "block "+who); a.Alert != said("block.done", "Name", isolated("anna")) {
			t.Errorf("block %s is answered %q", who, a.Alert)
		}
		w.refuses("bert", "challenge "+who, "you-block", "Name", isolated("anna"))
		if a := w.mustSay("bert", "block off "+who); a.Alert != said("block.undone", "Name", isolated("anna")) {
			t.Errorf("block off %s is answered %q", who, a.Alert)
		}
		if s := text(*w.mustSay("bert", "setup "+who).Screen); !strings.Contains(s, isolated("anna")) {
			t.Errorf("the setup with %s is\n%s", who, s)
		}
		w.mustSay("bert", "challenge bamberger "+who)
		decline := w.offeredAnywhere(anna, "decline ", declined)
		declined[decline] = true
		w.must(anna, decline)
	}
	for _, who := range []string{tag, strings.ToLower(tag), "@" + tag, "@" + tag[1:], "Player-" + tag[1:]} {
		for _, l := range append(lines(*w.mustSay("bert", "profile "+who).Screen), lines(*w.mustSay("bert", "history "+who).Screen)...) {
			if words := strings.Fields(l); strings.Contains(l, tag[1:]) && !slices.Contains(words, tag) {
				t.Errorf("after %s a button says %q", who, l)
			}
		}
		if l := lines(*w.mustSay("bert", "setup @"+strings.TrimPrefix(who, "@")).Screen); strings.Contains(strings.Join(l, "\n"), "@#") {
			t.Errorf("after %s the buttons say %q", who, l)
		}
	}
	if s := text(*w.through("local:zoe", "profile "+tag).Screen); !strings.HasPrefix(s, title) {
		t.Errorf("anybody finds the profile of %s:\n%s", tag, s)
	}
	w.mustNot("local:zoe", "profile @anna", "no-person", "Name", "anna")
	w.mustNot("local:zoe", "profile #zzzz", "no-person", "Name", "#zzzz")
	w.mustNot("local:zoe", "challenge #zzzz", "no-friend", "Name", "#ZZZZ")
}

// offeredAnywhere waits until a message in the identity's private chat, in whatever
// order they have come, has a button whose line begins so and isn't one of the used.
func (w *world) offeredAnywhere(u chat.UserID, prefix string, used map[string]bool) (found string) {
	w.t.Helper()
	place := chat.Place{User: u}
	ctx, cancel := w.bounded()
	defer cancel()
	err := w.netOf(place).Wait(ctx, func() bool {
		for _, post := range w.netOf(place).Posts(place) {
			if found = line(post.Screen, prefix); found != "" && !used[found] {
				return true
			}
		}
		return false
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return found
}

// TestWhomOfSeveral: where a name or a tag means several people the one counts whom
// one has played, and else it is asked which one is meant.
func TestWhomOfSeveral(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	c := crossing{world: w}
	var tags []string
	for _, u := range []chat.UserID{"telegram:anna", "local:anna"} {
		w.mustSay("bert", "challenge bamberger 2")
		id := w.challenge()
		c.input(c.press(u, "accept "+id))
		w.must(u, "leave "+id+" yes")
		w.wait(public, isOver)
		tags = append(tags, w.tag(u))
	}
	a := w.says("bert", "profile @anna")
	if !a.Refused || !strings.Contains(a.Alert, tags[0]+" (Telegram)") || !strings.Contains(a.Alert, tags[1]+" (web page)") || len([]rune(a.Alert)) > 200 {
		t.Errorf("who is meant is asked so: %q", a.Alert)
	}
	w.link("telegram:anna", "local:anna") // then there is one
	if s := w.mustSay("bert", "profile @anna").Screen; !contains(isolated("anna"))(*s) {
		t.Errorf("the profile is\n%s", text(*s))
	}
}

// TestTagOfSeveral: two people may have the same tag.
func TestTagOfSeveral(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withOthers("telegram"))
	for _, id := range []string{"ab2cxxxx", "ab2cyyyy"} {
		u := "telegram:" + id
		for kind, doc := range map[string]storage.Doc{
			"person":   {Key: storage.Key{Kind: "person", ID: id}, Data: fmt.Appendf(nil, `{"id":%q,"name":%q,"users":[%q]}`, id, id, u)},
			"identity": {Key: storage.Key{Kind: "identity", ID: u}, Data: fmt.Appendf(nil, "%q", id)},
		} {
			if err := w.store.Commit(t.Context(), doc); err != nil {
				t.Fatal(kind, err)
			}
		}
	}
	c := crossing{world: w}
	w.refuses("bert", "profile #AB2C", "several-tagged", "Tag", "#AB2C")
	w.refuses("bert", "challenge #AB2C", "several-tagged", "Tag", "#AB2C")
	w.mustSay("bert", "challenge bamberger 2")
	c.input(c.press("telegram:ab2cyyyy", "accept "+w.challenge()))
	if s := w.mustSay("bert", "profile #AB2C").Screen; !contains("ab2cyyyy")(*s) {
		t.Errorf("the profile is\n%s", text(*s))
	}
}

// TestChallengeInPrivate: who challenges anybody where only they see it is told so, with
// the code to pass on.
func TestChallengeInPrivate(t *testing.T) {
	t.Parallel()
	w := introduced(t, "bert")
	a := w.input(chat.Input{ID: w.newID(), User: user("anna"), Name: "anna", Lang: "en", Line: "challenge spieleversum 2"})
	code := regexp.MustCompile(`code (\w+)`).FindStringSubmatch(a.Alert)
	if code == nil || a.Alert != said("challenge.posted.private", "Code", code[1])+" "+said("learn.offer") {
		t.Fatalf("got %+v", a)
	}
	w.mustSay("bert", "accept "+code[1])
}
