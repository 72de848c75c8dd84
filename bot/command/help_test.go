package command

import (
	"slices"
	"testing"

	"tarockbot/bot/screens"
)

// TestEveryCommandIsHelpedWith: each command that people type is on a page of the help.
func TestEveryCommandIsHelpedWith(t *testing.T) {
	t.Parallel()
	for _, c := range commands() {
		if c.topic != "" && !slices.Contains(screens.HelpTopics(), c.topic) {
			t.Errorf("the topic of %s is %q, which isn't on the help's page", c.name, c.topic)
		}
	}
}
