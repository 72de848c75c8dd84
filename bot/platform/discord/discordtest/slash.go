package discordtest

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Command sends a slash command, such as "challenge @ID spieleversum 2", in the person's channel.
func (p *Person) Command(ctx context.Context, line string) (string, error) {
	return p.CommandIn(ctx, p.Home, line)
}

// CommandIn sends a slash command in a channel.
func (p *Person) CommandIn(ctx context.Context, channel, line string) (string, error) {
	options, err := p.options(ctx, channel, strings.Fields(line))
	if err != nil {
		return "", err
	}
	return p.interact(ctx, p.newInteraction(typeCommand, channel, nil), map[string]any{
		"id": "77", "name": commandName, "type": commandSlash, "options": options, "resolved": p.resolved(),
	})
}

// Menu presses the bot's entry in another person's menu.
func (p *Person) Menu(ctx context.Context, whom *Person) (string, error) {
	return p.interact(ctx, p.newInteraction(typeCommand, p.Home, nil), map[string]any{
		"id": "78", "name": "Challenge to Tarock", "type": commandUser, "target_id": whom.ID, "resolved": p.resolved(),
	})
}

func (p *Person) resolved() map[string]any {
	p.s.Lock()
	defer p.s.Unlock()
	users, members := map[string]any{}, map[string]any{}
	for id, x := range p.s.chats.people {
		users[id] = x.user()
		members[id] = map[string]any{"nick": nil, "roles": []any{}, "joined_at": joined, "permissions": "0", "flags": 0}
	}
	return map[string]any{"users": users, "members": members}
}

// options assigns each word to the subcommand's first option that accepts it.
func (p *Person) options(ctx context.Context, channel string, words []string) ([]any, error) {
	chosen, group, ok := p.s.App.findSubcommand(words[0])
	if !ok {
		return nil, fmt.Errorf("discordtest: no command %q is registered", words[0])
	}
	f := optionFiller{person: p, channel: channel, command: chosen.Name, given: []any{}, open: slices.Clone(chosen.Options)}
	for _, word := range words[1:] {
		at, value, err := f.optionFor(ctx, word)
		free := slices.IndexFunc(f.open, func(o Command) bool { return o.Autocomplete && o.Type == typeText })
		switch {
		case err != nil:
			return nil, err
		case at >= 0:
			f.give(at, value)
		case appendWord(f.given, word):
		case free >= 0: // suggestions don't restrict a text
			f.give(free, word)
		default:
			return nil, fmt.Errorf("discordtest: %s takes no %q", chosen.Name, word)
		}
	}
	return inGroup(group, map[string]any{"name": chosen.Name, "type": typeSub, "options": f.given}), nil
}

type optionFiller struct {
	person  *Person
	channel string
	command string
	given   []any
	open    []Command
}

func (f *optionFiller) give(i int, value any) {
	f.given = append(f.given, map[string]any{"name": f.open[i].Name, "type": f.open[i].Type, "value": value})
	f.open = slices.Delete(f.open, i, i+1)
}

func (f *optionFiller) optionFor(ctx context.Context, word string) (int, any, error) {
	for i, o := range f.open {
		if value, ok, err := f.valueFor(ctx, o, word); ok || err != nil {
			return i, value, err
		}
	}
	return -1, nil, nil
}

const (
	commandSlash = 1
	commandUser  = 2
)

const commandName = "tarock"

const (
	typeSub   = 1
	typeGroup = 2
	typeText  = 3
	typeYesNo = 5
	typeUser  = 6
)

func inGroup(group string, sub map[string]any) []any {
	if group == "" {
		return []any{sub}
	}
	return []any{map[string]any{"name": group, "type": typeGroup, "options": []any{sub}}}
}

func appendWord(given []any, word string) bool {
	if len(given) == 0 {
		return false
	}
	last, ok := given[len(given)-1].(map[string]any)
	if !ok || last["type"] != typeText {
		return false
	}
	last["value"] = fmt.Sprint(last["value"], " ", word)
	return true
}

func (f *optionFiller) valueFor(ctx context.Context, o Command, word string) (any, bool, error) {
	optionName, value, ok := strings.Cut(word, "=")
	if ok && optionName != o.Name {
		return nil, false, nil
	}
	if ok {
		word = value
	}
	mention, isMention := strings.CutPrefix(word, "@")
	switch {
	case o.Type == typeYesNo:
		return true, word == o.Name, nil
	case o.Type == typeUser:
		return mention, isMention, nil
	case isMention:
		return nil, false, nil
	case len(o.Choices) > 0:
		for _, c := range o.Choices {
			text := fmt.Sprint(c.Value)
			if text == word || strings.HasSuffix(text, "/"+word) {
				return c.Value, true, nil
			}
		}
		return nil, false, nil
	case o.Autocomplete:
		found, err := f.person.Suggestions(ctx, f.channel, f.command, o.Name, word, f.given...)
		return word, slices.ContainsFunc(found, func(c Choice) bool { return c.Value == word }), err
	}
	return word, true, nil
}

// Suggestions returns the bot's suggestions for the typed option.
func (p *Person) Suggestions(ctx context.Context, channel, command, option, typed string, given ...any) ([]Choice, error) {
	i := p.newInteraction(typeAutocomplete, channel, nil)
	_, group, _ := p.s.App.findSubcommand(command)
	focused := map[string]any{"name": option, "type": typeText, "value": typed, "focused": true}
	sub := map[string]any{"name": command, "type": typeSub, "options": append(slices.Clone(given), focused)}
	_, err := p.interact(ctx, i, map[string]any{
		"id": "77", "name": commandName, "type": commandSlash, "options": inGroup(group, sub),
	})
	p.s.Lock() // the response may come after the wait
	defer p.s.Unlock()
	return slices.Clone(i.choices), err
}
