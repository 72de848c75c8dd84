package bottest

import (
	"flag"
	"os"
	"testing"
)

// atOnce is the number of parallel tests.
const atOnce = "9"

// Together raises the number of parallel tests above the number of processors, unless a flag sets it. It
// is for tests that mostly wait for pauses, programs or messages.
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

// Main runs a package's tests in parallel; see Together.
func Main(m *testing.M) {
	Together()
	os.Exit(m.Run())
}
