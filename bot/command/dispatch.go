package command

import (
	"context"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/speech"
)

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
