package main

import (
	"context"
	"errors"
	"strings"
	"testing"

	"tarockbot/cmd/tarockbot/internal/config"
)

// TestMaskLongest: a secret that begins with another is hidden whole.
func TestMaskLongest(t *testing.T) {
	t.Parallel()
	var m secretMask
	var out strings.Builder
	m.hide("hunter22", "hunter22-data")
	if _, err := m.WriteString(&out, "hunter22-data hunter22"); err != nil || out.String() != "[secret] [secret]" {
		t.Errorf("printed %q, %v", out.String(), err)
	}
}

// TestDoctorInterrupted: an examination that the operator ends says nothing of damage.
func TestDoctorInterrupted(t *testing.T) {
	t.Parallel()
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	if err := askDoctor(ctx, invocation{process: process{out: new(strings.Builder)}, config: config.Config{Data: "tarock.db"}}, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
