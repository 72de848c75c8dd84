//go:build linux || darwin || freebsd

package main

import (
	"time"

	"golang.org/x/sys/unix"
)

// machineTime is what the machine's own clock shows, also where time is virtual.
func machineTime() time.Duration {
	var now unix.Timespec
	_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &now) // it fails for clocks that don't exist
	return time.Duration(now.Nano())
}
