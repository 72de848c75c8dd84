package bot_test

import (
	"fmt"
	"testing"
)

// TestBlockMany: a person can block only so many others.
func TestBlockMany(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 101 {
		w.mustSay(fmt.Sprint("p", i), "help")
	}
	for i := range 100 {
		w.mustSay("anna", fmt.Sprint("block @p", i))
	}
	w.refuses("anna", "block @p100", "blocked-many", "Max", 100)
}
