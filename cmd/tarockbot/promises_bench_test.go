package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/storage/postgres/pgtest"
)

// BenchmarkTakeOver measures how long no node acts once the one that acts is killed, or told to end. Tests
// demand it of a night.
func BenchmarkTakeOver(b *testing.B) {
	for name, signal := range map[string]os.Signal{"killed": syscall.SIGKILL, "ended": syscall.SIGTERM} {
		b.Run(name, func(b *testing.B) {
			n, acts := newNodes(b, pgtest.Shared(b)), 0
			n.start(acts)
			n.await(acts, "ok")
			for b.Loop() {
				b.StopTimer()
				next := 1 - acts
				n.start(next)
				n.await(next, "standing by")
				b.StartTimer()
				n.all[acts].signal(b, signal)
				n.await(next, "ok")
				b.StopTimer()
				n.all[acts].ended(b)
				acts = next
				b.StartTimer()
			}
		})
	}
}

// BenchmarkDatabaseBack measures how long a node takes to act again once its database is back.
func BenchmarkDatabaseBack(b *testing.B) {
	n := newNodes(b, pgtest.Start(b, ""))
	n.start(0)
	n.await(0, "ok")
	for b.Loop() {
		b.StopTimer()
		n.cluster.Kill(b)
		n.awaitAway(0)
		n.cluster.Serve(b)
		b.StartTimer()
		n.await(0, "ok")
	}
}

// BenchmarkSecondInstance measures how long a bot takes to give up a data file that another one uses.
func BenchmarkSecondInstance(b *testing.B) {
	data := filepath.Join(b.TempDir(), "tarock.db")
	start(b, data)
	for b.Loop() {
		if got := tarockbot(b, "run", "--data", data, "--local.listen", "127.0.0.1:0"); got.code != exit.Locked {
			b.Fatalf("exit %d: %s", got.code, got.err)
		}
	}
}
