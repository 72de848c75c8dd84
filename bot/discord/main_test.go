package discord_test

import (
	"flag"
	"os"
	"testing"
)

// atOnce is how many tests run beside each other: they mostly wait for the
// network's pauses, so it doesn't depend on the number of processors.
const atOnce = "6"

func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		if err := flag.Set("test.parallel", atOnce); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}
