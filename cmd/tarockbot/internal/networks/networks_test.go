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

// TestDrivers: what each network tells of itself fits together: its keys and ids begin with its name, its examples are
// ids, and its switch is one of its keys.
func TestDrivers(t *testing.T) {
	t.Parallel()
	names := make(map[string]bool)
	for _, d := range all {
		if d.Name == "" || names[d.Name] {
			t.Errorf("a network is called %q", d.Name)
		}
		names[d.Name] = true
		hasSwitch := d.Switch == ""
		for _, s := range d.New().Settings() {
			hasSwitch = hasSwitch || s.Key == d.Switch
			if !strings.HasPrefix(s.Key, d.Name+".") && s.After == "" {
				t.Errorf("%s: the key %s belongs to another section, and doesn't say behind which key it stands", d.Name, s.Key)
			}
		}
		if !hasSwitch {
			t.Errorf("%s: there is no key %s", d.Name, d.Switch)
		}
		if id := d.People.Example; id != "" && !People.Form.MatchString(id) {
			t.Errorf("%s: %s is nobody", d.Name, id)
		}
		if id := d.Chats.Example; id != "" && !Chats.Form.MatchString(id) {
			t.Errorf("%s: %s is no chat", d.Name, id)
		}
		if p := d.New(); p.Enabled() && d.Switch != "" {
			t.Errorf("%s is enabled without %s", d.Name, d.Switch)
		}
	}
}

// TestNamedBy: each network that remembers people says what else its notes call them. On the page that is nothing: their name
// is all the data of a note, or the end of its key behind a slash.
func TestNamedBy(t *testing.T) {
	t.Parallel()
	platforms := map[string]chat.Platform{"local": (*web.Platform)(nil), "discord": (*discord.Platform)(nil), "telegram": (*telegram.Platform)(nil)}
	named := NamedBy()
	for _, d := range all {
		_, remembers := platforms[d.Name].(chat.Remembers)
		if says := named[d.Name] != nil; says != (remembers && d.Name != "local") {
			t.Errorf("%s remembers people: %v, and says what its notes call them: %v", d.Name, remembers, says)
		}
	}
}

// TestErrors: errors of networks are known for what they mean, however they are wrapped.
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
		if err := fmt.Errorf("run: %w", tt.err); Refuses(err) != tt.refused || IsTaken(err) != tt.taken {
			t.Errorf("%v: refused %v, taken %v", err, Refuses(err), IsTaken(err))
		}
	}
}
