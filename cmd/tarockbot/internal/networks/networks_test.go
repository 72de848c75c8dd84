package networks

import (
	"fmt"
	"strings"
	"testing"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/discord"
	"tarockbot/bot/platform/telegram"
	"tarockbot/bot/platform/web"
)

func TestDrivers(t *testing.T) {
	t.Parallel()
	names := make(map[string]bool)
	for _, d := range all {
		if d.Name == "" || names[d.Name] {
			t.Errorf("a network has the name %q", d.Name)
		}
		names[d.Name] = true
		hasSwitch := d.EnableKey == ""
		for _, s := range d.New().Settings() {
			hasSwitch = hasSwitch || s.Key == d.EnableKey
			if !strings.HasPrefix(s.Key, d.Name+".") && s.After == "" {
				t.Errorf("%s: the key %s belongs to another section, but After is empty", d.Name, s.Key)
			}
		}
		if !hasSwitch {
			t.Errorf("%s: there is no key %s", d.Name, d.EnableKey)
		}
		if id := d.People.Example; id != "" && !People.Pattern.MatchString(id) {
			t.Errorf("%s: %s is not the id of a person", d.Name, id)
		}
		if id := d.Chats.Example; id != "" && !Chats.Pattern.MatchString(id) {
			t.Errorf("%s: %s is not the id of a chat", d.Name, id)
		}
		if p := d.New(); p.IsEnabled() && d.EnableKey != "" {
			t.Errorf("%s is enabled without %s", d.Name, d.EnableKey)
		}
	}
}

func TestNamesInNotes(t *testing.T) {
	t.Parallel()
	platforms := map[string]chat.Platform{"local": (*web.Platform)(nil), "discord": (*discord.Platform)(nil), "telegram": (*telegram.Platform)(nil)}
	named := NamesInNotes()
	for _, d := range all {
		_, remembers := platforms[d.Name].(chat.DataHolder)
		if hasNamesIn := named[d.Name] != nil; hasNamesIn != (remembers && d.Name != "local") {
			t.Errorf("%s implements chat.DataHolder: %v, has NamesIn: %v", d.Name, remembers, hasNamesIn)
		}
	}
}

func TestErrors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err            error
		refused, taken bool
	}{
		{discord.ErrToken, true, false},
		{discord.ErrIntents, true, false},
		{telegram.ErrToken, true, false},
		{telegram.ErrWebhook, true, false},
		{telegram.ErrConflict, false, true},
		{fmt.Errorf("another"), false, false},
	} {
		if err := fmt.Errorf("run: %w", tt.err); IsConfigError(err) != tt.refused || IsTaken(err) != tt.taken {
			t.Errorf("%v: refused %v, taken %v", err, IsConfigError(err), IsTaken(err))
		}
	}
}
