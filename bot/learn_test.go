package bot_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/engine/games"
	"tarockbot/engine/lesson"
	"tarockbot/storage/memory"
)

// TestLearn goes through every lesson of every game: each way to answer is offered and said
// something to; a right one leads on, after the bot was started anew as well. Who comes back goes
// on where they were, and in the end a whole deal with advice begins.
func TestLearn(t *testing.T) {
	t.Parallel()
	for _, g := range games.All() {
		t.Run(g.ID, func(t *testing.T) {
			t.Parallel()
			lessons, err := lesson.Read(g, "en")
			if err != nil {
				t.Fatal(err)
			}
			w := startWorld(t, memory.New())
			for i := range lessons {
				goThrough(t, w, &lessons[i])
				w.restart()
			}
			all := text(*w.mustSay("anna", "learn").Screen)
			if done := said("learn.state", "Done", len(lessons), "All", len(lessons)); !strings.Contains(all, done) {
				t.Errorf("not all lessons are done:\n%s", all)
			}
			if profile := text(*w.mustSay("anna", "profile "+g.ID).Screen); !strings.Contains(profile, said("learn.state", "Done", len(lessons), "All", len(lessons))) {
				t.Errorf("the profile doesn't tell of the lessons:\n%s", profile)
			}
			w.mustSay("anna", "learn "+g.ID+" whole")
			s := w.hand("anna", w.practiceTable())
			if !strings.Contains(text(s), "Advice: ") {
				t.Errorf("nobody is advised:\n%s", text(s))
			}
		})
	}
}

// TestSameReasonAgain: whoever gives another wrong answer for which the lesson has the same words is told so, since
// nothing else changes on the page; an answer that it has other words for is told by the page alone.
func TestSameReasonAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("anna", "learn kosakeln exchange 2")
	press := func(page chat.Screen, card, want string) chat.Screen {
		t.Helper()
		a := w.mustSay("anna", line(page, "learn kosakeln exchange 2 "+card))
		if a.Alert != want || !contains(said("learn.again"))(*a.Screen) {
			t.Errorf("to %s is said %q, want %q, on the page\n%s", card, a.Alert, want, text(*a.Screen))
		}
		return *a.Screen
	}
	s := *w.mustSay("anna", "learn kosakeln exchange 2").Screen
	s = press(s, "SQ", "")
	s = press(s, "SC", said("learn.same"))
	s = press(s, "D2", said("learn.same"))
	s = press(s, "HQ", "")
	press(s, "SQ", "")
}

// TestLessonsKept: how far somebody has come in the lessons is theirs on every platform, and is in
// their export. It is kept with their settings, and forgotten with those.
func TestLessonsKept(t *testing.T) {
	t.Parallel()
	w := newLinkWorld(t)
	goesOn := func(u chat.UserID, want string) {
		t.Helper()
		if s := text(*w.must(u, "learn kosakeln").Screen); !strings.Contains(s, want) {
			t.Errorf("%s goes on at\n%s\nwant %s", u, s, want)
		}
	}
	w.must(here, "learn kosakeln first 4")
	if file := w.must(here, "export").File; !bytes.Contains(file.Data, []byte(`"kosakeln/first": 3`)) {
		t.Errorf("the export doesn't tell of the lessons:\n%s", file.Data)
	}
	w.must(telegram, "learn kosakeln first 6")
	w.link(here, telegram)
	goesOn(here, "6 of 12")
	w.must(here, "learn kosakeln first 8")
	goesOn(telegram, "8 of 12")
}

// TestNoLesson: what is no lesson, step or answer is refused, and says so kindly.
func TestNoLesson(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New())
	for _, line := range []string{
		"learn kosakeln nonsense", "learn kosakeln first x", "learn kosakeln first 0", "learn kosakeln first -1", "learn kosakeln first 99",
		"learn strohmandeln exchange", "learn chess", "learn whole", "learn kosakeln first 99999999999999999999",
	} {
		w.refuses("anna", line, "no-lesson")
	}
	for _, line := range []string{"learn kosakeln first 1 XXX", "learn kosakeln first 12 XXI", "learn kosakeln first 4 CK"} {
		w.refuses("anna", line, "no-answer")
	}
	list := said("learn.title", "Game", said("game.kosakeln"))
	for line, want := range map[string]string{"learn": said("learn.all"), "learn all": said("learn.all"), "lernen bamberger alle": list, "learn KOSAKELN FIRST 2": "2 of 12", "lernen kosakeln alle": list} {
		if s := text(*w.mustSay("anna", line).Screen); !strings.Contains(s, want) {
			t.Errorf("%s shows\n%s\nwant %s", line, s, want)
		}
	}
}

// TestWholeByRules: the deal with advice is by the rule set that is named, with its game or without.
func TestWholeByRules(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"learn mayr-sedlaczek whole": "illustrated/mayr-sedlaczek", "learn illustrated beck whole": "illustrated/beck", "learn kosakeln beck whole": "kosakeln/beck",
		"learn kosakeln/beck whole": "kosakeln/beck", "lernen kosakeln spieleversum ganz": "kosakeln/spieleversum", "learn kosakeln whole": "kosakeln/bamberger",
	} {
		w := startWorld(t, memory.New())
		w.mustSay("anna", line)
		if s := text(w.hand("anna", w.practiceTable())); !strings.Contains(s, said("rules."+want)) {
			t.Errorf("%s shows\n%s", line, s)
		}
	}
}

// goThrough lets Anna go through the lesson, and break off before its third step.
func goThrough(t *testing.T, w *world, l *lesson.Lesson) {
	t.Helper()
	next := "learn " + l.Game.ID
	for i := range l.Steps {
		if i == 2 {
			w.mustSay("anna", next)
			w.restart()
			next = "learn " + l.Game.ID
		}
		page := w.mustSay("anna", next).Screen
		at := fmt.Sprintf("%s · %d of %d", l.Title, i+1, len(l.Steps))
		if !strings.Contains(text(*page), at) {
			t.Fatalf("%s shows\n%s\nwant %s", next, text(*page), at)
		}
		next = tryAnswers(t, w, l, i+1, *page)
	}
	if l.Steps[len(l.Steps)-1].Question != "" {
		w.mustSay("anna", next)
	}
}

// tryAnswers gives every wrong answer to the step, and returns what leads on.
func tryAnswers(t *testing.T, w *world, l *lesson.Lesson, step int, page chat.Screen) (next string) {
	t.Helper()
	s := &l.Steps[step-1]
	deal, err := l.Deal(s)
	if err != nil {
		t.Fatal(err)
	}
	if next = fmt.Sprintf("learn %s %s %d", l.Game.ID, l.Name, step+1); s.Question == "" {
		return next
	}
	for _, c := range s.Choices(deal) {
		a := s.Replies[s.ReplyIndex(c)]
		press := fmt.Sprintf("learn %s %s %d %s", l.Game.ID, l.Name, step, c.Key)
		if !slices.Contains(lines(page), press) {
			t.Errorf("%s isn't offered:\n%s", press, text(page))
		}
		if a.Right {
			next = press
			continue
		}
		s := strings.ReplaceAll(text(*w.mustSay("anna", press).Screen), "\ufe0e", "") // which makes signs text
		if !strings.Contains(s, a.Says) || !strings.Contains(s, fmt.Sprintf("%d of %d", step, len(l.Steps))) {
			t.Errorf("to %s the bot says\n%s\nwant %s", press, s, a.Says)
		}
	}
	return next
}

// TestAdvice: who wants advice has it where they play the computer alone, and nowhere else: neither
// with one other nor with one other and the computer.
func TestAdvice(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		setup   string
		advised bool
	}{{"", true}, {"bamberger 2", false}, {"illustrated computer=1", false}} {
		t.Run(tt.setup, func(t *testing.T) {
			t.Parallel()
			w := startWorld(t, memory.New())
			w.mustSay("anna", "settings advice on")
			id := ""
			if tt.advised {
				w.mustSay("anna", "practice kosakeln")
				id = w.practiceTable()
			} else {
				id = w.seat("anna", "bert", tt.setup)
			}
			for range 12 {
				s := w.hand("anna", id)
				if line(s, "do ") == "" && s.Choice == nil {
					break
				}
				if told := strings.Contains(text(s), "Advice: "); told != tt.advised || (line(s, "settings advice") != "") != tt.advised {
					t.Fatalf("advised: %v, want %v\n%s", told, tt.advised, text(s))
				}
				w.mustSay("anna", move(s))
			}
			if tt.advised {
				w.mustSay("anna", "settings advice off")
				if s := w.hand("anna", id); strings.Contains(text(s), "Advice: ") {
					t.Errorf("anna is advised all the same:\n%s", text(s))
				}
			}
		})
	}
}
