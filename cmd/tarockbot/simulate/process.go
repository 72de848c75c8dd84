package main

import (
	"context"
	"fmt"
	"sync/atomic"

	"tarockbot/bot"
)

type process struct {
	number     int
	bot        *bot.Bot
	store      *processStore
	killed     atomic.Bool // the process can't reach anyone
	cancel     context.CancelFunc
	returned   atomic.Bool
	err        error // valid once returned is set
	isShutDown bool  // the process may show nothing
}

func (p *process) String() string { return fmt.Sprint("process ", p.number) }

func (p *process) mustBeReplaced() bool { return p.returned.Load() || p.store.commitErr() != nil }
