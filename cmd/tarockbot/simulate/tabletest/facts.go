package tabletest

import (
	"time"

	"tarockbot/bot/match"
	"tarockbot/engine"
)

// facts are the time and the state of the only network. They implement match.Facts.
type facts struct {
	running     time.Duration
	connected   time.Duration // the part of running with the network up
	networkDown bool
	offline     engine.Seats // seats without a network
}

func (f *facts) passTime(d time.Duration) {
	f.running += d
	if !f.networkDown {
		f.connected += d
	}
}

func (f *facts) Now() time.Time { return time.Unix(1_800_000_000, 0).Add(f.running) }

func (f *facts) RunningTime() time.Duration { return f.running }

func (f *facts) ConnectedTime(string) time.Duration { return f.connected }

func (f *facts) IsDown(string) bool { return f.networkDown }

func (f *facts) ClockPlatform(_ *match.Table, s engine.Seat) string {
	if f.offline.Has(s) {
		return ""
	}
	return "net"
}

func (f *facts) WantsReminder(_ match.Chair, stage int) bool { return stage%2 == 0 }
