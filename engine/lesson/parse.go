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

const fence = "---\n"

const anyCard = " (any card)"

var (
	lessonHead  = regexp.MustCompile(`^# (.+)\n\nTopics: (.+)$`)
	stepHeading = regexp.MustCompile(`^(?:deal (\d+) )?after (\d+)$`)
	replyLine   = regexp.MustCompile(`^- \[([x ])\] (?:"([^"]+)"|([^":]+)): (.+)$`)
)

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
	if m == nil {
		return l, errors.New("no title with topics")
	}
	if len(sections) == 1 {
		return l, errors.New("no steps")
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
	return all, nil
}

func parseStep(section string, records []engine.Record) (Step, error) {
	beforeQuestion, fromQuestion, hasQuestion := strings.Cut(section, "\n> ")
	heading, text, _ := strings.Cut(beforeQuestion, "\n")
	s, err := parseHeading(heading, records)
	if err != nil {
		return s, err
	}
	question, replies, _ := strings.Cut(fromQuestion, "\n")
	s.Text = strings.TrimSpace(text)
	s.Question, s.AnyCard = strings.CutSuffix(question, anyCard)
	for line := range strings.FieldsFuncSeq(replies, func(r rune) bool { return r == '\n' }) {
		if err := s.addReply(line); err != nil {
			return s, err
		}
	}
	switch {
	case strings.Contains(beforeQuestion, "\n- ["):
		return s, errors.New("a reply before the question")
	case !hasQuestion && s.Text == "":
		return s, errors.New("neither a text nor a question")
	case hasQuestion && s.Question == "":
		return s, errors.New("an empty question")
	case hasQuestion && !slices.ContainsFunc(s.Replies, func(r Reply) bool { return r.Right }):
		return s, errors.New("no reply to right answers")
	}
	return s, nil
}

func parseHeading(heading string, records []engine.Record) (Step, error) {
	m := stepHeading.FindStringSubmatch(heading)
	if m == nil {
		return Step{}, fmt.Errorf("malformed heading %q", heading)
	}
	number := cmp.Or(m[1], "1")
	deal, err := strconv.Atoi(number)
	if err != nil || deal < 1 || deal > len(records) {
		return Step{}, fmt.Errorf("the lesson has no deal %s", number)
	}
	moves, err := strconv.Atoi(m[2])
	if made := len(records[deal-1].Actions); err != nil || moves > made {
		return Step{}, fmt.Errorf("deal %d has only %d moves", deal, made)
	}
	return Step{Record: deal - 1, Moves: moves}, nil
}

func (s *Step) addReply(line string) error {
	r, err := parseReply(line)
	switch {
	case err != nil:
		return err
	case r.Label != "" && s.AnyCard:
		return fmt.Errorf("a label where the answers are cards: %q", line)
	case s.Replies != nil && s.HasLabels() != (r.Label != ""):
		return fmt.Errorf("labels and keys in one step: %q", line)
	case r.Label != "" && s.ReplyIndex(Choice{Label: r.Label}) >= 0:
		return fmt.Errorf("label %q twice", r.Label)
	}
	for i, key := range r.Keys {
		switch {
		case !isKey(key):
			return fmt.Errorf("unknown key %q", key)
		case slices.Contains(r.Keys[:i], key) || s.indexOf(key) >= 0:
			return fmt.Errorf("key %q twice", key)
		}
	}
	s.Replies = append(s.Replies, r)
	return nil
}

func parseReply(line string) (Reply, error) {
	m := replyLine.FindStringSubmatch(line)
	if m == nil {
		return Reply{}, fmt.Errorf("not a reply: %q", line)
	}
	r := Reply{Label: m[2], Right: m[1] == "x", Text: m[4]}
	if r.Label == "" {
		r.Keys = strings.Split(m[3], ", ")
	}
	return r, nil
}
