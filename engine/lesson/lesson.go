// Package lesson reads the lessons of the games. A lesson shows a deal step by step. A step
// may ask a question, and has a reply to each possible answer. The package knows neither
// screens nor networks. Start at Read.
//
// A lesson is a file LANG/NN-name.md. The lessons are numbered from 01, and their names have only small letters.
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
// Its parts, in this order; Read refuses a file with other parts:
//
//   - The records of its deals as JSON, a line each, between two lines "---".
//   - "# TITLE".
//   - "Topics: NAME, NAME" names the topics of the guide that tell more.
//   - "## deal D after N" begins a step. The step shows deal D after N of its moves, as the Reader sees it. Deals are
//     counted from 1. "## after N" shows deal 1.
//   - The lines below it are the step's text. It may have marks: "# " before a heading, "- " before a bullet, and "**"
//     around bold words. An empty line separates paragraphs. A line that begins with "## " is the heading of
//     the next step.
//   - "> QUESTION" asks, once in a step. A step without a text needs a question.
//   - "- [x] KEY, KEY: TEXT" is the reply to right answers, "- [ ] KEY: TEXT" to wrong ones. A step with a question needs
//     a right answer; a step without one has no replies.
//
// The answers are what the Reader may do: a move such as a bid, or a card that may be played or put away. Each card is an
// answer of its own, even if the deal asks for several at once. With "(any card)" after the question, the answers are all
// cards that the Reader holds.
//
// A KEY is a move in the notation of records ("bid solo"), a card's code ("CK"), the name of a suit (hearts, diamonds,
// spades, clubs, tarocks), or "else", for all other answers. The most exact KEY decides: the move or the card itself, then
// its suit, then "else". A card's code matches only the card alone: "XVII" doesn't match the move "play XVII ross", but
// "tarocks" does. A step has each KEY once.
//
// Instead of keys, all replies of a step may have labels: - [x] "LABEL": TEXT. Then the answers are buttons with these
// labels, and no moves or cards. A step has each LABEL once.
//
// Beside the lessons, LANG/phases.md explains each phase of a deal. Below its title it has a line for each phase:
// "- **talon**: Two sentences." A folder LANG has no other Markdown files.
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

// Lesson is one lesson in one language.
type Lesson struct {
	Name    string // as in its file's name: "first"
	Title   string
	Topics  []string // the names of the guide's topics that tell more
	Game    engine.Game
	Records []engine.Record // of its deals; at least one
	Steps   []Step          // at least one
}

// Step is a moment of a deal, with the text and the question about it.
type Step struct {
	Record   int     // the index in Lesson.Records of the deal that it shows
	Moves    int     // how many of the deal's moves have been made
	Text     string  // with marks; "" if there is none
	Question string  // without marks; "" if there is none
	AnyCard  bool    // the answers are all cards that the Reader holds, whether they may be played or not
	Replies  []Reply // all with labels, or all with keys; none if there is no question
}

// Reply is the text that answers one or several choices. No other reply of its step has its label or one of its keys.
type Reply struct {
	Label string   // of the button that chooses this reply; "" if the reply has keys
	Keys  []string // of the choices: moves, cards, suits or "else"; nil if the reply has a label
	Right bool     // the choices are right
	Text  string   // without marks
}

// HasLabels reports whether the answers are the labels of the replies.
func (s *Step) HasLabels() bool { return len(s.Replies) > 0 && s.Replies[0].Label != "" }

// Reader is the seat of the reader in every lesson.
const Reader engine.Seat = 0

// First is the name of a game's first lesson, which assumes no knowledge of Tarock.
const First = "first"

// phasesFile is the name of the file that explains the phases.
const phasesFile = "phases.md"

var lessonFile = regexp.MustCompile(`^(\d\d)-([a-z]+)\.md$`)

// Read returns the lessons of a game in a language, in the order of their numbers. It returns nil if the game has no
// lessons in any language. It is an error if the game has lessons but none in this language, if a file is malformed or
// doesn't have the next number, or if two lessons have one name. An error about a file names it.
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

// Deal returns the deal of the step after its first s.Moves moves. The step must be one of the lesson's. The error is that
// of engine.Replay.
func (l *Lesson) Deal(s *Step) (*engine.Deal, error) {
	record := l.Records[s.Record]
	record.Actions = record.Actions[:s.Moves]
	return engine.Replay(l.Game, record)
}

var phaseLine = regexp.MustCompile(`^- \*\*(.+?)\*\*: (.+)$`)

// Phases returns the explanation of each phase of a deal in a language. It returns nil if the game has no lessons. It is an
// error if phases.md is missing, if a line is malformed, or if a phase has two lines.
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
