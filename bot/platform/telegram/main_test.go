package telegram

import (
	"runtime/debug"
	"testing"

	"tarockbot/bot/platform/paralleltest"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // these tests make much garbage and keep little
	paralleltest.Main(m)
}
