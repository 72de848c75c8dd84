package lesson

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tarockbot/engine"
)

// fence is the line before and after the records.
const fence = "---\n"

// anyCard ends a question that any card answers.
const anyCard = " (any card)"

var (
	lessonHead  = regexp.MustCompile(`^# (.+)\n\nTopics: (.+)$`)
	stepHeading = regexp.MustCompile(`^(?:deal (\d+) )?after (\d+)$`)
	replyLine   = regexp.MustCompile(`^- \[([x ])\] (?:"([^"]+)"|([^":]+)): (.+)$`)
)

// parse returns the lesson of the text, without its name.
func parse(g engine.Game, text string) (l Lesson, err error) {
	parts := strings.SplitN(text, fence, 3)
	if len(parts) < 3 || parts[0] != "" {
		return l, errors.New("records aren't between two lines of ---")
	}
	if l.Records, err = parseRecords(g, parts[1]); err != nil {
		return l, err
	}
	sections := strings.Split("\n"+parts[2], "\n## ")
	m := lessonHead.FindStringSubmatch(strings.TrimSpace(sections[0]))
	if m == nil || len(sections) == 1 {
		return l, errors.New("no title with topics, or no steps")
	}
	l.Title, l.Topics, l.Game = m[1], strings.Split(m[2], ", "), g
	for _, section := range sections[1:] {
		step, err := parseStep(section, l.Records)
		if err != nil {
			return l, fmt.Errorf("step %d: %w", len(l.Steps)+1, err)
		}
		l.Steps = append(l.Steps, step)
	}
	return l, nil
}

// parseRecords returns the records of a text, which must have at least one.
func parseRecords(g engine.Game, text string) (all []engine.Record, err error) {
	for line := range strings.Lines(text) {
		record, err := engine.ParseRecord([]byte(line))
		if err == nil {
			_, err = g.RuleSet(record.Rules)
		}
		if err != nil {
			return nil, fmt.Errorf("record %d: %w", len(all)+1, err)
		}
		all = append(all, record)
	}
	if all == nil {
		return nil, errors.New("no record")
	}
	return all, nil
}

// parseStep parses the section of one step, without the "## " of its heading.
func parseStep(section string, records []engine.Record) (Step, error) {
	told, asked, asks := strings.Cut(section, "\n> ")
	heading, text, _ := strings.Cut(told, "\n")
	s, err := parseHeading(heading, records)
	if err != nil {
		return s, err
	}
	question, replies, _ := strings.Cut(asked, "\n")
	s.Text = strings.TrimSpace(text)
	s.Question, s.AnyCard = strings.CutSuffix(question, anyCard)
	for line := range strings.FieldsFuncSeq(replies, func(r rune) bool { return r == '\n' }) {
		if err := s.addReply(line); err != nil {
			return s, err
		}
	}
	switch {
	case !asks && s.Text == "":
		return s, errors.New("neither a text nor a question")
	case asks && (s.Question == "" || !slices.ContainsFunc(s.Replies, func(r Reply) bool { return r.Right })):
		return s, errors.New("an empty question, or no reply to right answers")
	case strings.Contains(told, "\n- ["):
		return s, errors.New("a reply before the question")
	}
	return s, nil
}

// parseHeading parses the heading of a step. It is an error if the records have no such deal, or the deal has fewer
// moves.
func parseHeading(heading string, records []engine.Record) (Step, error) {
	m := stepHeading.FindStringSubmatch(heading)
	if m == nil {
		return Step{}, fmt.Errorf("malformed heading %q", heading)
	}
	deal, dealErr := strconv.Atoi(cmp.Or(m[1], "1"))
	moves, movesErr := strconv.Atoi(m[2])
	if dealErr != nil || movesErr != nil || deal < 1 || deal > len(records) || moves > len(records[deal-1].Actions) {
		return Step{}, fmt.Errorf("no record has the moment %q", heading)
	}
	return Step{Record: deal - 1, Moves: moves}, nil
}

// addReply adds the reply of a line to the step. The error says that the line is no reply, that it has a label where other
// replies have keys or the answers are cards, or that a key is unknown or stands twice in the step.
func (s *Step) addReply(line string) error {
	m := replyLine.FindStringSubmatch(line)
	if m == nil {
		return fmt.Errorf("not a reply: %q", line)
	}
	keys, isLabel := strings.Split(m[3], ", "), m[2] != ""
	if isLabel {
		keys = []string{m[2]}
	}
	if isLabel && s.AnyCard || isLabel != s.Labels && s.Replies != nil {
		return fmt.Errorf("labels and keys in one step: %q", line)
	}
	for i, key := range keys {
		if !isLabel && !isKey(key) || slices.Contains(keys[:i], key) || s.indexOf(key) >= 0 {
			return fmt.Errorf("unknown or repeated key %q", key)
		}
	}
	s.Labels, s.Replies = isLabel, append(s.Replies, Reply{Keys: keys, Right: m[1] == "x", Says: m[4]})
	return nil
}
