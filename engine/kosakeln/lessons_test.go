package kosakeln

import (
	"testing"

	"tarockbot/engine/enginetest/guides"
)

func TestLessons(t *testing.T) { guides.Lessons(t, Game) }
