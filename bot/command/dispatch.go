package command

import (
	"cmp"
	"context"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/documents"
	"tarockbot/bot/screens"
)

// maxLine is the length of the longest accepted input, in bytes.
const maxLine = 1000

// Dispatch finds the command and runs it, unless the input has had its effect before. For an input that
// carries a step, the table decides that.
func Dispatch(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if len(r.Line) > maxLine {
		return chat.Answer{}, chat.Refuse("too-long")
	}
	said := &line{sv, r, strings.Fields(strings.ToValidUTF8(r.Line, ""))}
	if len(said.words) == 0 {
		return chat.Answer{}, chat.Refuse("unknown-command", "Command", "")
	}
	word := speech.PlainWord(strings.TrimPrefix(said.next(), "/"))
	verb, is := sv.Lexicon.Verbs[word]
	if spoken, ok := sv.Lexicon.Commands[word]; ok && !(is && len(said.words) > 0) { // "spiele" lists games, "spiele XXI" plays
		c := sv.commands[spoken.Name]
		r.Command = c.name
		r.recordCommand(said.words)
		if !c.step {
			if err := unlessSeen(ctx, sv, r); err != nil {
				return chat.Answer{}, err
			}
		}
		answer, err := c.run.run(ctx, said)
		answer.Page = cmp.Or(answer.Page, c.page)
		return answer, err
	}
	if label, pressed := sv.Lexicon.Labels.Phrase(r.Line); pressed {
		verb, is, said.words = label, true, nil
	}
	if !is {
		return chat.Answer{}, unknown(said, word)
	}
	r.Command = verb.String()
	if err := unlessSeen(ctx, sv, r); err != nil {
		return chat.Answer{}, err
	}
	return playTyped(ctx, said, verb)
}

// unlessSeen refuses an input that has had its effect before.
func unlessSeen(ctx context.Context, sv *Services, r *Request) error {
	if seen, err := sv.Store.Seen(ctx, r.Input); err != nil || seen {
		return documents.DuplicateOr(err)
	}
	return nil
}

// Misspelt is the refusal of a word that is nearly a command.
type Misspelt struct {
	error
	Line string // what may have been meant
}

// Unwrap implements what package errors looks for.
func (m *Misspelt) Unwrap() error { return m.error }

// unknown refuses a word that is no command, and tells what may have been meant.
func unknown(said *line, word string) error {
	name, near := displayname.Clean(word), said.sv.Lexicon.Near(word)
	if near == "" {
		return chat.Refuse("unknown-command", "Command", name)
	}
	no := chat.Refuse("misspelt", "Command", name, "Meant", cmp.Or(said.r.Words.Command(near), near))
	return &Misspelt{no, strings.Join(append([]string{near}, said.words...), " ")}
}

// Question returns the page whose question the line answers, also if the answer is refused: "leave TABLE
// DEALS yes", "cut TABLE TEXT"; "" for any other line.
func Question(sv *Services, said string) string {
	args := strings.Fields(said)
	if len(args) < 2 {
		return ""
	}
	c := sv.commands[sv.Lexicon.Commands[args[0]].Name]
	last := args[len(args)-1]
	if c.takesText || len(args) > 2 && c.asks && (isKnown(sv.Lexicon.Switches)(last) || last == screens.WordPause) {
		return c.page
	}
	return ""
}
