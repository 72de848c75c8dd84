package discordtest

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"tarockbot/bot/platform/double"
)

// Application holds the commands and emojis.
type Application struct {
	*shared
	id         string
	commands   []Command
	registered int
	emojis     []AppEmoji
}

// Registered returns the commands and the number of registrations.
func (a *Application) Registered() (commands []Command, times int) {
	a.Lock()
	defer a.Unlock()
	return slices.Clone(a.commands), a.registered
}

func (a *Application) findSubcommand(name string) (sub Command, group string, ok bool) {
	a.Lock()
	defer a.Unlock()
	isIt := func(c Command) bool { return c.Name == name }
	for _, c := range a.commands {
		if c.Name != commandName {
			continue
		}
		for _, o := range c.Options {
			if o.Type != typeGroup && isIt(o) {
				return o, "", true
			}
			if i := slices.IndexFunc(o.Options, isIt); o.Type == typeGroup && i >= 0 {
				return o.Options[i], o.Name, true
			}
		}
	}
	return Command{}, "", false
}

func (a *Application) serveSelf(q request) *response {
	a.id = cmp.Or(q.accepted.id(), a.id)
	return success(map[string]any{"id": a.id, "name": "tarockbot"})
}

func (a *Application) serveCommands(q request) *response {
	var commands []Command
	if err := double.DecodeStrict(q.body, &commands); err != nil {
		return invalid(err)
	}
	for _, c := range commands {
		if err := c.Check(); err != nil {
			return invalid(err)
		}
	}
	isEntryPoint := func(c Command) bool { return c.Type == entryPoint }
	if slices.ContainsFunc(a.commands, isEntryPoint) && !slices.ContainsFunc(commands, isEntryPoint) {
		return refusal(http.StatusBadRequest, 50240, "You cannot remove this app's Entry Point command in a bulk update operation. "+
			"Please include the Entry Point command in your update request or delete it separately.")
	}
	a.commands = commands
	a.registered++
	return success([]any{})
}

// AppEmoji is an emoji of the application.
type AppEmoji struct {
	ID, Name string
	PNG      []byte // nil for an initial emoji

	removed bool
}

// Discord documents these limits.
const (
	maxEmojis    = 2000
	maxEmojiSize = 256 << 10
)

var (
	emojiName   = regexp.MustCompile(`^\w{2,32}$`)
	emojiInText = regexp.MustCompile(`<a?:\w{2,32}:(\d+)>`)
)

// Emojis returns the application's emojis, oldest first.
func (a *Application) Emojis() []AppEmoji {
	return double.Locked(a, a.presentEmojis)
}

func (a *Application) presentEmojis() []AppEmoji {
	return slices.DeleteFunc(slices.Clone(a.emojis), func(e AppEmoji) bool { return e.removed })
}

// RemoveEmojis removes all emojis.
func (a *Application) RemoveEmojis() {
	a.Do(func() {
		for i := range a.emojis {
			a.emojis[i].removed = true
		}
	})
}

func (a *Application) serveEmojis(request) *response {
	items := []any{}
	for _, e := range a.presentEmojis() {
		items = append(items, e.asJSON())
	}
	return success(map[string]any{"items": items})
}

func (e AppEmoji) asJSON() map[string]any {
	return map[string]any{"id": e.ID, "name": e.Name, "animated": false, "available": true, "managed": false,
		"require_colons": true, "roles": []any{}}
}

func (a *Application) serveNewEmoji(q request) *response {
	var want struct {
		Name  string `json:"name"`
		Image string `json:"image"`
	}
	if err := json.Unmarshal(q.body, &want); err != nil {
		return invalid(err)
	}
	e := AppEmoji{ID: cmp.Or(q.accepted.id(), a.newID()), Name: want.Name}
	data, isPNG := strings.CutPrefix(want.Image, "data:image/png;base64,")
	var err error
	if e.PNG, err = base64.StdEncoding.DecodeString(data); err != nil || !isPNG {
		return invalid(fmt.Errorf("an image without PNG data: %w", err))
	}
	_, err = png.DecodeConfig(bytes.NewReader(e.PNG))
	switch {
	case err != nil || len(e.PNG) > maxEmojiSize:
		return invalid(fmt.Errorf("an image of %d bytes: %w", len(e.PNG), err))
	case !emojiName.MatchString(e.Name):
		return invalid(fmt.Errorf("emoji name %q", e.Name))
	case slices.ContainsFunc(a.presentEmojis(), func(x AppEmoji) bool { return x.Name == e.Name }):
		return invalid(fmt.Errorf("a second emoji with the name %q", e.Name))
	case len(a.presentEmojis()) >= maxEmojis:
		return refusal(http.StatusBadRequest, 30008, "Maximum number of emojis reached").withComplaint("too many emojis")
	}
	a.emojis = append(a.emojis, e)
	a.Signal()
	return &response{status: http.StatusCreated, body: e.asJSON()}
}

func (a *Application) serveDeleteEmoji(q request) *response {
	i := slices.IndexFunc(a.emojis, func(e AppEmoji) bool { return e.ID == q.parts[3] && !e.removed })
	if i < 0 {
		return refusal(http.StatusNotFound, 10014, "Unknown Emoji")
	}
	a.emojis[i].removed = true
	a.Signal()
	return &response{status: http.StatusNoContent}
}

// errRemovedEmoji isn't the bot's mistake: the bot can't know of the removal.
var errRemovedEmoji = errors.New("an emoji that was removed")

// Discord refuses removed emojis in components, but shows their names in texts.
func (a *Application) checkEmojis(d draft) error {
	texts := d.Content
	for _, c := range withNested(d.Components) {
		texts += "\n" + c.Content
		used := []*Emoji{c.Emoji}
		for _, o := range c.Options {
			used = append(used, o.Emoji)
		}
		for _, e := range used {
			if e == nil || e.ID == "" {
				continue
			}
			if known, err := a.emoji(e.ID); err != nil {
				return err
			} else if known.removed {
				return errRemovedEmoji
			}
		}
	}
	for _, found := range emojiInText.FindAllStringSubmatch(texts, -1) {
		if _, err := a.emoji(found[1]); err != nil {
			return err
		}
	}
	return nil
}

func (a *Application) emoji(id string) (AppEmoji, error) {
	i := slices.IndexFunc(a.emojis, func(e AppEmoji) bool { return e.ID == id })
	if i < 0 {
		return AppEmoji{}, fmt.Errorf("emoji %s", id)
	}
	return a.emojis[i], nil
}
