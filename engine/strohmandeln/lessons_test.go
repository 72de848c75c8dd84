package strohmandeln

import (
	"testing"

	"tarockbot/engine/enginetest/guides"
)

func TestLessons(t *testing.T) { guides.CheckLessons(t, Game) }
