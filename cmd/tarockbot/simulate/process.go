package main

import (
	"context"
	"fmt"
	"sync/atomic"

	"tarockbot/bot"
)

// process is one run of the bot.
type process struct {
	number     int // counts the processes of an evening from 1
	bot        *bot.Bot
	store      *processStore
	killed     atomic.Bool        // the process can't reach anyone
	cancel     context.CancelFunc // tells bot.Run to return
	returned   atomic.Bool        // bot.Run has returned
	err        error              // result of bot.Run, once it has returned
	isShutDown bool               // shutDown is over: the process may show nothing
}

// String returns the process's name in the history.
func (p *process) String() string { return fmt.Sprint("process ", p.number) }

// mustBeReplaced reports whether the process's bot has returned, or has no store to work with.
func (p *process) mustBeReplaced() bool { return p.returned.Load() || p.store.commitErr() != nil }
