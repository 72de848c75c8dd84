package messages_test

import (
	"testing"

	"tarockbot/bot/platform/bottest"
)

// TestStories: testdata/*.txt tell what people say and what they are answered.
func TestStories(t *testing.T) {
	t.Parallel()
	bottest.Stories(t, "testdata")
}
