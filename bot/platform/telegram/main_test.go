package telegram

import (
	"runtime/debug"
	"testing"

	"tarockbot/bot/platform/paralleltest"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // much garbage, little live data
	paralleltest.Main(m)
}
