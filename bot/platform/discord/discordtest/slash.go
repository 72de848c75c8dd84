package discordtest

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Command gives a slash command, "challenge @ID spieleversum 2", in the
// person's channel.
func (p *Person) Command(ctx context.Context, line string) (string, error) {
	return p.CommandIn(ctx, p.Home, line)
}

// CommandIn gives a slash command in a channel.
func (p *Person) CommandIn(ctx context.Context, channel, line string) (string, error) {
	options, err := p.options(ctx, channel, strings.Fields(line))
	if err != nil {
		return "", err
	}
	e := p.exchange(typeCommand, channel, nil)
	return p.do(ctx, e, map[string]any{"id": "77", "name": "tarock", "type": 1, "options": options, "resolved": p.resolved()})
}

// Menu presses the entry in another person's menu.
func (p *Person) Menu(ctx context.Context, whom *Person) (string, error) {
	e := p.exchange(typeCommand, p.Home, nil)
	return p.do(ctx, e, map[string]any{"id": "78", "name": "Challenge to Tarock", "type": 2, "target_id": whom.ID, "resolved": p.resolved()})
}

// resolved is what Discord tells of the people mentioned: of all.
func (p *Person) resolved() map[string]any {
	p.s.Lock()
	defer p.s.Unlock()
	users, members := map[string]any{}, map[string]any{}
	for id, x := range p.s.chats.people {
		users[id] = x.user()
		members[id] = map[string]any{"nick": nil, "roles": []any{}, "joined_at": "2026-01-02T03:04:05.000000+00:00", "permissions": "0", "flags": 0}
	}
	return map[string]any{"users": users, "members": members}
}

// options fills the sub-command's options with the words: each goes to the
// first that takes it.
func (p *Person) options(ctx context.Context, channel string, words []string) ([]any, error) {
	chosen, group, ok := p.s.App.subCommand(words[0])
	if !ok {
		return nil, fmt.Errorf("discordtest: no command %q is registered", words[0])
	}
	given, used := []any{}, make(map[string]bool)
	for _, word := range words[1:] {
		taken := false
		for _, o := range chosen.Options {
			if used[o.Name] {
				continue
			}
			value, ok, err := p.fit(ctx, channel, chosen.Name, given, o, word)
			if err != nil {
				return nil, err
			}
			if ok {
				given, taken = append(given, map[string]any{"name": o.Name, "type": o.Type, "value": value}), true
				used[o.Name] = true
				break
			}
		}
		if !taken && more(given, word) {
			continue
		}
		free := slices.IndexFunc(chosen.Options, func(o Command) bool { return o.Autocomplete && o.Type == typeText && !used[o.Name] })
		if !taken && free >= 0 { // what is suggested needn't be taken
			name := chosen.Options[free].Name
			given, taken = append(given, map[string]any{"name": name, "type": typeText, "value": word}), true
			used[name] = true
		}
		if !taken {
			return nil, fmt.Errorf("discordtest: %s takes no %q", chosen.Name, word)
		}
	}
	return below(group, map[string]any{"name": chosen.Name, "type": 1, "options": given}), nil
}

// Types of options: a group of sub-commands, and a text.
const (
	typeGroup = 2
	typeText  = 3
)

// below is a sub-command as Discord tells it, in its group if it has one.
func below(group string, sub map[string]any) []any {
	if group == "" {
		return []any{sub}
	}
	return []any{map[string]any{"name": group, "type": typeGroup, "options": []any{sub}}}
}

// more adds a word to the text that was given last, if it was one.
func more(given []any, word string) bool {
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

// fit is the value that the word is for the option, if it can be one.
func (p *Person) fit(ctx context.Context, channel, command string, given []any, o Command, word string) (any, bool, error) {
	named, value, ok := strings.Cut(word, "=")
	if ok && named != o.Name {
		return nil, false, nil
	}
	if ok {
		word = value
	}
	mention, isMention := strings.CutPrefix(word, "@")
	const (
		yesNo = 5
		user  = 6
	)
	switch {
	case o.Type == yesNo:
		return true, word == o.Name, nil
	case o.Type == user:
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
		found, err := p.Suggestions(ctx, channel, command, o.Name, word, given...)
		return word, slices.ContainsFunc(found, func(c Choice) bool { return c.Value == word }), err
	}
	return word, true, nil
}

// Suggestions are what the person is offered while typing an option, the given
// ones before it.
func (p *Person) Suggestions(ctx context.Context, channel, command, option, typed string, given ...any) ([]Choice, error) {
	e := p.exchange(typeAutocomplete, channel, nil)
	_, group, _ := p.s.App.subCommand(command)
	_, err := p.do(ctx, e, map[string]any{"id": "77", "name": "tarock", "type": 1, "options": below(group, map[string]any{
		"name": command, "type": 1, "options": append(slices.Clone(given),
			map[string]any{"name": option, "type": 3, "value": typed, "focused": true})})})
	p.s.Lock() // an answer may come after the person's patience
	defer p.s.Unlock()
	return slices.Clone(e.choices), err
}
