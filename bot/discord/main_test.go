package discord_test

import (
	"testing"

	"tarockbot/bot/bottest"
)

func TestMain(m *testing.M) { bottest.Main(m) }
