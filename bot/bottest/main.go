package bottest

import (
	"flag"
	"os"
	"testing"
)

// atOnce is how many tests run beside each other.
const atOnce = "6"

// Main runs tests that mostly wait, for a network's pauses and for each other's
// messages: more of them at once than there are processors, unless a flag says
// how many.
func Main(m *testing.M) {
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
