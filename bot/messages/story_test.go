package messages_test

import (
	"testing"

	"tarockbot/bot/platform/bottest/stories"
)

func TestStories(t *testing.T) {
	t.Parallel()
	stories.Play(t, "testdata")
}
