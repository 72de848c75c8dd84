// Package paralleltest raises the number of tests that run in parallel. It is for packages whose tests mostly wait for
// pauses, programs or messages.
package paralleltest

import (
	"flag"
	"os"
	"testing"
)

// limit is the number of parallel tests in a package.
const limit = "9"

// Main runs the tests of a package with a raised limit, and exits. A TestMain calls it.
func Main(m *testing.M) {
	RaiseLimit()
	os.Exit(m.Run())
}

// RaiseLimit raises the number of parallel tests above the number of processors, unless the flag -test.parallel sets
// it. It parses the flags.
func RaiseLimit() {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		if err := flag.Set("test.parallel", limit); err != nil {
			panic(err)
		}
	}
}
