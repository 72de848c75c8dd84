package discord_test

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/platformtest"
)

func (w *world) controls(who *discordtest.Person) []platformtest.Control {
	w.t.Helper()
	controls, err := who.Controls(w.ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	return controls
}

// find waits for a control whose ID has the prefix.
func (w *world) find(who *discordtest.Person, prefix string) platformtest.Control {
	w.t.Helper()
	for {
		for _, c := range w.controls(who) {
			if strings.HasPrefix(c.ID, prefix) {
				return c
			}
		}
		if err := who.Changed(w.ctx); err != nil {
			w.t.Fatalf("%s isn't offered %q: %v\n%s", who.Name, prefix, err, &w.log)
		}
	}
}

func TestFault14DoubleClick(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var ids []string
		b := newBench(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
			ids = append(ids, in.ID)
			return chat.Answer{}, nil
		})
		b.show(public, "", screen("a board", "one"))
		c := b.find(b.bert, "one")
		first := b.bert.Start(c)
		first.Redeliver()
		second := b.bert.Start(c)
		if _, err := second.Wait(b.ctx); err != nil {
			t.Error(err)
		}
		if want := []string{first.ID(), first.ID(), second.ID()}; !slices.Equal(ids, want) || first.ID() == second.ID() {
			t.Errorf("the inputs have the IDs %q, want %q", ids, want)
		}
	})
}

// IDs and tokens become parts of paths.
func TestFault17Forged(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		b.mustSay(b.anna, "games")
		before := len(b.server.Requests())
		user := map[string]any{"id": annaID, "username": "anna"}
		for _, forged := range []map[string]any{
			{"id": "7/../../users/@me", "token": "t", "user": user},
			{"id": "7", "token": "../../../channels/1/messages", "user": user},
			{"id": "7", "token": "t?x=1", "user": user},
			{"id": "7", "token": "", "user": user},
			{"id": "7", "token": "t"},
			{"id": "7", "token": "t", "user": map[string]any{"id": "1001/x"}},
		} {
			forged["type"], forged["data"] = 3, map[string]any{"custom_id": "games"}
			b.server.Gateway.Dispatch("INTERACTION_CREATE", forged)
		}
		b.mustSay(b.bert, "games")
		if got := b.server.Requests()[before:]; len(got) != 1 {
			t.Errorf("requests: %q", got)
		}
	})
}

func TestFault18Deadline(t *testing.T) {
	t.Parallel()
	for _, delay := range []time.Duration{0, time.Second, 1500 * time.Millisecond, 5 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			b := newBench(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
				sleep(delay)
				if in.Line == "hand" {
					s := screen("a hand", "do it")
					return chat.Answer{Screen: &s}, nil
				}
				return chat.Answer{Alert: "done"}, nil
			})
			b.show(public, "", screen("a board", "one"))
			if answer := b.mustSay(b.anna, "hand"); !strings.Contains(answer, "a hand") {
				t.Errorf("after %v, the answer to a command is %q", delay, answer)
			}
			b.press(b.anna, "one")
			b.wait("the answer", func() bool {
				private := b.anna.Private()
				return strings.Contains(private[len(private)-1].Text(), "done")
			})
		})
	}
}

func TestFault18Overtaken(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
			sleep(2 * time.Second)
			return chat.Answer{Alert: "done " + in.Line}, nil
		})
		b.show(public, "", screen("a board", "one"))
		b.server.Fail(discordtest.Fault{Match: "callback", Times: -1, Delay: time.Second})
		if answer := b.mustSay(b.anna, "games"); answer != "done games" {
			t.Errorf("the answer to a command is %q", answer)
		}
		b.press(b.anna, "one")
		b.wait("the answer", func() bool { return hasPrivateText(b.anna, "done one") })
	})
}

func TestFault18OldToken(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		release := make(chan struct{})
		b := newBench(t, func(ctx context.Context, in chat.Input) (chat.Answer, error) {
			<-release
			return chat.Answer{Alert: "late"}, nil
		})
		b.show(public, "", screen("a board", "one"))
		pressed := b.anna.Start(b.find(b.anna, "one"))
		if _, err := pressed.Wait(b.ctx); err != nil {
			t.Error(err)
		}
		sleep(16 * time.Minute)
		close(release)
		b.mustSay(b.anna, "games")
		if n := b.server.Count("webhooks"); n > 0 {
			t.Errorf("the expired token was used %d times", n)
		}
	})
}

func TestFault18AnswerCut(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, done := range []bool{false, true} {
			b := newBench(t, echo)
			b.server.Fail(discordtest.Fault{Match: "callback", Cut: true, CarriedOut: done})
			if answer := b.mustSay(b.anna, "games"); answer != "games" {
				t.Errorf("answered %q", answer)
			}
			b.expectNoWarning()
		}
	})
}

// expectNoWarning checks that the bot logs no late or repeated answers.
func (b *bench) expectNoWarning() {
	b.t.Helper()
	b.mustSay(b.bert, "games")
	if strings.Contains(b.log.String(), "an answer was not sent") {
		b.t.Errorf("the bot logged an unsent answer:\n%s", &b.log)
	}
}

func TestFault18TooLate(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, echo)
		b.server.Fail(discordtest.Fault{Match: "callback", Status: http.StatusNotFound, Code: 10062})
		if _, err := b.anna.Command(b.ctx, "games"); !errors.Is(err, platformtest.ErrUnanswered) {
			t.Errorf("got the error %v for a refused answer, want ErrUnanswered", err)
		}
		b.expectNoWarning()
	})
}

func TestFault18InputFails(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var ids []string
		b := newBench(t, func(_ context.Context, in chat.Input) (chat.Answer, error) {
			ids = append(ids, in.ID)
			return chat.Answer{}, errors.New("busy")
		})
		if answer := b.mustSay(b.anna, "games"); !strings.Contains(answer, "nothing has changed") {
			t.Errorf("answered %q", answer)
		}
		if len(ids) != 2 || ids[0] != ids[1] {
			t.Errorf("the bot got the input as %q, want the same ID twice", ids)
		}
	})
}

func TestFault54Spam(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b, release := newHeldBench(t)
		c := b.find(b.anna, "one")
		var flood []discordtest.Pressed
		for range 100 {
			flood = append(flood, b.anna.Start(c))
		}
		for range 5 {
			if answer := b.pressControl(b.bert, c); answer != "done" {
				t.Errorf("the answer to another person is %q", answer)
			}
		}
		release()
		done, busy := 0, 0
		for _, pressed := range flood {
			switch answer, err := pressed.Wait(b.ctx); {
			case err == nil && answer == "done":
				done++
			case err == nil && strings.Contains(answer, "One thing at a time"):
				busy++
			default:
				t.Errorf("a flooding press is answered %q, %v", answer, err)
			}
		}
		const most = 16 + 1 // 16 wait, and the handler has one
		if done == 0 || done > most || busy == 0 {
			t.Errorf("%d of the flood were handled and %d refused", done, busy)
		}
	})
}

func TestAnsweredPageHasNoControls(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.mustSay(w.anna, "forget")
		question, ok := w.anna.Panel()
		controls := discordtest.ControlsOf(question)
		noButton := slices.IndexFunc(controls, func(c platformtest.Control) bool { return strings.HasSuffix(c.ID, " no") })
		if !ok || noButton < 0 {
			t.Fatalf("there is no question: %+v", question)
		}
		w.pressControl(w.anna, controls[noButton])
		private := w.anna.Private()
		if n := len(private); n != 1 || len(discordtest.ControlsOf(private[0])) > 0 || !strings.Contains(private[0].Text(), "stays as it is") {
			t.Errorf("the messages after the answer: %+v", private)
		}
	})
}

// Discord requires an answer to commands, but not to presses.
func TestRepeatedRefusal(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		b := newBench(t, func(context.Context, chat.Input) (chat.Answer, error) {
			return chat.Answer{Alert: "wait 1 s", Refused: true, Repeated: true}, nil
		})
		if answer, err := b.anna.Command(b.ctx, "games"); err != nil || answer != "wait 1 s" {
			t.Errorf("a command is answered %q, %v", answer, err)
		}
		b.show(public, "", screen("the board", "hand"))
		board, _ := b.anna.Board()
		if answer := b.pressControl(b.anna, discordtest.ControlsOf(board)[0]); answer != "" {
			t.Errorf("a press is answered %q", answer)
		}
	})
}
