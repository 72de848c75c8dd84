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

// doubled is somebody whose presses the network delivers twice now and then.
type doubled struct {
	*discordtest.Person
	twice func() bool
}

// Press presses, and that may arrive twice.
func (p doubled) Press(ctx context.Context, c platformtest.Control, values ...string) (string, error) {
	pressed := p.Start(c, values...)
	if p.twice() {
		pressed.Again()
	}
	return pressed.Wait(ctx)
}

// storm is what goes wrong in one match, by a seed.
type storm struct {
	w      *world
	chance *rand.Rand
	left   int  // mishaps to come
	gone   int  // boards that the bot must post anew
	ended  bool // the board that somebody deleted said that the match is over
}

// maxGone is how many boards the bot posts anew without a pause.
const maxGone = 3

func (s *storm) twice() bool { return s.chance.IntN(5) == 0 }

// Kinds of mishaps that make the bot post a board anew.
const (
	deleted = 6 + iota
	refused
)

// blow lets one thing go wrong now and then.
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
		s.w.server.Gateway.Say(7, nil)
	case deleted:
		if board, ok := s.w.anna.Board(); ok && !s.w.over() {
			s.ended = saysOver(s.w.server.Delete(board.Channel, board.ID))
		}
	case refused:
		s.w.server.Fail(discordtest.Fault{Match: "PATCH /channels", Status: http.StatusBadRequest, Code: 30046})
	}
}

// How much TestStorm plays.
var (
	storms  = flag.Uint64("storms", 1, "how many seeds of faults to play matches in")
	mishaps = flag.Int("mishaps", 4, "how many faults a match may have at most")
)

// TestStorm plays matches while all kinds of things go wrong; a failing seed
// can be played again.
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
