package kosakeln

import (
	"testing"

	"tarockbot/engine/enginetest"
)

func TestLessons(t *testing.T) { enginetest.Lessons(t, Game) }
