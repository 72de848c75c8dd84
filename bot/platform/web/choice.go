package web

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/texts"
)

// choiceView is a choice with its options grouped by suit.
type choiceView struct {
	chat.Choice
	Groups [][]chat.Option // by suit
	Count  string          // "3 / 8"
	Lack   string          // why the choice can't be confirmed yet; "" if it can
}

// groupChoice groups the choice's options by suit.
func groupChoice(c *chat.Choice, t texts.Language) *choiceView {
	if c == nil {
		return nil
	}
	v := &choiceView{Choice: *c}
	chosen, last := c.Chosen(), ""
	for i, o := range c.Options {
		if s := class(o.Style) + sign(o.Label); i == 0 || s != last {
			v.Groups, last = append(v.Groups, nil), s
		}
		g := len(v.Groups) - 1
		v.Groups[g] = append(v.Groups[g], o)
	}
	switch {
	case chosen < c.Min:
		v.Lack = fmt.Sprintf(t.Say("choice.more"), c.Min-chosen)
	case chosen > c.Max:
		v.Lack = fmt.Sprintf(t.Say("choice.fewer"), c.Max, chosen-c.Max)
	}
	v.Count = fmt.Sprintf("%d / %d", chosen, c.Max)
	if c.Min != 0 && c.Min != c.Max {
		v.Count = fmt.Sprintf("%d / %d–%d", chosen, c.Min, c.Max)
	}
	return v
}

// chosenSign begins the label of a row's chosen button.
const chosenSign = "✓ "

// pressed returns "true" or "false" for a button of a row with a chosen button, else "".
func pressed(b chat.Button, row []chat.Button) string {
	chosen := func(b chat.Button) bool { return strings.HasPrefix(b.Label, chosenSign) }
	if !slices.ContainsFunc(row, chosen) {
		return ""
	}
	return strconv.FormatBool(chosen(b))
}

// chosenView is a choice with the data that its template needs.
type chosenView struct {
	*choiceView
	T    texts.Language
	Form string
	Ref  chat.Ref
}

// chosen returns the message's choice. Without cards it omits the cards, because they lie on the table.
func chosen(v screenView, cards bool) chosenView {
	c := chosenView{v.Choice, v.T, v.Form, v.Ref}
	if !cards {
		bare := *v.Choice
		bare.Groups = slices.DeleteFunc(slices.Clone(bare.Groups), func(g []chat.Option) bool { return g[0].Icon != "" })
		c.choiceView = &bare
	}
	return c
}
