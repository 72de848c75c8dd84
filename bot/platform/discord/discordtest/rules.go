package discordtest

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// Discord documents these limits.
const (
	maxContent     = 2000
	maxText        = 4000
	maxComponents  = 40
	maxRows        = 5
	maxInRow       = 5
	maxID          = 100
	maxLabel       = 80
	maxOptions     = 25
	maxOption      = 100
	maxPlaceholder = 150
	maxNonce       = 25
)

func (d draft) checkPlain() error {
	switch n := utf8.RuneCountInString(d.Content); {
	case n > maxContent:
		return fmt.Errorf("content: %d characters", n)
	case n == 0 && len(d.Components) == 0 && len(d.Attachments) == 0:
		return errors.New("an empty message")
	case len(d.Components) > maxRows:
		return fmt.Errorf("%d rows", len(d.Components))
	}
	return checkComponents(d.Components, kindRow)
}

func (d draft) checkV2() error {
	text := 0
	for _, c := range withNested(d.Components) {
		text += utf8.RuneCountInString(c.Content)
	}
	switch n := len(withNested(d.Components)); {
	case d.Content != "":
		return errors.New("content beside components")
	case n > maxComponents:
		return fmt.Errorf("%d components", n)
	case n == 0:
		return errors.New("an empty message")
	case text > maxText:
		return fmt.Errorf("%d characters of text", text)
	}
	return checkComponents(d.Components, kindRow, kindText, kindContainer, kindGallery)
}

// top lists the kinds allowed outside of other components.
func checkComponents(components []Component, top ...int) error {
	for _, c := range components {
		if !slices.Contains(top, c.Type) {
			return fmt.Errorf("a component of kind %d at the top", c.Type)
		}
	}
	ids := make(map[string]bool)
	for _, c := range withNested(components) {
		if c.CustomID != "" && ids[c.CustomID] {
			return fmt.Errorf("custom_id %q twice", c.CustomID)
		}
		ids[c.CustomID] = true
		if err := c.check(); err != nil {
			return err
		}
	}
	return nil
}

func (c Component) check() error {
	pressable := c.Type == kindButton || c.Type == kindSelect || c.Type == kindChannels
	if n := utf8.RuneCountInString(c.CustomID); pressable && (n == 0 || n > maxID) {
		return fmt.Errorf("custom_id %q", c.CustomID)
	}
	switch c.Type {
	case kindRow:
		return c.checkRow()
	case kindButton:
		return c.checkButton()
	case kindSelect:
		return c.checkSelect()
	case kindChannels:
		return c.checkChannels()
	case kindText:
		if c.Content == "" {
			return errors.New("a text without text")
		}
	case kindContainer:
		if len(c.Components) == 0 {
			return errors.New("an empty container")
		}
	case kindGallery:
		return c.checkGallery()
	default:
		return fmt.Errorf("a component of kind %d", c.Type)
	}
	return nil
}

func (c Component) checkGallery() error {
	if n := len(c.Items); n == 0 || n > maxItems {
		return fmt.Errorf("a gallery of %d", n)
	}
	for _, item := range c.Items {
		if n := utf8.RuneCountInString(item.Description); n > maxDescription {
			return fmt.Errorf("a description of %d characters", n)
		}
	}
	return nil
}

func (c Component) checkRow() error {
	n := len(c.Components)
	if n == 0 || n > maxInRow {
		return fmt.Errorf("a row of %d", n)
	}
	for _, x := range c.Components {
		if x.Type != kindButton && (x.Type != kindSelect && x.Type != kindChannels || n > 1) {
			return fmt.Errorf("a component of kind %d in a row of %d", x.Type, n)
		}
	}
	return nil
}

func (c Component) checkButton() error {
	switch {
	case c.Label == "" && c.Emoji == nil:
		return errors.New("a button without label and emoji")
	case utf8.RuneCountInString(c.Label) > maxLabel:
		return fmt.Errorf("label %q", c.Label)
	case c.Style < 1 || c.Style > 4:
		return fmt.Errorf("style %d", c.Style)
	}
	return nil
}

func (c Component) checkChannels() error {
	switch {
	case len(c.Options) > 0:
		return errors.New("options in a select of channels")
	case c.MaxValues == nil || *c.MaxValues < 1 || *c.MaxValues > maxOptions || len(c.Defaults) > *c.MaxValues:
		return fmt.Errorf("a select of channels with %d chosen", len(c.Defaults))
	}
	for _, d := range c.Defaults {
		if d.Type != "channel" {
			return fmt.Errorf("a default of the type %q", d.Type)
		}
	}
	return nil
}

func (c Component) checkSelect() error {
	least, most, chosen := orOne(c.MinValues), orOne(c.MaxValues), 0
	switch n := len(c.Options); {
	case n == 0 || n > maxOptions:
		return fmt.Errorf("%d options", n)
	case least < 0 || most < 1 || least > most || most > n:
		return fmt.Errorf("a select of %d to %d from %d", least, most, n)
	case utf8.RuneCountInString(c.Placeholder) > maxPlaceholder:
		return fmt.Errorf("placeholder %q", c.Placeholder)
	}
	values := make(map[string]bool)
	for _, o := range c.Options {
		fits := hasLength(o.Label, 1, maxOption) && hasLength(o.Value, 1, maxOption) && hasLength(o.About, 0, maxOption)
		if !fits || values[o.Value] {
			return fmt.Errorf("option %q %q", o.Label, o.Value)
		}
		values[o.Value] = true
		if o.Default {
			chosen++
		}
	}
	if chosen > most {
		return fmt.Errorf("%d chosen of at most %d", chosen, most)
	}
	return nil
}

// Discord's default is 1.
func orOne(n *int) int {
	if n == nil {
		return 1
	}
	return *n
}
