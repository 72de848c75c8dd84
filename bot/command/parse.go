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

// in bytes
const maxLine = 1000

func (r *Request) parse() task {
	if len(r.Line) > maxLine {
		return refusing(chat.Refuse("too-long"))
	}
	l := &line{r, strings.Fields(strings.ToValidUTF8(r.Line, ""))}
	if len(l.words) == 0 {
		return refusing(chat.Refuse("unknown-command", "Command", ""))
	}
	lexicon := r.sv.Language.Lexicon
	word := speech.PlainWord(strings.TrimPrefix(l.next(), "/"))
	verb, is := lexicon.Verbs[word]
	if spoken, ok := lexicon.Commands[word]; ok && !(is && len(l.words) > 0) { // "spiele" lists games, "spiele XXI" plays
		return l.command(r.sv.Language.commands[spoken.Name])
	}
	if label, pressed := lexicon.Labels.LookupPhrase(r.Line); pressed {
		verb, is, l.words = label, true, nil
	}
	if !is {
		return refusing(l.unknownWord(word))
	}
	r.Command = verb.String()
	return r.unlessSeen(func(ctx context.Context) (chat.Answer, error) { return playTyped(ctx, l, verb) })
}

func refusing(err error) task {
	return func(context.Context) (chat.Answer, error) { return chat.Answer{}, err }
}

func (l *line) command(c command) task {
	l.r.Command = c.name
	l.recordSaid(l.words)
	run := c.run.bind(l)
	paged := func(ctx context.Context) (chat.Answer, error) {
		answer, err := run(ctx)
		answer.Page = cmp.Or(answer.Page, c.page)
		return answer, err
	}
	if c.step {
		return paged
	}
	return l.r.unlessSeen(paged)
}

func (l *line) recordSaid(args []string) {
	l.r.CanonicalLine = l.r.Command + " " + strings.Join(args, " ")
	if len(args) > 0 && documents.IsCode(args[0]) {
		l.r.table = args[0]
	}
}

// unlessSeen refuses repeated inputs.
func (r *Request) unlessSeen(run task) task {
	return func(ctx context.Context) (chat.Answer, error) {
		if err := r.sv.Store.CheckUnseen(ctx, r.Input); err != nil {
			return chat.Answer{}, err
		}
		return run(ctx)
	}
}

// Misspelt refuses a word that resembles a command.
type Misspelt struct {
	error
	SuggestedLine string
}

func (m *Misspelt) Unwrap() error { return m.error }

func (l *line) unknownWord(word string) error {
	name, near := displayname.Clean(word), l.r.sv.Language.Lexicon.Suggestion(word)
	if near == "" {
		return chat.Refuse("unknown-command", "Command", name)
	}
	refusal := chat.Refuse("misspelt", "Command", name, "Meant", cmp.Or(l.r.Words.Command(near), near))
	return &Misspelt{refusal, strings.Join(append([]string{near}, l.words...), " ")}
}

// Question returns the page that the line answers, or "": "leave TABLE DEALS yes", "cut TABLE TEXT".
func (r *Request) Question() string {
	args := strings.Fields(r.Line)
	if len(args) < 2 {
		return ""
	}
	word := speech.PlainWord(strings.TrimPrefix(args[0], "/"))
	c := r.sv.Language.commands[r.sv.Language.Lexicon.Commands[word].Name]
	last := args[len(args)-1]
	if c.takesText || len(args) > 2 && c.asks && (isKnown(r.sv.Language.Lexicon.Switches)(last) || last == screens.WordPause) {
		return c.page
	}
	return ""
}
