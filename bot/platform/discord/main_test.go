package discord_test

import (
	"runtime/debug"
	"testing"

	"tarockbot/bot/platform/bottest"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // these tests make much garbage and keep little
	bottest.Main(m)
}
