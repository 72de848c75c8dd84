package bottest

import (
	"flag"
	"os"
	"testing"
)

// atOnce is how many tests run beside each other.
const atOnce = "9"

// Together runs more tests at once than there are processors, unless a flag says how
// many. It is for tests that mostly wait: for a network's pauses, for programs and
// for each other's messages.
func Together() {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		if err := flag.Set("test.parallel", atOnce); err != nil {
			panic(err)
		}
	}
}

// Main runs a package's tests together.
func Main(m *testing.M) {
	Together()
	os.Exit(m.Run())
}
