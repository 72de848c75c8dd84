// Package lesson reads the lessons of the games: a deal, shown from one moment to the
// next, with a question at each and an answer to all that may be said to it. It knows
// neither screens nor networks. Start at Read.
//
// A lesson is a file LANG/NN-name.md:
//
//	---
//	{"format":"tarock-record/1", …}
//	---
//	# A title
//
//	Topics: tricks, cards
//
//	## deal 2 after 30
//
//	Bert leads the **ten of clubs**, and you have clubs.
//
//	> What do you play?
//
//	- [x] CK: A club, as you must.
//	- [ ] tarocks: Not as long as you have clubs.
//	- [ ] else: Clubs are led, and you have some.
//
// Its lines, from the first:
//
//   - "---", the records of its deals as JSON, "---".
//   - "# TITLE" and "Topics: NAME, NAME": the topics of the guide that tell more.
//   - "## after N" or "## deal D after N" begins a step: it shows deal D, counted from 1 and 1 if left out, after N
//     of its moves, as the Reader sees it.
//   - "> QUESTION" asks. "(any card)" behind the question makes every card that the reader holds a choice, whether
//     it may be played or not. A step without a question is only read.
//   - "- [x] KEY, KEY: TEXT" is a right reply, "- [ ] …" a wrong one. A KEY is a move in the notation of records
//     ("bid solo"), a card's code ("CK"), hearts, diamonds, spades, clubs, tarocks, or else.
//   - "- [x] "LABEL": TEXT" replies to a button of that label, which may hold any character but a quotation mark. A
//     step with labels offers them and no moves.
//   - All other lines of a step are its text.
//
// Beside the lessons LANG/phases.md explains each phase of a deal in a list: "- **talon**: Two sentences."
package lesson

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tarockbot/engine"
	"tarockbot/engine/card"
)

// Lesson is one lesson in one language.
type Lesson struct {
	Name    string // "first"
	Title   string
	Topics  []string // of the guide, which tell more; by name
	Game    engine.Game
	Records []engine.Record // of its deals
	Steps   []Step
}

// Step is a moment of the deal with what is taught there.
type Step struct {
	Record   int     // which deal it shows, from 0
	Moves    int     // how many of the deal's moves have been made
	Text     string  // in the marks of the guides
	Question string  // "" if there is none
	AnyCard  bool    // it asks for a card that the reader holds, whether it may be played or not
	Replies  []Reply // none if there is no question
}

// Reply is what the lesson says to one or several choices.
type Reply struct {
	To    []string // moves, cards, suits, tarocks or else; or one label
	Label bool     // To is the label of a button, and no move
	Right bool
	Says  string
}

// Reader is the seat of the reader, who is asked, in every lesson.
const Reader engine.Seat = 0

// First is the name of a game's first lesson, which needs to know nothing.
const First = "first"

// otherwise is the Reply.To of all choices that no other reply is for.
const otherwise = "else"

// Read reads the lessons of a game in a language, in their order. The error says where a
// file is not as it must be.
func Read(g engine.Game, lang string) ([]Lesson, error) {
	if g.Lessons == nil {
		return nil, nil
	}
	files, err := fs.Glob(g.Lessons, lang+"/[0-9]*.md")
	if err != nil {
		return nil, err
	}
	var all []Lesson
	for _, file := range files {
		text, err := fs.ReadFile(g.Lessons, file)
		if err != nil {
			return nil, err
		}
		_, name, _ := strings.Cut(strings.TrimSuffix(path.Base(file), ".md"), "-")
		l, err := parse(g, name, string(text))
		if err != nil {
			return nil, fmt.Errorf("lesson: %s: %w", file, err)
		}
		all = append(all, l)
	}
	return all, nil
}

var phaseLine = regexp.MustCompile(`(?m)^- \*\*(.+?)\*\*: (.+)$`)

// Phases returns, by phase, its explanation of two sentences in the language.
func Phases(g engine.Game, lang string) (map[engine.Name]string, error) {
	if g.Lessons == nil {
		return nil, nil
	}
	text, err := fs.ReadFile(g.Lessons, lang+"/phases.md")
	if err != nil {
		return nil, err
	}
	phases := make(map[engine.Name]string)
	for _, m := range phaseLine.FindAllStringSubmatch(string(text), -1) {
		phases[engine.Name(m[1])] = m[2]
	}
	return phases, nil
}

// fence stands around the records.
const fence = "---\n"

// parse reads the text of a lesson.
func parse(g engine.Game, name, text string) (l Lesson, err error) {
	parts := strings.SplitN(text, fence, 3)
	if len(parts) < 3 || parts[0] != "" {
		return l, fmt.Errorf("no record between two lines of ---")
	}
	if l.Records, err = parseRecords(g, parts[1]); err != nil {
		return l, err
	}
	sections := strings.Split("\n"+parts[2], "\n## ")
	m := lessonHead.FindStringSubmatch(strings.TrimSpace(sections[0]))
	if m == nil {
		return l, fmt.Errorf("no title and topics")
	}
	l.Name, l.Title, l.Topics, l.Game = name, m[1], strings.Split(m[2], ", "), g
	for _, section := range sections[1:] {
		step, err := parseStep(section)
		if err != nil {
			return l, fmt.Errorf("step %d: %w", len(l.Steps)+1, err)
		}
		l.Steps = append(l.Steps, step)
	}
	if l.Steps == nil {
		return l, fmt.Errorf("no steps")
	}
	return l, nil
}

// parseRecords reads the records of a lesson, of which there is one at least.
func parseRecords(g engine.Game, text string) (all []engine.Record, err error) {
	for from := json.NewDecoder(strings.NewReader(text)); ; {
		var one json.RawMessage
		switch err := from.Decode(&one); {
		case errors.Is(err, io.EOF) && all != nil:
			return all, nil
		case err != nil:
			return nil, err
		}
		record, err := engine.ParseRecord(one)
		if err != nil {
			return nil, err
		}
		if _, err := g.RuleSet(record.Rules); err != nil {
			return nil, err
		}
		all = append(all, record)
	}
}

// anyCard stands behind a question for every card that the seat holds.
const anyCard = " (any card)"

var (
	lessonHead  = regexp.MustCompile(`^# (.+)\n\nTopics: (.+)$`)
	stepHeading = regexp.MustCompile(`^(?:deal (\d+) )?after (\d+)$`)
	answerLine  = regexp.MustCompile(`^- \[([x ])\] (?:"([^"]+)"|([^:]+)): (.+)$`)
)

// parseStep reads a step, from behind the marks of its heading.
func parseStep(section string) (s Step, err error) {
	first, rest, _ := strings.Cut(section, "\n")
	m := stepHeading.FindStringSubmatch(first)
	if m == nil {
		return s, fmt.Errorf("heading %q", first)
	}
	deal, err := strconv.Atoi(cmp.Or(m[1], "1"))
	if err != nil {
		return s, err
	}
	s.Record = deal - 1
	if s.Moves, err = strconv.Atoi(m[2]); err != nil {
		return s, err
	}
	var text []string
	for line := range strings.Lines(rest) {
		line = strings.TrimRight(line, "\n")
		question, asks := strings.CutPrefix(line, "> ")
		a := answerLine.FindStringSubmatch(line)
		switch {
		case asks:
			s.Question, s.AnyCard = strings.CutSuffix(question, anyCard)
		case a != nil:
			r := Reply{To: []string{a[2]}, Label: a[2] != "", Right: a[1] == "x", Says: a[4]}
			if !r.Label {
				r.To = strings.Split(a[3], ", ")
			}
			s.Replies = append(s.Replies, r)
		case strings.HasPrefix(line, "- ["):
			return s, fmt.Errorf("answer %q", line)
		default:
			text = append(text, line)
		}
	}
	s.Text = strings.TrimSpace(strings.Join(text, "\n"))
	return s, nil
}

// Deal returns the deal at the step. The error says that there is none, or that its record
// can't be replayed.
func (l *Lesson) Deal(s *Step) (*engine.Deal, error) {
	if s.Record < 0 || s.Record >= len(l.Records) {
		return nil, fmt.Errorf("lesson: there is no deal %d", s.Record+1)
	}
	record := l.Records[s.Record]
	if s.Moves > len(record.Actions) {
		return nil, fmt.Errorf("lesson: the deal has no %d moves", s.Moves)
	}
	record.Actions = record.Actions[:s.Moves]
	record.Result = nil
	return engine.Replay(l.Game, record)
}

// Choice is one way to answer. Exactly one of Label and Action is set.
type Choice struct {
	Key    string        // what a button hands in; without blanks
	Label  string        // the button's text, from the lesson
	Action engine.Action // the move; a card that may not be played is a move too
}

// Choices returns all ways to answer the step, which shows the deal; none where nothing is
// asked.
func (s *Step) Choices(deal *engine.Deal) (all []Choice) {
	if s.Question == "" {
		return nil
	}
	for i, r := range s.Replies {
		if r.Label {
			all = append(all, Choice{Key: strconv.Itoa(i + 1), Label: r.To[0]})
		}
	}
	if len(all) > 0 {
		return all
	}
	prompt := deal.Prompt(Reader)
	cards := prompt.Pick.From
	if s.AnyCard {
		cards, prompt.Choices = deal.View(Reader).Cards, nil
	}
	for _, word := range prompt.Choices {
		all = append(all, Choice{Key: strings.ReplaceAll(word.String(), " ", "-"), Action: word})
	}
	for c := range cards.All() {
		all = append(all, Choice{Key: c.String(), Action: engine.Play(c)})
	}
	return all
}

// ReplyTo returns the reply to the choice: the first that names it, else the first for its kind of card, else the one for
// all others. ok is false if there is none.
func (s *Step) ReplyTo(c Choice) (r Reply, ok bool) {
	for _, matches := range []func(Choice, string) bool{matchesName, matchesKind, matchesElse} {
		i := slices.IndexFunc(s.Replies, func(r Reply) bool {
			return r.Label == (c.Label != "") && slices.ContainsFunc(r.To, func(to string) bool { return matches(c, to) })
		})
		if i >= 0 {
			return s.Replies[i], true
		}
	}
	return Reply{}, false
}

// matchesName reports whether the reply names the choice.
func matchesName(c Choice, to string) bool {
	return to == c.Label || to == c.Key || to == c.Action.String()
}

// kinds are the cards of each suit, and the tarocks, by name.
var kinds = map[string]card.Set{
	"hearts": card.Hearts.Cards(), "diamonds": card.Diamonds.Cards(), "spades": card.Spades.Cards(), "clubs": card.Clubs.Cards(),
	"tarocks": card.AllTarocks,
}

// matchesKind reports whether the reply is for the choice's kind of card.
func matchesKind(c Choice, to string) bool {
	return c.Action.Cards != 0 && kinds[to].Holds(c.Action.Cards)
}

// matchesElse reports whether the reply is for all choices that no other reply is for.
func matchesElse(_ Choice, to string) bool { return to == otherwise }
