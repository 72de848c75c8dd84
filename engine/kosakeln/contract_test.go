package kosakeln_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/kosakeln"
)

func TestContract(t *testing.T) {
	enginetest.CheckContract(t, kosakeln.Game, kosakeln.Bamberger, kosakeln.Spieleversum)
}
