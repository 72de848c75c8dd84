package discord_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"testing"
	"time"

	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/platformtest"
)

// The network sometimes delivers a press twice.
type doubled struct {
	*discordtest.Person
	twice func() bool
}

func (p doubled) Press(ctx context.Context, c platformtest.Control, values ...string) (string, error) {
	pressed := p.Start(c, values...)
	if p.twice() {
		pressed.Again()
	}
	return pressed.Wait(ctx)
}

// storm is the trouble in one match, by a seed.
type storm struct {
	w      *world
	chance *rand.Rand
	left   int  // future mishaps
	gone   int  // boards that the bot must post again
	ended  bool // the deleted board showed the match's end
}

// the bot pauses after more
const maxGone = 3

func (s *storm) twice() bool { return s.chance.IntN(5) == 0 }

const (
	deleted = 6 + iota
	refused
)

func (s *storm) blow() {
	if s.left == 0 || s.chance.IntN(6) > 0 {
		return
	}
	s.left--
	kind := s.chance.IntN(8)
	if kind >= deleted {
		if s.gone == maxGone {
			return
		}
		s.gone++
	}
	messages := "(POST|PATCH|DELETE) /channels"
	switch kind {
	case 0:
		s.w.server.Fail(discordtest.Fault{Match: messages, Delay: 50 * time.Millisecond, Times: 3})
	case 1:
		s.w.server.Fail(discordtest.Fault{Match: messages, Status: http.StatusTooManyRequests, Wait: 300 * time.Millisecond})
	case 2:
		s.w.server.Fail(discordtest.Fault{Match: messages, Status: http.StatusBadGateway, Done: s.twice()})
	case 3:
		s.w.server.Fail(discordtest.Fault{Match: "callback", Cut: true, Done: s.twice()})
	case 4:
		s.w.server.Gateway.Drop()
	case 5:
		s.w.server.Gateway.SendOp(7, nil)
	case deleted:
		if board, ok := s.w.anna.Board(); ok && !s.w.over() {
			s.ended = saysOver(s.w.server.Delete(board.Channel, board.ID))
		}
	case refused:
		s.w.server.Fail(discordtest.Fault{Match: "PATCH /channels", Status: http.StatusBadRequest, Code: 30046})
	}
}

var (
	storms  = flag.Uint64("storms", 1, "how many seeds of faults to play matches in")
	mishaps = flag.Int("mishaps", 4, "how many faults a match may have at most")
)

func TestStorm(t *testing.T) {
	t.Parallel()
	for seed := range *storms {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			w := newWorldOn(t, discordtest.Options{})
			w.sit(terms)
			s := &storm{w: w, chance: rand.New(rand.NewPCG(seed, 1)), left: *mishaps}
			anna, bert := platformtest.Patient{Client: doubled{w.anna, s.twice}}, platformtest.Patient{Client: doubled{w.bert, s.twice}}
			err := platformtest.Play(w.ctx, func() bool { s.blow(); return w.over() || s.ended }, anna, bert)
			if err != nil {
				t.Fatalf("%v\n%s", err, &w.log)
			}
		})
	}
}
