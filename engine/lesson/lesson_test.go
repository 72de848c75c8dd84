package lesson

import (
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/kosakeln"
)

func firstRecord(t *testing.T) string {
	t.Helper()
	all, err := Read(kosakeln.Game, "en")
	if err != nil {
		t.Fatal(err)
	}
	record, err := all[0].Records[0].MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return string(record)
}

func readText(text string) ([]Lesson, error) {
	g := kosakeln.Game
	g.Lessons = fstest.MapFS{"en/01-test.md": {Data: []byte(text)}}
	return Read(g, "en")
}

func readSteps(t *testing.T, steps string) ([]Lesson, error) {
	t.Helper()
	record := firstRecord(t)
	return readText("---\n" + record + "\n" + record + "\n---\n" + steps)
}

// TestExampleOfPackageComment reads the example in the package comment.
func TestExampleOfPackageComment(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "lesson.go", nil, parser.PackageClauseOnly|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	_, example, _ := strings.Cut(file.Doc.Text(), "\n\t")
	example, _, _ = strings.Cut(example, "\n\nIts parts")
	example = strings.Replace(example, `{"format":"tarock-record/1", …}`, firstRecord(t), 1)
	all, err := readText(strings.ReplaceAll(example, "\t", ""))
	if err != nil {
		t.Fatal(err)
	}
	s := &all[0].Steps[0]
	deal, err := all[0].Deal(s)
	if err != nil {
		t.Fatal(err)
	}
	if trick := deal.PublicView().Trick; trick.N != 1 || trick.Cards[0].String() != "C7" {
		t.Errorf("the trick is %v, want the seven of clubs", trick)
	}
	hand := deal.View(Reader).Cards
	if clubs := card.SetOf(slices.DeleteFunc(hand.Cards(), func(c card.Card) bool { return c.Suit() != card.Clubs })...); clubs.String() != "CK" {
		t.Errorf("the reader has the clubs %v, want CK", clubs)
	}
	var used []string
	for _, c := range s.Choices(deal) {
		used = append(used, s.KeyFor(c))
	}
	slices.Sort(used)
	if used = slices.Compact(used); !slices.Equal(used, []string{"CK", "else", "tarocks"}) {
		t.Errorf("the keys of the choices are %q, want CK, else and tarocks", used)
	}
}

func TestRead(t *testing.T) {
	all, err := readSteps(t, "# Title\n\nTopics: cards\n\n## after 11\n\nOne **word**.\n\nTwo.\n\n> Which? (any card)\n\n- [x] III, V: Yes.\n- [ ] else: No.\n\n## deal 2 after 42\n\nThe end.\n")
	if err != nil {
		t.Fatal(err)
	}
	l := all[0]
	s := l.Steps[0]
	if l.Name != "test" || l.Title != "Title" || len(l.Topics) != 1 || l.Topics[0] != "cards" || len(l.Steps) != 2 || s.Moves != 11 || s.Text != "One **word**.\n\nTwo." || s.Question != "Which?" || !s.AnyCard || s.HasLabels() || len(s.Replies) != 2 || !slices.Equal(s.Replies[0].Keys, []string{"III", "V"}) {
		t.Errorf("read %+v", l)
	}
	if end := l.Steps[1]; end.Record != 1 || s.Record != 0 || end.Question != "" || end.Replies != nil {
		t.Errorf("read %+v", end)
	}
}

func TestReadErrors(t *testing.T) {
	const head, question = "# Title\n\nTopics: cards\n", "\n> Which?\n"
	const asked = head + "\n## after 11\n" + question + "\n"
	for _, bad := range []struct{ steps, fault string }{
		{"no title", "no title with topics"},
		{"# Title\n\nNo topics.\n", "no title with topics"},
		{head, "no steps"},
		{head + "\n## deal x\n\nText.\n", `step 1: malformed heading "deal x"`},
		{head + "\n## deal 0 after 1\n\nText.\n", "the lesson has no deal 0"},
		{head + "\n## deal 3 after 1\n\nText.\n", "the lesson has no deal 3"},
		{head + "\n## deal 99999999999999999999 after 1\n\nText.\n", "the lesson has no deal 99999999999999999999"},
		{head + "\n## after 99\n\nText.\n", "deal 1 has only 42 moves"},
		{head + "\n## after 99999999999999999999\n\nText.\n", "deal 1 has only 42 moves"},
		{head + "\n## after 11\n\n- [x] else: Yes.\n", "a reply before the question"},
		{head + "\n## after 11\n\n- [x] else: Yes.\n" + question + "\n- [x] else: Yes.\n", "a reply before the question"},
		{head + "\n## after 11\n\n> \n\n- [x] else: Yes.\n", "an empty question"},
		{head + "\n## after 11\n\n> Which? (any card)\n\n- [x] \"Bert\": Yes.\n", "a label where the answers are cards"},
		{head + "\n## after 11\n\n## after 12\n\nText.\n", "step 1: neither a text nor a question"},
		{asked + "- [ ] CK: No.\n- [ ] else: No.\n", "no reply to right answers"},
		{asked, "no reply to right answers"},
		{asked + question + "\n- [x] else: Yes.\n", `not a reply: "> Which?"`},
		{asked + "- [x] else: Yes.\n" + question, `not a reply: "> Which?"`},
		{asked + "Text.\n\n- [x] else: Yes.\n", `not a reply: "Text."`},
		{asked + "- [x] else: Yes.\n\nText.\n", `not a reply: "Text."`},
		{asked + "- [y] else: No.\n", `not a reply: "- [y] else: No."`},
		{asked + "- [x] CK, CK: Yes.\n", `key "CK" twice`},
		{asked + "- [x] CK, else: Yes.\n- [ ] tarocks, CK: No.\n", `key "CK" twice`},
		{asked + "- [x] \"Bert\": Yes.\n- [ ] \"Bert\": No.\n", `label "Bert" twice`},
		{asked + "- [x] \"Bert\": Yes.\n- [ ] else: No.\n", "labels and keys in one step"},
		{asked + "- [x] else: Yes.\n- [ ] \"Bert\": No.\n", "labels and keys in one step"},
		{asked + "- [x] C11: Yes.\n", `unknown key "C11"`},
		{asked + "- [x] IV: Yes.\n", `unknown key "IV"`},
		{asked + "- [x] bid-solo: Yes.\n", `unknown key "bid-solo"`},
		{asked + "- [x] bid  solo: Yes.\n", `unknown key "bid  solo"`},
		{asked + "- [x] bid tarock: Yes.\n", `unknown key "bid tarock"`},
		{asked + "- [x] CK,else: Yes.\n", `unknown key "CK,else"`},
	} {
		if _, err := readSteps(t, bad.steps); err == nil || !strings.Contains(err.Error(), "en/01-test.md: ") || !strings.Contains(err.Error(), bad.fault) {
			t.Errorf("%q: %v, want %s", bad.steps, err, bad.fault)
		}
	}
	const good = "---\n" + head + "\n## after 0\n\nText.\n"
	for text, fault := range map[string]string{
		"":                   "records aren't between two lines of ---",
		good:                 "records aren't between two lines of ---",
		"---\n" + good:       "step 1: the lesson has no deal 1",
		"---\n{}\n" + good:   "record 1: format",
		"---\ntext\n" + good: "record 1: invalid",
		"---\n{\"format\":\"tarock-record/1\",\"rules\":\"none\"}\n" + good: "record 1: engine: no rule set",
	} {
		if _, err := readText(text); err == nil || !strings.Contains(err.Error(), "en/01-test.md: "+fault) {
			t.Errorf("%q: %v, want %s", text, err, fault)
		}
	}
	g := kosakeln.Game
	for file, fault := range map[string]string{
		"en/01talon.md":  "en/01talon.md isn't named 01-name.md",
		"en/1-talon.md":  "en/1-talon.md isn't named 01-name.md",
		"en/01-.md":      "en/01-.md isn't named 01-name.md",
		"en/talon.md":    "en/talon.md isn't named 01-name.md",
		"en/02-talon.md": "en/02-talon.md isn't named 01-name.md",
		"de/01-talon.md": `kosakeln has no lessons in "en"`,
		"en/phases.md":   `kosakeln has no lessons in "en"`,
	} {
		g.Lessons = fstest.MapFS{file: {}}
		if _, err := Read(g, "en"); err == nil || err.Error() != "lesson: "+fault {
			t.Errorf("the file %s alone: %v, want %s", file, err, fault)
		}
	}
	text, err := fs.ReadFile(kosakeln.Game.Lessons, "en/01-first.md")
	if err != nil {
		t.Fatal(err)
	}
	for file, fault := range map[string]string{
		"en/01-second.md": "en/01-second.md isn't named 02-name.md",
		"en/02-first.md":  `en/02-first.md: a second lesson named "first"`,
	} {
		g.Lessons = fstest.MapFS{"en/01-first.md": {Data: text}, file: {Data: text}}
		if _, err := Read(g, "en"); err == nil || err.Error() != "lesson: "+fault {
			t.Errorf("the files 01-first.md and %s: %v, want %s", file, err, fault)
		}
	}
	g.Lessons = nil
	if all, err := Read(g, "en"); all != nil || err != nil {
		t.Errorf("a game without lessons has %v, %v", all, err)
	}
}

func TestPhases(t *testing.T) {
	g := kosakeln.Game
	for text, fault := range map[string]string{
		"# Title\n\n- **play**: One.\n- **talon**: Two.\n": "",
		"- **play** One.\n":                    `malformed line "- **play** One."`,
		"**play**: One.\n":                     `malformed line "**play**: One."`,
		"- **play**: One.\n- **play**: Two.\n": "phase play twice",
	} {
		g.Lessons = fstest.MapFS{"en/phases.md": {Data: []byte(text)}}
		phases, err := Phases(g, "en")
		if fault == "" && (err != nil || len(phases) != 2 || phases[engine.Playing] != "One.") {
			t.Errorf("%q has the phases %v, %v", text, phases, err)
		}
		if fault != "" && (err == nil || err.Error() != "lesson: en/phases.md: "+fault) {
			t.Errorf("%q: %v, want %s", text, err, fault)
		}
	}
	if _, err := Phases(g, "de"); err == nil {
		t.Error("no error for a missing file")
	}
}

func TestChoices(t *testing.T) {
	for _, lang := range []string{"de", "en"} {
		all, err := Read(kosakeln.Game, lang)
		if err != nil {
			t.Fatal(err)
		}
		putAwayChoices := 0
		for _, l := range all {
			for _, s := range l.Steps {
				deal, err := l.Deal(&s)
				if err != nil {
					t.Fatal(err)
				}
				prompt := deal.Prompt(Reader)
				for _, c := range s.Choices(deal) {
					if isAction := c.Action != (engine.Action{}); c.Label == "" && (c.Card.Len() == 1) == isAction || isAction && !prompt.Allows(c.Action) {
						t.Errorf("%s: choice %+v", l.Name, c)
					}
					if c.Card != 0 && prompt.Pick.Verb != engine.PlayCard {
						putAwayChoices++
					}
				}
			}
		}
		if putAwayChoices == 0 {
			t.Errorf("%s: no step asks which cards to put away", lang)
		}
	}
}

func TestReplyIndex(t *testing.T) {
	all, err := readSteps(t, "# Title\n\nTopics: cards\n\n## after 23\n\n> Which?\n\n- [ ] else: Else.\n- [ ] tarocks: Suit.\n- [x] XXI, I: Name.\n\n## after 23\n\n> Who?\n\n- [x] \"I, or you\": Label.\n- [ ] \"Bert\": Other.\n")
	if err != nil {
		t.Fatal(err)
	}
	l := &all[0]
	replies := func(step int) map[string]string {
		s := &l.Steps[step]
		deal, err := l.Deal(s)
		if err != nil {
			t.Fatal(err)
		}
		texts := map[string]string{}
		for _, c := range s.Choices(deal) {
			texts[c.ID] = s.Replies[s.ReplyIndex(c)].Text
		}
		return texts
	}
	if got := replies(0); got["XXI"] != "Name." || got["I"] != "Name." || got["V"] != "Suit." {
		t.Errorf("the replies are %v", got)
	}
	if got := replies(1); len(got) != 2 || got["1"] != "Label." || got["2"] != "Other." {
		t.Errorf("the replies are %v", got)
	}
	if i := l.Steps[0].ReplyIndex(Choice{ID: "pass", Action: engine.Say(engine.Pass, 0)}); i != 0 {
		t.Errorf("a move without a key gets reply %d", i)
	}
	ross := Choice{ID: "play-XVII-ross", Action: engine.PlaySaying(card.AllTarocks.Nth(16), engine.Ross)}
	for keys, want := range map[string]string{
		"else tarocks":                "tarocks",
		"else tarocks play XVII ross": "play XVII ross",
		"else XVII":                   "else",
		"spades":                      "",
	} {
		if got := (&Step{Replies: []Reply{{Keys: strings.SplitN(keys, " ", 3)}}}).KeyFor(ross); got != want {
			t.Errorf("with the keys %s, KeyFor returns %q, want %q", keys, got, want)
		}
	}
	both := Choice{Action: engine.Action{Verb: engine.Discard, Cards: card.Trull}}
	if got := l.Steps[0].KeyFor(both); got != "else" {
		t.Errorf("a move with several cards has the key %q", got)
	}
	if i := l.Steps[1].ReplyIndex(Choice{ID: "3", Label: "Carl"}); i != -1 {
		t.Errorf("an unknown label gets reply %d", i)
	}
}
