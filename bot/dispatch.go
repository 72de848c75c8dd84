package bot

import (
	"context"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/speech"
)

// dispatch finds the command and runs it.
func dispatch(ctx context.Context, sv *services, r *request) (Answer, error) {
	if len(r.Line) > maxLine {
		return Answer{}, chat.Refuse("too-long")
	}
	r.args = strings.Fields(strings.ToValidUTF8(r.Line, ""))
	if len(r.args) == 0 {
		return Answer{}, chat.Refuse("unknown-command", "Command", "")
	}
	word := speech.PlainWord(strings.TrimPrefix(r.args[0], "/"))
	r.args = r.args[1:]
	if spoken, ok := sv.lexicon.Commands[word]; ok {
		c := sv.commands[spoken.Name]
		r.command = c.name
		r.says(r.args)
		answer, err := c.run(ctx, sv, r)
		answer.Page = c.page
		return answer, err
	}
	if verb, ok := sv.lexicon.Labels.Phrase(r.Line); ok {
		r.command, r.args = verb.String(), nil
		return playTyped(ctx, sv, r, verb)
	}
	if verb, ok := sv.lexicon.Verbs[word]; ok {
		r.command = verb.String()
		return playTyped(ctx, sv, r, verb)
	}
	return Answer{}, chat.Refuse("unknown-command", "Command", speech.CleanName(word))
}

// question is the page whose question a button's line answers for good: "leave TABLE
// DEAL yes"; "" for any other line.
func question(sv *services, line string) string {
	args := strings.Fields(line)
	if len(args) < 3 {
		return ""
	}
	word := args[len(args)-1]
	if _, said := sv.lexicon.Switches[word]; !said && word != pages.WordPause {
		return ""
	}
	if c := sv.commands[sv.lexicon.Commands[args[0]].Name]; c.asks {
		return c.page
	}
	return ""
}
