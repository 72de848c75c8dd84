package discordtest

import (
	"cmp"
	"net/http"
	"slices"

	"tarockbot/bot/platform/double"
)

// Application is the bot's application with its commands and emojis.
type Application struct {
	*base
	id         string
	commands   []Command
	registered int
	emojis     []AppEmoji
}

// Registered returns the commands and the number of times that the bot has registered them.
func (a *Application) Registered() (commands []Command, times int) {
	a.Lock()
	defer a.Unlock()
	return slices.Clone(a.commands), a.registered
}

// findSubcommand finds a registered subcommand and its group; group is empty if it has none.
func (a *Application) findSubcommand(name string) (sub Command, group string, ok bool) {
	a.Lock()
	defer a.Unlock()
	for _, c := range a.commands {
		for _, o := range c.Options {
			if c.Name != commandName {
				continue
			}
			if o.Type != typeGroup && o.Name == name {
				return o, "", true
			}
			if i := slices.IndexFunc(o.Options, func(x Command) bool { return x.Name == name }); o.Type == typeGroup && i >= 0 {
				return o.Options[i], o.Name, true
			}
		}
	}
	return Command{}, "", false
}

func (a *Application) serveSelf(q request) *response {
	a.id = cmp.Or(q.id, a.id)
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
	starts := func(c Command) bool { return c.Type == entryPoint }
	if slices.ContainsFunc(a.commands, starts) && !slices.ContainsFunc(commands, starts) {
		return refusal(http.StatusBadRequest, 50240, "You cannot remove this app's Entry Point command in a bulk update operation. Please include the Entry Point command in your update request or delete it separately.")
	}
	a.commands = commands
	a.registered++
	return success([]any{})
}
