package illustrated_test

import (
	"testing"

	"tarockbot/engine/enginetest"
	"tarockbot/engine/illustrated"
)

func TestContract(t *testing.T) {
	enginetest.CheckContract(t, illustrated.Game)
}
