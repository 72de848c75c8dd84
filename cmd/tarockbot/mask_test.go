package main

import (
	"strings"
	"testing"
)

func TestMaskHidesLongestSecret(t *testing.T) {
	t.Parallel()
	var m secretMask
	var out strings.Builder
	m.hide("hunter22", "hunter22-data")
	if _, err := m.WriteString(&out, "hunter22-data hunter22"); err != nil || out.String() != "[secret] [secret]" {
		t.Errorf("got %q, %v, want both secrets hidden", out.String(), err)
	}
}
