package bot_test

import (
	"os"
	"runtime/debug"
	"testing"
)

func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // these tests make much garbage and keep little
	os.Exit(m.Run())
}
