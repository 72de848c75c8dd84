package bot

import (
	"context"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/speech"
)

// dispatch finds the command and runs it.
func (b *Bot) dispatch(ctx context.Context, r *request) (Answer, error) {
	if len(r.Line) > maxLine {
		return Answer{}, chat.Refuse("too-long")
	}
	r.args = strings.Fields(strings.ToValidUTF8(r.Line, ""))
	if len(r.args) == 0 {
		return Answer{}, chat.Refuse("unknown-command", "Command", "")
	}
	word := speech.PlainWord(strings.TrimPrefix(r.args[0], "/"))
	r.args = r.args[1:]
	if spoken, ok := b.lexicon.Commands[word]; ok {
		c := b.commands[spoken.Name]
		r.command = c.name
		r.says(r.args)
		answer, err := c.run(b, ctx, r)
		answer.Page = c.page
		return answer, err
	}
	if verb, ok := b.lexicon.Labels.Phrase(r.Line); ok {
		r.command, r.args = verb.String(), nil
		return b.playTyped(ctx, r, verb)
	}
	if verb, ok := b.lexicon.Verbs[word]; ok {
		r.command = verb.String()
		return b.playTyped(ctx, r, verb)
	}
	return Answer{}, chat.Refuse("unknown-command", "Command", speech.CleanName(word))
}

// question is the page whose question a button's line answers for good: "leave TABLE
// DEAL yes"; "" for any other line.
func (b *Bot) question(line string) string {
	args := strings.Fields(line)
	if len(args) < 3 {
		return ""
	}
	word := args[len(args)-1]
	if _, said := b.lexicon.Switches[word]; !said && word != pages.WordPause {
		return ""
	}
	if c := b.commands[b.lexicon.Commands[args[0]].Name]; c.asks {
		return c.page
	}
	return ""
}
