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
type doublePresser struct {
	*discordtest.Person
	isDoubled func() bool
}

func (p doublePresser) Press(ctx context.Context, c platformtest.Control, values ...string) (string, error) {
	pressed := p.Start(c, values...)
	if p.isDoubled() {
		pressed.Redeliver()
	}
	return pressed.Wait(ctx)
}

// storm causes random faults in one match.
type storm struct {
	w          *world
	random     *rand.Rand
	faultsLeft int
	boardsLost int  // each is posted again
	ended      bool // the deleted board showed the match's end
}

// after more lost boards, the bot pauses
const maxBoardsLost = 3

func (s *storm) isDoubled() bool { return s.random.IntN(5) == 0 }

const (
	boardDeleted = 6 + iota
	editRefused
)

func (s *storm) maybeCauseFault() {
	if s.faultsLeft == 0 || s.random.IntN(6) > 0 {
		return
	}
	s.faultsLeft--
	kind := s.random.IntN(8)
	if kind >= boardDeleted {
		if s.boardsLost == maxBoardsLost {
			return
		}
		s.boardsLost++
	}
	messages := "(POST|PATCH|DELETE) /channels"
	switch kind {
	case 0:
		s.w.server.Fail(discordtest.Fault{Match: messages, Delay: 50 * time.Millisecond, Times: 3})
	case 1:
		s.w.server.Fail(discordtest.Fault{Match: messages, Status: http.StatusTooManyRequests, Wait: 300 * time.Millisecond})
	case 2:
		s.w.server.Fail(discordtest.Fault{Match: messages, Status: http.StatusBadGateway, CarriedOut: s.isDoubled()})
	case 3:
		s.w.server.Fail(discordtest.Fault{Match: "callback", Cut: true, CarriedOut: s.isDoubled()})
	case 4:
		s.w.server.Gateway.Drop()
	case 5:
		s.w.server.Gateway.SendOp(7, nil)
	case boardDeleted:
		if board, ok := s.w.anna.Board(); ok && !s.w.isMatchOver() {
			s.ended = showsMatchOver(s.w.server.Delete(board.Channel, board.ID))
		}
	case editRefused:
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
			w.startMatch(terms)
			s := &storm{w: w, random: rand.New(rand.NewPCG(seed, 1)), faultsLeft: *mishaps}
			anna, bert := platformtest.Patient{Client: doublePresser{w.anna, s.isDoubled}}, platformtest.Patient{Client: doublePresser{w.bert, s.isDoubled}}
			err := platformtest.Play(w.ctx, func() bool { s.maybeCauseFault(); return w.isMatchOver() || s.ended }, anna, bert)
			if err != nil {
				t.Fatalf("%v\n%s", err, &w.log)
			}
		})
	}
}
