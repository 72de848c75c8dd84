// Package lesson reads the lessons of the games: a deal, shown from one moment to the
// next, with a question at each and an answer to all that may be said to it. It knows
// neither screens nor networks. Start at Read.
//
// A lesson is a file LANG/NN-name.md: between two lines of --- the records of its deals, a
// title, a line that names the topics of the guide which tell more, and the steps. A step
// begins with a heading that says which deal it shows, unless that is the first, and after how
// many of its moves. The reader sees it as Seat does. What is shown follows, then what is
// asked, as a quotation, and the answers, as a list of tasks of which the right ones are done:
//
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
// Answers are for the moves that are allowed, by their notation, a card's code, the name
// of a suit or tarocks, or else; with "(any card)" behind the question for every card
// that the seat holds; or, in quotation marks, for what they are labelled. A step that
// asks nothing is read.
//
// Beside the lessons LANG/phases.md tells in two sentences what each phase of a deal is
// about, as a list: "- **talon**: …".
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
	Record   int      // which deal it shows, from 0
	Moves    int      // how many of the deal's moves have been made
	Text     string   // in the marks of the guides
	Question string   // "" if there is none
	AnyCard  bool     // it asks for a card that the reader holds, whether it may be played or not
	Answers  []Answer // none if there is no question
}

// Answer is what is said to one or several ways to answer.
type Answer struct {
	To    string // a move, a card, a suit, tarocks, else, or a label
	Label bool   // To is what the reader presses, and no move
	Right bool
	Says  string
}

// Seat is the reader's, who is asked, in every lesson.
const Seat engine.Seat = 0

// First is the name of a game's first lesson, which needs to know nothing.
const First = "first"

// Else is the Answer.To of all that no other answer is for.
const Else = "else"

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

// Phases tell in two sentences what each phase of a deal is about, in the language.
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
			s.Answers = append(s.Answers, Answer{To: cmp.Or(a[2], a[3]), Label: a[2] != "", Right: a[1] == "x", Says: a[4]})
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

// Choice is one way to answer: what a button says, and hands in.
type Choice struct {
	Key    string        // without blanks
	Label  string        // of the lesson; "" for a move or a card
	Action engine.Action // otherwise; a card that is only shown is one played
}

// Choices returns all ways to answer the step, which shows the deal; none where nothing is
// asked.
func (s *Step) Choices(deal *engine.Deal) (all []Choice) {
	if s.Question == "" {
		return nil
	}
	for i, a := range s.Answers {
		if a.Label {
			all = append(all, Choice{Key: strconv.Itoa(i + 1), Label: a.To})
		}
	}
	if len(all) > 0 {
		return all
	}
	prompt := deal.Prompt(Seat)
	cards := prompt.Pick.From
	if s.AnyCard {
		cards, prompt.Words = deal.View(Seat).Cards, nil
	}
	for _, word := range prompt.Words {
		all = append(all, Choice{Key: strings.ReplaceAll(word.String(), " ", "-"), Action: word})
	}
	for c := range cards.All() {
		all = append(all, Choice{Key: c.String(), Action: engine.Play(c)})
	}
	return all
}

// Answer returns the reply to the choice: the first answer for it by name, else by kind, else the one for
// all others. It returns false if there is none.
func (s *Step) Answer(c Choice) (Answer, bool) {
	for _, fits := range []func(string) bool{
		func(to string) bool { return to == c.Label || to == c.Key || to == c.Action.String() },
		func(to string) bool { return c.Action.Cards != 0 && kind(to).Holds(c.Action.Cards) },
		func(to string) bool { return to == Else },
	} {
		for _, a := range s.Answers {
			if a.Label != (c.Label != "") {
				continue
			}
			if slices.ContainsFunc(strings.Split(a.To, ", "), fits) {
				return a, true
			}
		}
	}
	return Answer{}, false
}

// kind returns the cards of a suit, or the tarocks, by name.
func kind(name string) card.Set {
	return map[string]card.Set{
		"hearts": card.Hearts.Cards(), "diamonds": card.Diamonds.Cards(), "spades": card.Spades.Cards(), "clubs": card.Clubs.Cards(),
		"tarocks": card.AllTarocks,
	}[name]
}
