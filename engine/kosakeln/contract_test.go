package kosakeln_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/kosakeln"
)

func TestContract(t *testing.T) {
	enginetest.Run(t, kosakeln.Game, enginetest.Config{ZeroSum: []string{kosakeln.Bamberger, kosakeln.Spieleversum}})
}
