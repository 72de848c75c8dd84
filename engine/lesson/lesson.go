// Package lesson reads the games' lessons, which show deals step by step and ask questions. Start at Read.
//
// Lessons are files LANG/NN-name.md, numbered from 01:
//
//	---
//	{"format":"tarock-record/1", …}
//	---
//	# A title
//
//	Topics: tricks, cards
//
//	## after 17
//
//	Bert leads the **seven of clubs**, and your only club is the king.
//
//	> What may you play? (any card)
//
//	- [x] CK: A club, as you must.
//	- [ ] tarocks: Not as long as you have a club.
//	- [ ] else: A club is led, and you have one.
//
// Its parts are the records, a line each; the title; topics of the guide; and steps. "## deal D after N" begins a step
// at deal D after N moves; "## after N" means deal 1. A step has a text, a question, or both. Texts may have headings
// ("# "), bullets ("- ") and bold words ("**").
//
// "- [x] KEY, KEY: TEXT" replies to right answers, "- [ ] KEY: TEXT" to wrong ones. A question needs a right answer.
// The answers are the Reader's legal moves and cards; after "(any card)", all cards in hand. With "LABEL" instead of
// KEY, they are buttons.
//
// A KEY is a move ("bid solo"), a card's code ("CK"), a suit ("hearts", "tarocks"), or "else". The most exact KEY
// decides. A code matches only the card alone, not a play with a word.
//
// LANG/phases.md has a line for each phase: "- **talon**: Two sentences."
package lesson

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"tarockbot/engine"
)

// Lesson is a lesson in one language.
type Lesson struct {
	Name    string
	Title   string
	Topics  []string
	Game    engine.Game
	Records []engine.Record // at least one
	Steps   []Step          // at least one
}

// Step is a moment of a deal, with text or a question.
type Step struct {
	Record   int // index in Lesson.Records
	Moves    int
	Text     string
	Question string  // "" for none
	AnyCard  bool    // illegal cards can be chosen, too
	Replies  []Reply // all have labels or all have keys
}

// Reply is the text for one or several choices.
type Reply struct {
	Label string   // or keys
	Keys  []string // or a label
	Right bool
	Text  string
}

// HasLabels reports whether the answers are labels.
func (s *Step) HasLabels() bool { return len(s.Replies) > 0 && s.Replies[0].Label != "" }

// Reader is the reader's seat in every lesson.
const Reader engine.Seat = 0

// First is the name of a game's first lesson.
const First = "first"

const phasesFile = "phases.md"

var lessonFile = regexp.MustCompile(`^(\d\d)-([a-z]+)\.md$`)

// Read returns the lessons in order; nil if the game has none in any language. Missing, malformed, misnumbered and
// equally named lessons are errors.
func Read(g engine.Game, lang string) ([]Lesson, error) {
	if g.Lessons == nil {
		return nil, nil
	}
	files, err := fs.Glob(g.Lessons, lang+"/*.md")
	if err != nil {
		return nil, err
	}
	files = slices.DeleteFunc(files, func(file string) bool { return path.Base(file) == phasesFile })
	var all []Lesson
	for _, file := range files {
		m, number := lessonFile.FindStringSubmatch(path.Base(file)), fmt.Sprintf("%02d", len(all)+1)
		switch {
		case m == nil || m[1] != number:
			return nil, fmt.Errorf("lesson: %s isn't named %s-name.md", file, number)
		case slices.ContainsFunc(all, func(l Lesson) bool { return l.Name == m[2] }):
			return nil, fmt.Errorf("lesson: %s: a second lesson named %q", file, m[2])
		}
		text, err := fs.ReadFile(g.Lessons, file)
		if err != nil {
			return nil, err
		}
		l, err := parse(g, string(text))
		if err != nil {
			return nil, fmt.Errorf("lesson: %s: %w", file, err)
		}
		l.Name = m[2]
		all = append(all, l)
	}
	if all == nil {
		return nil, fmt.Errorf("lesson: %s has no lessons in %q", g.ID, lang)
	}
	return all, nil
}

// Deal returns the step's deal after its moves.
func (l *Lesson) Deal(s *Step) (*engine.Deal, error) {
	record := l.Records[s.Record]
	record.Actions = record.Actions[:s.Moves]
	return engine.Replay(l.Game, record)
}

var phaseLine = regexp.MustCompile(`^- \*\*(.+?)\*\*: (.+)$`)

// Phases returns the explanations of phases; nil without lessons.
func Phases(g engine.Game, lang string) (map[engine.Name]string, error) {
	if g.Lessons == nil {
		return nil, nil
	}
	file := path.Join(lang, phasesFile)
	text, err := fs.ReadFile(g.Lessons, file)
	if err != nil {
		return nil, err
	}
	phases := make(map[engine.Name]string)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		m := phaseLine.FindStringSubmatch(line)
		switch {
		case line == "" || strings.HasPrefix(line, "# "):
		case m == nil:
			return nil, fmt.Errorf("lesson: %s: malformed line %q", file, line)
		case phases[engine.Name(m[1])] != "":
			return nil, fmt.Errorf("lesson: %s: phase %s twice", file, m[1])
		default:
			phases[engine.Name(m[1])] = m[2]
		}
	}
	return phases, nil
}
