package lesson

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
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
	replyLine   = regexp.MustCompile(`^- \[([x ])\] (?:"([^"]+)"|([^:]+)): (.+)$`)
)

// parse returns the lesson of the text, without its name.
func parse(g engine.Game, text string) (l Lesson, err error) {
	parts := strings.SplitN(text, fence, 3)
	if len(parts) < 3 || parts[0] != "" {
		return l, errors.New("no record between two lines of ---")
	}
	if l.Records, err = parseRecords(g, parts[1]); err != nil {
		return l, err
	}
	sections := strings.Split("\n"+parts[2], "\n## ")
	m := lessonHead.FindStringSubmatch(strings.TrimSpace(sections[0]))
	if m == nil {
		return l, errors.New("no title and topics")
	}
	l.Title, l.Topics, l.Game = m[1], strings.Split(m[2], ", "), g
	for _, section := range sections[1:] {
		step, err := parseStep(section, l.Records)
		if err != nil {
			return l, fmt.Errorf("step %d: %w", len(l.Steps)+1, err)
		}
		l.Steps = append(l.Steps, step)
	}
	if l.Steps == nil {
		return l, errors.New("no steps")
	}
	return l, nil
}

// parseRecords returns the records of a text, which must have at least one.
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

// parseStep parses the section of one step, without the "## " of its heading.
func parseStep(section string, records []engine.Record) (Step, error) {
	heading, rest, _ := strings.Cut(section, "\n")
	s, err := parseHeading(heading, records)
	if err != nil {
		return s, err
	}
	var text []string
	for line := range strings.Lines(rest) {
		line = strings.TrimRight(line, "\n")
		question, asks := strings.CutPrefix(line, "> ")
		reply := replyLine.FindStringSubmatch(line)
		switch {
		case asks && s.Question != "":
			return s, fmt.Errorf("a second question: %q", line)
		case asks:
			s.Question, s.AnyCard = strings.CutSuffix(question, anyCard)
		case reply != nil:
			s.Replies = append(s.Replies, newReply(reply))
		case strings.HasPrefix(line, "- ["):
			return s, fmt.Errorf("malformed reply %q", line)
		default:
			text = append(text, line)
		}
	}
	if (s.Question == "") != (s.Replies == nil) {
		return s, errors.New("a question without replies, or replies without a question")
	}
	s.Text = strings.TrimSpace(strings.Join(text, "\n"))
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

// newReply returns the reply of a line that matches replyLine.
func newReply(match []string) Reply {
	r := Reply{Label: match[2], Right: match[1] == "x", Says: match[4]}
	if r.Label == "" {
		r.For = strings.Split(match[3], ", ")
	}
	return r
}
