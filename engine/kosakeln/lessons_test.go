package kosakeln

import (
	"testing"

	"tarockbot/engine/enginetest"
)

func TestLessons(t *testing.T) { enginetest.Lessons(t, Game) }

func TestCourse(t *testing.T) { enginetest.Course(t, Game) }
