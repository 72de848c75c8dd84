package discord

import (
	"context"
	"slices"
	"strings"
)

// said is what the person says with it; more than one line only when they
// changed several options of a choice that is too large for one select.
// It is false if nobody knows any more what a button said.
func (d *dispatcher) said(ctx context.Context, i *interaction) ([]string, bool) {
	switch {
	case i.Type == typeCommand && i.Data.Type == userCommand:
		return []string{"setup @" + i.Data.TargetID}, true
	case i.Type == typeCommand:
		return []string{commandLine(i.given())}, true
	}
	id, ok := expanded(ctx, d.lines, i.Data.CustomID)
	if !ok {
		return nil, false
	}
	switch line, mark := splitID(id); mark {
	case markOne: // the values are lines
		if len(i.Data.Values) == 0 {
			return []string{line}, true
		}
		value, ok := expanded(ctx, d.lines, i.Data.Values[0])
		chosen, _ := splitID(value)
		return []string{chosen}, ok
	case markChoice:
		return []string{strings.Join(append([]string{line}, i.Data.Values...), " ")}, true
	case markChats:
		words := []string{line}
		for _, id := range i.Data.Values {
			words = append(words, string(chatID(id)))
		}
		return []string{strings.Join(words, " ")}, true
	case markToggle:
		return toggles(line, defaultsOf(i.Message, i.Data.CustomID), i.Data.Values), true
	default:
		return []string{line}, true
	}
}

// toggles are the lines that turn what was chosen into what is.
func toggles(line string, before, now []string) []string {
	var lines []string
	for _, v := range append(slices.Clone(before), now...) {
		if slices.Contains(before, v) != slices.Contains(now, v) {
			lines = append(lines, line+" "+v)
		}
	}
	if len(lines) == 0 {
		return []string{line}
	}
	return lines
}
