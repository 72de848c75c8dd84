// Package paralleltest runs more tests in parallel, for packages whose tests mostly wait.
package paralleltest

import (
	"flag"
	"os"
	"testing"
)

const limit = "9"

// Main runs a package's tests after RaiseLimit, and exits.
func Main(m *testing.M) {
	RaiseLimit()
	os.Exit(m.Run())
}

// RaiseLimit runs more tests than processors, unless -test.parallel is given. It parses the flags.
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
