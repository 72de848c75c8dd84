package bot_test

import (
	"errors"
	"slices"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/platform/bottest"
)

// misreadRefusals lists refusals of misunderstood inputs.
var misreadRefusals = []string{"away-days", "block-whom", "config-unclear", "no-calls", "no-challenge", "no-friend", "no-length", "no-lesson", "no-option",
	"no-options", "no-pace", "no-person", "no-replay", "no-setting", "no-stake", "no-table", "no-term", "no-topic", "no-value", "nobody",
	"not-blocked", "not-understood", "nowhere-here", "one-filter", "only-series", "queue-unread", "said-twice", "unknown-command"}

func fieldValues(c chat.CommandWord, f chat.Field, table string) []string {
	if slices.Contains([]string{"replay", "verify"}, c.Name) {
		table += "-1"
	}
	words := map[string]string{"settings": "deck two", "config": "", "cut": "a text", "queue": "XXI", "proof": table, "consent": "yes"}[c.Name]
	return map[string][]string{
		"table": {table}, "code": {table}, "person": {"bert"}, "friend": {"bert"}, "friend2": {"cora"}, "name": {"bert", "@bert, "}, "off": {"true", "false"},
		"export": {"true"}, "days": {"3"}, "month": {"2026-10"}, "topic": {"auction"}, "words": {words},
	}[f.Name]
}

func TestFieldsAreUnderstood(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mustSay("cora", "help")
	id := w.seat("strohmandeln", "anna", "bert")
	w.playMatch("anna", "bert")
	w.mustSay("anna", "block @bert")
	for _, c := range bottest.Vocabularies(t)[0].Commands {
		for _, f := range c.Fields {
			var inputs []string
			for _, value := range fieldValues(c, f, id) {
				inputs = append(inputs, f.Words(value))
			}
			for _, v := range f.Choices {
				inputs = append(inputs, f.Words(v.Word))
			}
			for rules, values := range f.ByRules {
				for _, v := range values {
					inputs = append(inputs, rules+" "+f.Words(v.Word))
				}
			}
			if len(inputs) == 0 {
				t.Errorf("%s: the test has no value for the field %s", c.Name, f.Name)
			}
			for _, words := range inputs {
				in := w.in("anna", c.Name+" "+words+map[string]string{"block off": " @bert"}[c.Name+" "+f.Name])
				p, err := w.bot.Services().People.Resolve(w.ctx, in)
				if err != nil {
					t.Fatal(err)
				}
				_, err = command.NewRequest(w.bot.Services(), in, p).Run(w.ctx)
				if refusal, is := errors.AsType[*chat.Refusal](err); is && slices.Contains(misreadRefusals, refusal.ID) || !is && err != nil {
					t.Errorf("%q: %v", in.Line, err)
				}
			}
		}
	}
}
