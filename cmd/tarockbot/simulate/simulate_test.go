package main

import (
	"fmt"
	"os"
	"runtime"
	"testing"
)

func TestMain(m *testing.M) {
	runtime.GOMAXPROCS(1) // as in main
	os.Exit(m.Run())
}

// TestSameSeed: a seed is always the same evening. (The race detector would mix goroutines by
// chance.)
func TestSameSeed(t *testing.T) {
	for n := range uint64(16) {
		t.Run(fmt.Sprint("seed ", n), func(t *testing.T) {
			if a, b := evening(t, n), evening(t, n); a != b {
				t.Errorf("the evening went so: %+v, and then so: %+v", a, b)
			}
		})
	}
}
