package guides

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tarockbot/engine"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/games"
	"tarockbot/render/words"
)

func loadCatalogue(t *testing.T) *words.Catalogue {
	t.Helper()
	catalogue, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	return catalogue
}

func TestMissingTranslation(t *testing.T) {
	t.Parallel()
	english := fstest.MapFS{"en/01-course.md": {Data: []byte("# The course\n")}}
	if _, err := NewTopics([]engine.Game{{ID: "mute", Guide: english}}, loadCatalogue(t)); err == nil || !strings.Contains(err.Error(), "no guide in de") {
		t.Errorf("without a German guide: %v", err)
	}
	if _, err := NewCourses([]engine.Game{{ID: "mute", Lessons: fstest.MapFS{}}}); err == nil || !strings.Contains(err.Error(), `mute has no lessons in "en"`) {
		t.Errorf("without lessons: %v", err)
	}
}

func allTopics(t *testing.T) (Topics, *words.Catalogue) {
	t.Helper()
	catalogue := loadCatalogue(t)
	all, err := NewTopics(games.All(), catalogue)
	if err != nil {
		t.Fatal(err)
	}
	return all, catalogue
}

func TestScreenTermsHaveTopics(t *testing.T) {
	t.Parallel()
	all, catalogue := allTopics(t)
	for _, g := range games.All() {
		ids := termIDs(t, g)
		if len(ids) < 30 {
			t.Fatalf("%s has only the terms %v", g.ID, ids)
		}
		for _, lang := range words.Languages() {
			for _, id := range ids {
				text := catalogue.In(lang).Say(id)
				if text == id {
					continue // not shown in that role
				}
				if hit := all.BestHit(g.ID, text); !hit.IsKnown() {
					t.Errorf("%s, %s: %q (%s) leads to no topic", g.ID, lang, text, id)
				}
			}
		}
	}
}

func TestTopicsOfTerms(t *testing.T) {
	t.Parallel()
	all, _ := allTopics(t)
	golden.Transcript(t, "testdata/terms.txt", func(title string) (golden.Play, error) {
		game := title[strings.LastIndex(title, " ")+1:]
		return func(word string) ([]string, error) {
			return []string{cmp.Or(all.BestHit(game, word).Topic, "no page")}, nil
		}, nil
	})
}

func termIDs(t *testing.T, g engine.Game) []string {
	t.Helper()
	ids := make(map[string]bool)
	add := func(name string, roles ...string) {
		for _, role := range roles {
			ids[role+"."+name] = true
		}
	}
	addWord := func(w engine.Word) {
		if w != 0 {
			add(w.String(), "call", "plays", "contract", "bonus")
		}
	}
	for _, r := range enginetest.ReadRecords(t, filepath.Join("..", "..", "..", "engine", g.ID, "testdata", "records")) {
		deal := replay(t, g, r, 0)
		for i, m := range r.Actions {
			for seat := range deal.Waiting().All() {
				add(string(deal.Prompt(seat).Phase), "picture.phase", "picture.turn")
			}
			add(m.Action.Verb.String(), "verb", "call")
			addWord(m.Action.Word)
			if _, err := deal.Act(m.Seat, m.Action); err != nil { // the record leaves a turn out
				deal = replay(t, g, r, i+1)
			}
		}
		table := deal.PublicView()
		addWord(table.Contract)
		if table.Result != nil {
			for _, item := range table.Result.Items {
				addWord(item.Item)
			}
		}
	}
	delete(ids, "bonus."+engine.TheGame.String())
	return slices.Sorted(maps.Keys(ids))
}

func replay(t *testing.T, g engine.Game, r engine.Record, n int) *engine.Deal {
	t.Helper()
	r.Actions = r.Actions[:n]
	deal, err := engine.Replay(g, r)
	if err != nil {
		t.Fatal(err)
	}
	return deal
}

func TestTermsIn(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"## The Nullrunde":          "The Nullrunde",
		"- **Trull**, **Kings**: x": "- **Trull**| **Kings**|Trull|Kings",
		"- Solo: times 4":           "- Solo",
		"- Once one is out: wait":   "",
		"You may **fold** now: go":  "fold",
	} {
		if got := strings.Join(termsIn(line), "|"); got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

func TestGuideNamesRoles(t *testing.T) {
	t.Parallel()
	catalogue := loadCatalogue(t)
	for _, tt := range []struct{ game, topic, role string }{
		{"kosakeln", "01-course", "declarer"},
		{"kosakeln", "04-auction", "declarer"},
		{"kosakeln", "18-glossary", "declarer"},
		{"illustrated", "01-course", "declarer"},
		{"illustrated", "17-glossary", "declarer"},
		{"strohmandeln", "03-undertaking", "undertaker"},
		{"strohmandeln", "15-glossary", "undertaker"},
	} {
		for _, lang := range words.Languages() {
			text, err := os.ReadFile(filepath.Join("..", "..", "..", "engine", tt.game, "guide", lang, tt.topic+".md"))
			if err != nil {
				t.Fatal(err)
			}
			role := catalogue.In(lang).Say("picture.role." + tt.role)
			if !strings.Contains(strings.ToLower(string(text)), strings.ToLower(role)) {
				t.Errorf("%s/%s: %s doesn't use the role's name, %s", tt.game, lang, tt.topic, role)
			}
		}
	}
}

func TestFindTopicsAndLessons(t *testing.T) {
	t.Parallel()
	all, catalogue := allTopics(t)
	courses, err := NewCourses(games.All())
	if err != nil {
		t.Fatal(err)
	}
	de, en := catalogue.In("de"), catalogue.In("en")
	for _, g := range games.All() {
		if meaning := all.Meaning(g.ID, "trull", en); !strings.HasPrefix(meaning, "Trull") || all.Meaning(g.ID, "teapot", en) != "" {
			t.Errorf("%s: the Trull is %q", g.ID, meaning)
		}
		if all.Glossary("chess", en) != nil || len(all.Glossary(g.ID, de)) < 10 {
			t.Errorf("%s: the glossary has %d terms", g.ID, len(all.Glossary(g.ID, de)))
		}
		if pages, i := all.Find(g.ID, "cards", en); i < 0 || pages[i].Topic != "cards" || all.Word(g.ID, "cards", en) != "cards" || all.Word(g.ID, "cards", de) == "cards" {
			t.Errorf("%s: the page about cards is %d, in German %q", g.ID, i, all.Word(g.ID, "cards", de))
		}
		lessons := courses.Of(g.ID, en)
		first, next := courses.Find(g.ID, strings.ToUpper(lessons[0].Name), en)
		if first != &lessons[0] || next != &lessons[1] {
			t.Errorf("%s: the first lesson isn't found", g.ID)
		}
		if _, next := courses.Find(g.ID, lessons[len(lessons)-1].Name, en); next != nil {
			t.Errorf("%s: after the last lesson comes %s", g.ID, next.Name)
		}
		if found, _ := courses.Find(g.ID, "chess", en); found != nil || len(courses.About(g.ID, "chess", en)) != 0 {
			t.Errorf("%s: there is a lesson about chess", g.ID)
		}
		if about := courses.About(g.ID, TopicBridge, en); len(about) != 1 || about[0].Name != lessons[0].Name {
			t.Errorf("%s: players of other games get %d lessons", g.ID, len(about))
		}
		if about := courses.About(g.ID, lessons[1].Topics[0], en); len(about) == 0 {
			t.Errorf("%s: no lesson is about %s", g.ID, lessons[1].Topics[0])
		}
		if courses.Phase(g.ID, "play", en) == "" {
			t.Errorf("%s: play isn't explained", g.ID)
		}
	}
}

func TestHitOrder(t *testing.T) {
	t.Parallel()
	all, _ := allTopics(t)
	topic, phrase, nothing := all.BestHit("kosakeln", "auction"), all.BestHit("kosakeln", "what is the talon"), all.BestHit("kosakeln", "teapot")
	if !topic.IsNamed() || phrase.IsNamed() || !phrase.IsKnown() || nothing.IsKnown() {
		t.Errorf("the hits are %+v, %+v and %+v", topic, phrase, nothing)
	}
	hits := []Hit{nothing, phrase, topic}
	if slices.SortFunc(hits, Hit.Compare); hits[0] != topic || hits[1] != phrase {
		t.Errorf("the sorted hits are %+v", hits)
	}
	if found := all.SuggestedTopics("kosakeln", "auc"); !found["auction"] {
		t.Errorf("auc suggests %v", found)
	}
	g, err := games.ByRules("kosakeln/bamberger")
	if err != nil || all.RulesTopic(g, "") != "" {
		t.Errorf("an empty rule set has a page, or ByRules fails: %v", err)
	}
}
