package messages_test

import (
	"testing"

	"tarockbot/bot/platform/bottest/stories"
)

// TestStories: testdata/*.txt tell what people say and what they are answered.
func TestStories(t *testing.T) {
	t.Parallel()
	stories.Play(t, "testdata")
}
