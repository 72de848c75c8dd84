package command

import (
	"context"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/render/words"
)

// Request is an input with the person who made it and what it says.
type Request struct {
	chat.Input
	Person  people.Person
	Words   *words.Tongue
	Command string // which one it is, for the metrics
	args    []string
	table   string // whose code comes first in what is said; "" if none does
	Said    string // by the command, without its language
}

// arg is argument number i, or "".
func (r *Request) arg(i int) string {
	if i >= 0 && i < len(r.args) {
		return r.args[i]
	}
	return ""
}

// maxLine is the longest input that is looked at, in bytes.
const maxLine = 1000

// Presser is who says it, whatever the identity, and at which table, if one is named.
func (r *Request) Presser() string { return string(r.Person.Head().Person) + " " + r.table }

// says notes what the command says, and of which table, if one is named.
func (r *Request) says(args []string) {
	r.Said = r.Command + " " + strings.Join(args, " ")
	if len(args) > 0 && keep.ValidCode(args[0]) {
		r.table = args[0]
	}
}

// saysChosen is says for a choice, whose order is nobody's.
func (r *Request) saysChosen(chosen []string) {
	r.says(append(slices.Clone(r.args[:min(2, len(r.args))]), slices.Sorted(slices.Values(chosen))...))
}

// scope is where somebody asks what counts there; "" in private.
func (r *Request) scope() chat.ChatID { return r.Home() }

// Dispatch finds the command and runs it.
func Dispatch(ctx context.Context, sv *Services, r *Request) (chat.Answer, error) {
	if len(r.Line) > maxLine {
		return chat.Answer{}, chat.Refuse("too-long")
	}
	r.args = strings.Fields(strings.ToValidUTF8(r.Line, ""))
	if len(r.args) == 0 {
		return chat.Answer{}, chat.Refuse("unknown-command", "Command", "")
	}
	word := speech.PlainWord(strings.TrimPrefix(r.args[0], "/"))
	r.args = r.args[1:]
	if spoken, ok := sv.Lexicon.Commands[word]; ok {
		c := sv.commands[spoken.Name]
		r.Command = c.name
		r.says(r.args)
		answer, err := c.run(ctx, sv, r)
		answer.Page = c.page
		return answer, err
	}
	if verb, ok := sv.Lexicon.Labels.Phrase(r.Line); ok {
		r.Command, r.args = verb.String(), nil
		return playTyped(ctx, sv, r, verb)
	}
	if verb, ok := sv.Lexicon.Verbs[word]; ok {
		r.Command = verb.String()
		return playTyped(ctx, sv, r, verb)
	}
	return chat.Answer{}, chat.Refuse("unknown-command", "Command", speech.CleanName(word))
}

// Question is the page whose question a button's line answers for good: "leave TABLE
// DEAL yes"; "" for any other line.
func Question(sv *Services, line string) string {
	args := strings.Fields(line)
	if len(args) < 3 {
		return ""
	}
	word := args[len(args)-1]
	if _, said := sv.Lexicon.Switches[word]; !said && word != pages.WordPause {
		return ""
	}
	if c := sv.commands[sv.Lexicon.Commands[args[0]].Name]; c.asks {
		return c.page
	}
	return ""
}
