package guides

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/kosakeln"
	"tarockbot/engine/lesson"
)

// recorder records errors and doesn't fail.
type recorder struct {
	testing.TB
	faults []string
}

func (r *recorder) Error(args ...any) {
	r.faults = append(r.faults, fmt.Sprint(args...))
}
func (r *recorder) Errorf(format string, args ...any) { r.Error(fmt.Sprintf(format, args...)) }

func (r *recorder) Fatal(args ...any) {
	r.Error(args...)
	runtime.Goexit()
}

func (r *recorder) Fatalf(format string, args ...any) { r.Fatal(fmt.Sprintf(format, args...)) }

func faultsOf(t *testing.T, check func(t testing.TB)) []string {
	t.Helper()
	r, done := &recorder{TB: t}, make(chan struct{})
	go func() {
		defer close(done)
		check(r)
	}()
	<-done
	return r.faults
}

// expectFault expects no fault if want is empty.
func expectFault(t *testing.T, want string, check func(t testing.TB)) {
	t.Helper()
	switch got := faultsOf(t, check); {
	case want == "" && got != nil:
		t.Errorf("faults %q, want none", got)
	case want != "" && (len(got) != 1 || !strings.Contains(got[0], want)):
		t.Errorf("faults %q, want %q alone", got, want)
	}
}

// changedGuide returns a valid guide with changes, each a file, an old and a new text. A new text "" deletes the file.
func changedGuide(t *testing.T, changes ...string) engine.Game {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"de/01-course.md":   "# Ablauf\n\nEin **Spiel**.\n\n- Geben\n- Spielen\n",
		"en/01-course.md":   "# Course\n\nA **deal**.\n\n- Dealing\n- Playing\n",
		"de/02-glossary.md": "# Begriffe\n\n- **Ansage**: A.\n- **Öffnen**: Ö.\n- **Stich**: S.\n",
		"en/02-glossary.md": "# Terms\n\n- **Announcement**: A.\n- **Opening**: O.\n- **Trick**: T.\n",
		"de/03-values.md":   "# Werte\n\nSo viel:\n\n- Solo: 4\n- Valat: 8\n\n## Ende\n\n3 plus 4 sind 7.\n",
		"en/03-values.md":   "# Values\n\nThis much:\n\n- Solo: 4\n- Valat: 8\n\n## End\n\n3 plus 4 is 7.\n",
		"de/04-rulings.md":  "# Auslegungen\n\n- **R1**: Eins.\n- **R2**: Zwei.\n",
		"en/04-rulings.md":  "# Rulings\n\n- **R1**: One.\n- **R2**: Two.\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for change := range slices.Chunk(changes, 3) {
		file := files[change[0]]
		if file == nil || !strings.Contains(string(file.Data), change[1]) {
			t.Fatalf("%s has no %q", change[0], change[1])
		}
		if change[2] == "" {
			delete(files, change[0])
		} else {
			file.Data = []byte(strings.Replace(string(file.Data), change[1], change[2], 1))
		}
	}
	return engine.Game{
		Guide:       files,
		Topics:      map[engine.Name]string{"reason": "values"},
		PhaseTopics: map[engine.Name]string{engine.Playing: "course"},
		PlayTopics:  map[engine.Word]string{engine.Solo: "values"},
	}
}

var guideChecks = map[string]func(t testing.TB, g engine.Game){
	"topics":    func(t testing.TB, g engine.Game) { checkTopics(t, g, []engine.Name{"reason"}) },
	"languages": checkLanguages,
	"glossary":  checkGlossary,
	"markdown":  checkMarkdown,
	"contains":  func(t testing.TB, g engine.Game) { CheckContains(t, g, "en", "values", "Solo: 4", "Valat: 8") },
	"rulings":   func(t testing.TB, g engine.Game) { CheckRulings(t, g, "auction Round R1 R2/bird R2") },
	"values": func(t testing.TB, g engine.Game) {
		CheckValues(t, g, "en", []string{"- Solo: 4", "- Valat: 8", "3 plus 4 is 7."}, "- ", "3")
	},
	"example": func(t testing.TB, g engine.Game) { CheckExampleNumbers(t, g, "values", [][]int{{4}, {8}, {3, 4, 7}}) },
	"section": func(t testing.TB, g engine.Game) { CheckSectionNumbers(t, g, "values", 1, [][]int{{3, 4, 7}}) },
}

func TestGuideCheckFaults(t *testing.T) {
	golden.Transcript(t, "testdata/faults.txt", func(string) (golden.Play, error) {
		return func(input string) (lines []string, err error) {
			for _, fault := range faultsOf(t, func(r testing.TB) { err = checkInput(t, r, input) }) {
				lines = append(lines, strings.Split(fault, "\n")...)
			}
			return lines, err
		}, nil
	})
}

func checkInput(t *testing.T, r testing.TB, input string) (err error) {
	var file, text, changed string
	switch check, rest, spoilt := strings.Cut(input, " "); {
	case check == "marks":
		_, err = fmt.Sscanf(rest, "%q", &text)
		checkMarks(r, "x.md", text)
	case check == "line":
		_, err = fmt.Sscanf(rest, "%q", &text)
		checkUnmarked(r, "here", text, "Other")
	case spoilt:
		_, err = fmt.Sscanf(rest, "%s %q %q", &file, &text, &changed)
		guideChecks[check](r, changedGuide(t, file, text, strings.ReplaceAll(changed, "LONG", strings.Repeat("x", 3510))))
	default:
		guideChecks[check](r, changedGuide(t))
	}
	return err
}

func TestCheckTopics(t *testing.T) {
	g := changedGuide(t)
	expectFault(t, "no topic explains other", func(r testing.TB) { checkTopics(r, g, []engine.Name{"reason", "other"}) })
	expectFault(t, "topic for the unknown reason reason", func(r testing.TB) { checkTopics(r, g, nil) })
	g.PhaseTopics = map[engine.Name]string{engine.Playing: "nothing"}
	expectFault(t, "topic nothing is in files []", func(r testing.TB) { checkTopics(r, g, []engine.Name{"reason"}) })
	g.PhaseTopics = nil
	g.PlayTopics = map[engine.Word]string{0: "course"}
	expectFault(t, "zero key", func(r testing.TB) { checkTopics(r, g, []engine.Name{"reason"}) })
	if topic := (engine.Game{}).Topic(engine.PublicView{}); topic != courseTopic {
		t.Errorf("the engine's default topic is %q, want %q", topic, courseTopic)
	}
	g = changedGuide(t, "de/01-course.md", "", "")
	g.PhaseTopics = nil
	expectFault(t, "topic course is in files []", func(r testing.TB) { checkTopics(r, g, []engine.Name{"reason"}) })
	g.Guide = fstest.MapFS{"de/01-values.md": {Data: []byte("# Werte\n")}, "de/02-course.md": {Data: []byte("# Ablauf\n")}}
	expectFault(t, "01-values.md: want NN-topic.md", func(r testing.TB) { checkLanguages(r, g) })
}

func TestUnknownLanguage(t *testing.T) {
	g := engine.Game{Guide: fstest.MapFS{"cs/01-values.md": {Data: []byte("# Hodnoty\n")}}}
	expectFault(t, `no wording in "cs"`, func(r testing.TB) { EachWording(r, g, map[string]int{}, func(string, int) {}) })
	expectFault(t, `no number words in "cs"`, func(r testing.TB) { CheckExampleNumbers(r, g, "values", nil) })
	expectFault(t, `no words for a tariff in "cs"`, func(r testing.TB) { TariffWordsIn(r, "cs") })
	expectFault(t, "nothing in the folder .", func(r testing.TB) { CheckRulings(r, engine.Game{Guide: fstest.MapFS{}}, "R1") })
}

func kosakelnLessons(t *testing.T) []lesson.Lesson {
	t.Helper()
	all, err := lesson.Read(kosakeln.Game, "en")
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestCheckLesson(t *testing.T) {
	for fault, change := range map[string]func(l *lesson.Lesson){
		"":                             func(*lesson.Lesson) {},
		"topic nothing is in files []": func(l *lesson.Lesson) { l.Topics = []string{"nothing"} },
		"title: a mark":                func(l *lesson.Lesson) { l.Title = "A **title**" },
		"step 1, line 3: a mark":       func(l *lesson.Lesson) { l.Steps[0].Text = "Text.\n\nAn *italic* word." },
		"step 1, line 2: no empty":     func(l *lesson.Lesson) { l.Steps[0].Text = "One.\nTwo." },
		"step 1: a mark":               func(l *lesson.Lesson) { l.Steps[0].Question = "**Which**?" },
		"a mark: `I`": func(l *lesson.Lesson) {
			s, _ := stepWithMoves(t, l)
			s.Replies[0].Text = "`I`"
		},
		"step 3: a mark: *Anna*": func(l *lesson.Lesson) { l.Steps[2].Replies[0].Label = "*Anna*" },
		"step 1: engine: ":       func(l *lesson.Lesson) { l.Steps, l.Records[0].Rules = l.Steps[:1], "none" },
		"no choice gets its reply by the key undertake": func(l *lesson.Lesson) {
			s, _ := stepWithMoves(t, l)
			s.Replies = []lesson.Reply{{Keys: []string{"else", "undertake"}, Right: true}}
		},
		"no choice gets its reply by the key else": func(l *lesson.Lesson) {
			s, deal := stepWithMoves(t, l)
			s.Replies = []lesson.Reply{{Keys: []string{"else"}}}
			for _, c := range s.Choices(deal) {
				s.Replies = append(s.Replies, lesson.Reply{Keys: []string{c.Card.String()}, Right: true})
			}
		},
		"has no reply to ": func(l *lesson.Lesson) {
			s, deal := stepWithMoves(t, l)
			s.Replies = nil
			for _, c := range s.Choices(deal)[1:] {
				s.Replies = append(s.Replies, lesson.Reply{Keys: []string{c.Card.String()}, Right: true})
			}
		},
	} {
		l := kosakelnLessons(t)[0]
		change(&l)
		expectFault(t, fault, func(r testing.TB) { checkLesson(r, &l) })
	}
}

// stepWithMoves returns a step with moves as answers.
func stepWithMoves(t *testing.T, l *lesson.Lesson) (*lesson.Step, *engine.Deal) {
	t.Helper()
	for i := range l.Steps {
		s := &l.Steps[i]
		if s.Question == "" || s.AnyCard || s.HasLabels() {
			continue
		}
		deal, err := l.Deal(s)
		if err != nil {
			t.Fatal(err)
		}
		return s, deal
	}
	t.Fatalf("no step of %s asks for a move", l.Name)
	return nil, nil
}

func TestCompareLessons(t *testing.T) {
	for _, changed := range []struct {
		fault  string
		change func(l *lesson.Lesson)
	}{
		{"", func(l *lesson.Lesson) {
			l.Title, l.Steps[0].Text = "Titel", "Text"
			for i := range l.Steps {
				l.Steps[i].Question = "Frage?"
				for n := range l.Steps[i].Replies {
					r := &l.Steps[i].Replies[n]
					r.Text = "Ja"
					if r.Label != "" {
						r.Label = "Wahl"
					}
				}
			}
		}},
		{"second isn't the same lesson", func(l *lesson.Lesson) { l.Name = "second" }},
		{"first isn't the same lesson", func(l *lesson.Lesson) { l.Topics = nil }},
		{"first isn't the same lesson", func(l *lesson.Lesson) { l.Steps = l.Steps[1:] }},
		{"its deals aren't the same", func(l *lesson.Lesson) { l.Records[0].Rules = "other" }},
		{"step 1 isn't the same", func(l *lesson.Lesson) { l.Steps[0].Record++ }},
		{"step 1 isn't the same", func(l *lesson.Lesson) { l.Steps[0].Moves++ }},
		{"step 2 isn't the same", func(l *lesson.Lesson) { l.Steps[1].AnyCard = !l.Steps[1].AnyCard }},
		{"step 3 isn't the same", func(l *lesson.Lesson) { l.Steps[2].Replies = []lesson.Reply{{Right: true}, {}} }},
		{"isn't the same in the other", func(l *lesson.Lesson) { s, _ := stepWithMoves(t, l); s.Replies[0].Right = !s.Replies[0].Right }},
		{"isn't the same in the other", func(l *lesson.Lesson) { s, _ := stepWithMoves(t, l); s.Replies[0].Keys = []string{"CK"} }},
		{"isn't the same in the other", func(l *lesson.Lesson) { s, _ := stepWithMoves(t, l); s.Replies = s.Replies[1:] }},
	} {
		l, other := kosakelnLessons(t)[0], kosakelnLessons(t)[0]
		changed.change(&l)
		expectFault(t, changed.fault, func(r testing.TB) { compareLessons(r, &l, &other) })
	}
}

func TestCheckExtentAndPhases(t *testing.T) {
	for fault, change := range map[string]func(all []lesson.Lesson) []lesson.Lesson{
		"": func(all []lesson.Lesson) []lesson.Lesson { return all },
		`the lessons begin with "second"`: func(all []lesson.Lesson) []lesson.Lesson {
			all[0].Name = "second"
			return all
		},
		"there are 9 lessons": func(all []lesson.Lesson) []lesson.Lesson {
			for i := len(all); i < 9; i++ {
				all = append(all, lesson.Lesson{Name: fmt.Sprint(i)})
			}
			return all
		},
		"2 lessons, which take": func(all []lesson.Lesson) []lesson.Lesson {
			return append(all[:1], lesson.Lesson{Name: "long", Steps: slices.Repeat([]lesson.Step{{Text: "Some two words"}}, 320)})
		},
		"the first lesson has 13 steps": func(all []lesson.Lesson) []lesson.Lesson {
			all[0].Steps = slices.Repeat([]lesson.Step{{Text: "Word."}}, 13)
			return all
		},
		"the first lesson has 1 steps and 35": func(all []lesson.Lesson) []lesson.Lesson {
			all[0].Title, all[0].Steps = "Title", []lesson.Step{{Text: strings.Repeat("word ", 350)}}
			return all
		},
	} {
		all := change(kosakelnLessons(t))
		expectFault(t, fault, func(r testing.TB) { checkExtent(r, "en", all, len(all)) })
	}
	all := kosakelnLessons(t)
	expectFault(t, "the game has no lessons", func(r testing.TB) { lessonLanguages(r, changedGuide(t)) })
	g := changedGuide(t)
	g.Lessons = fstest.MapFS{"cs/phases.md": {}, "de/phases.md": {}, "en/phases.md": {}}
	expectFault(t, "the lessons are in the languages [cs de en], the guide in [de en]", func(r testing.TB) { lessonLanguages(r, g) })
	expectFault(t, "en: the game has 6 lessons, not 7 as", func(r testing.TB) { checkExtent(r, "en", all[1:], len(all)) })
	for text, fault := range map[string]string{
		"- **play**: One. Two.\n":                            "",
		"- **play**: One.\n":                                 "en: phase play is explained in 1 sentences, not 2",
		"- **play**: One. *Two*.\n":                          "en: phase play: a mark: One. *Two*.",
		"- **play**: One. Two. 3.\n":                         "en: phase play is explained in 3 sentences, not 2",
		"- **play**: One. Two.\n- **talon**: Three. Four.\n": "en: 2 phases are explained, of 1",
	} {
		g := changedGuide(t)
		g.Lessons = fstest.MapFS{"en/phases.md": {Data: []byte(text)}}
		expectFault(t, fault, func(r testing.TB) { checkPhases(r, g, "en") })
	}
}

func TestWordCount(t *testing.T) {
	l := &lesson.Lesson{Title: "A title", Steps: []lesson.Step{
		{Text: "Three short words", Question: "Is it?", Replies: []lesson.Reply{
			{Label: "Yes", Right: true, Text: "It is."}, {Label: "Of course", Right: true, Text: "It is so."}, {Label: "No", Text: "That is quite wrong."},
		}},
		{Text: "The end"},
	}}
	if n := wordCount(l); n != 2+3+2+1+2+1+3+2 {
		t.Errorf("wordCount = %d, want 16", n)
	}
	if s := secondsFor(l); s != 16*60/150+2*5 {
		t.Errorf("secondsFor = %d, want 16", s)
	}
}

func TestExampleRows(t *testing.T) {
	cards, err := card.ParseSet([]string{"DV", "DQ", "DK"})
	if err != nil {
		t.Fatal(err)
	}
	valetQueenKing := cards.Cards()
	trick := engine.Trick{N: 2}
	copy(trick.Cards[:], valetQueenKing[1:])
	for want, got := range map[string]any{
		"[[5] [4] [3] [2] [1]]": FaceRows(),
		"[[4] [3] [2] [1]]":     PointRows(),
		"[35 36 35]":            WinningScoreRow(),
		"[[3 1] [4 1] [7 2] [3 4 5 1 10 2 8 7 3 8]]": TrickRows(t, trick),
		"[39 1 39 30 2 31]":                          SideResultsRow(118, 92),
		"[3 2 4 5 11 2 9 8 3 9]":                     tableCountRow(t, valetQueenKing),
	} {
		if fmt.Sprint(got) != want {
			t.Errorf("got %v, want %s", got, want)
		}
	}
	for _, n := range []int{1, 4} {
		expectFault(t, fmt.Sprintf("no guide counts a trick of %d cards", n), func(r testing.TB) { tableCountRow(r, make([]card.Card, n)) })
	}
}
