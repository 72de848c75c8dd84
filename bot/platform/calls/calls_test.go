package calls_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/calls"
	"tarockbot/bot/platform/double"
)

// errNet is a network's failure after which a ping may have been posted.
var errNet = errors.New("cut off")

// fakeChannel is a channel in which pings are posted. The process dies after a number of steps, which alive counts down.
// Then all its requests fail until the next process starts.
type fakeChannel struct {
	double.Notes
	now   time.Time
	again time.Duration // how long the network recognizes a key
	alive int           // steps left; negative for no limit
	posts map[string]pinged
	loud  []string // what has made a sound
	there []string // the pings that are posted and not deleted
	err   error    // of the next ping
	stuck error    // of every try to delete a ping; nil: none
}

type pinged struct {
	ping string
	at   time.Time
}

var errDead = errors.New("the process is dead")

// step reports whether the process still lives.
func (s *fakeChannel) step() bool {
	if s.alive == 0 {
		return false
	}
	s.alive--
	return true
}

func (s *fakeChannel) Write(ctx context.Context, key string, data []byte) error {
	if !s.step() {
		return errDead
	}
	return s.Notes.Write(ctx, key, data)
}

func (s *fakeChannel) Ping(_ context.Context, call chat.Call, key string) (string, error) {
	if !s.step() {
		return "", errDead
	}
	if err := s.err; err != nil {
		s.err = nil
		return "", err
	}
	before, known := s.posts[key]
	if !known || s.now.Sub(before.at) >= s.again {
		before = pinged{fmt.Sprint("ping ", len(s.loud)), s.now}
		s.posts[key], s.loud, s.there = before, append(s.loud, fmt.Sprint(call.Thread, call.Number)), append(s.there, before.ping)
	}
	if !s.step() {
		return "", errDead
	}
	return before.ping, nil
}

func (s *fakeChannel) Delete(_ context.Context, ping string) error {
	if !s.step() {
		return errDead
	}
	if s.stuck == nil {
		s.there = slices.DeleteFunc(s.there, func(w string) bool { return w == ping })
	}
	return s.stuck
}

func newFakeChannel(again time.Duration) *fakeChannel {
	return &fakeChannel{now: time.Unix(1_000_000, 0), again: again, alive: -1, posts: make(map[string]pinged)}
}

// start is another process over the same notes.
func (s *fakeChannel) start() *calls.Calls {
	return calls.New(s, func() time.Time { return s.now }, s.again)
}

func turn(n int) *chat.Call {
	return &chat.Call{Thread: "t.0", Number: n, User: "x:1", Text: chat.Line{{Text: "your turn"}}}
}

// TestOnce tests that a call is made once, that a newer one replaces its ping, that a quiet one waits, and that no ping is
// left without a call.
func TestOnce(t *testing.T) {
	t.Parallel()
	quiet := turn(4)
	quiet.Quiet = true
	other := turn(1)
	other.Thread = "t.1"
	s := newFakeChannel(0)
	c := s.start()
	for i, step := range []struct {
		call        *chat.Call
		loud, there int
	}{
		{nil, 0, 0}, {turn(1), 1, 1}, {turn(1), 1, 1}, {turn(2), 2, 1}, {nil, 2, 0}, {turn(2), 2, 0},
		{other, 3, 1}, {turn(2), 3, 1}, {turn(3), 4, 1}, {quiet, 4, 0}, {turn(4), 5, 1}, {quiet, 5, 1}, {nil, 5, 0},
	} {
		if i%3 == 2 {
			c = s.start()
		}
		if err := c.Update(t.Context(), "c", "t", step.call, s); err != nil {
			t.Fatal(err)
		}
		if len(s.loud) != step.loud || len(s.there) != step.there {
			t.Errorf("step %d: %d calls, %d pings left, want %d and %d", i, len(s.loud), len(s.there), step.loud, step.there)
		}
	}
}

// TestCrash tests that nobody is called twice, wherever the process dies. If the network recognizes a repeated ping, and
// the next process starts soon, everybody is called.
func TestCrash(t *testing.T) {
	t.Parallel()
	for _, again := range []time.Duration{0, time.Minute} {
		for _, gone := range []time.Duration{time.Second, time.Hour} {
			for dies := range 8 {
				s := newFakeChannel(again)
				ignore(s.start().Update(t.Context(), "c", "t", turn(1), s))
				s.alive = dies
				ignore(s.start().Update(t.Context(), "c", "t", turn(2), s))
				s.alive = -1
				s.now = s.now.Add(gone)
				for range 2 {
					if err := s.start().Update(t.Context(), "c", "t", turn(2), s); err != nil {
						t.Fatal(err)
					}
				}
				if slices.Sort(s.loud); len(slices.Compact(slices.Clone(s.loud))) != len(s.loud) {
					t.Errorf("again %v, gone %v, died after %d steps: called twice: %v", again, gone, dies, s.loud)
				}
				if len(s.loud) != 2 && (again > gone || dies == 0) {
					t.Errorf("again %v, gone %v, died after %d steps: called %v", again, gone, dies, s.loud)
				}
			}
		}
	}
}

// TestNextAfterPending tests a call that follows one of which it is unknown whether it was made. The earlier one isn't
// tried again, and the next one's ping stays.
func TestNextAfterPending(t *testing.T) {
	t.Parallel()
	s := newFakeChannel(time.Minute)
	c := s.start()
	s.err = errNet
	for i, step := range []struct {
		n, loud, there int
		err            error
	}{{1, 0, 0, errNet}, {2, 1, 1, nil}, {2, 1, 1, nil}, {1, 1, 1, nil}} {
		if err := c.Update(t.Context(), "c", "t", turn(step.n), s); !errors.Is(err, step.err) {
			t.Fatal(err)
		}
		if len(s.loud) != step.loud || len(s.there) != step.there {
			t.Errorf("step %d: %d calls, %d pings left, want %d and %d", i, len(s.loud), len(s.there), step.loud, step.there)
		}
	}
}

func ignore(error) {}

// TestDeletedAtLast tests that a ping that can't be deleted is tried again, also by the next process, and that there is
// never another beside it.
func TestDeletedAtLast(t *testing.T) {
	t.Parallel()
	for _, stuck := range []error{errNet, chat.RetryAfter{Wait: time.Second}} {
		for _, again := range []time.Duration{0, time.Minute} {
			s := newFakeChannel(again)
			c := s.start()
			follow := func(call *chat.Call) error { return c.Update(t.Context(), "c", "t", call, s) }
			if err := follow(turn(1)); err != nil {
				t.Fatal(err)
			}
			s.stuck = stuck
			for i, call := range []*chat.Call{nil, nil, turn(2), nil, turn(3)} {
				if i == 3 {
					c = s.start()
				}
				if err := follow(call); !errors.As(err, new(chat.RetryAfter)) || len(s.there) != 1 || len(s.loud) != 1 {
					t.Errorf("%v, step %d: ends with %v; calls were %v, left are %v", stuck, i, err, s.loud, s.there)
				}
			}
			s.stuck = nil
			if err := follow(turn(3)); err != nil || len(s.there) != 1 || len(s.loud) != 2 {
				t.Errorf("%v: at last it ends with %v; calls were %v, left are %v", stuck, err, s.loud, s.there)
			}
			if err := follow(nil); err != nil || len(s.there) != 0 {
				t.Errorf("%v: left are %v, %v", stuck, s.there, err)
			}
		}
	}
}

// TestRefused tests that a ping is repeated that the network certainly hasn't got. One that it may have got is repeated
// only if the network would recognize it.
func TestRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		err   error
		again time.Duration
		want  int
	}{
		{chat.RetryAfter{Wait: time.Second}, 0, 1}, {chat.ErrUnsent, 0, 1}, {chat.ErrBlocked, time.Minute, 1},
		{errNet, 0, 0}, {errNet, time.Minute, 1},
	} {
		s := newFakeChannel(tt.again)
		s.err = tt.err
		c := s.start()
		err := c.Update(t.Context(), "c", "t", turn(1), s)
		if (err != nil) != (tt.want > 0) {
			t.Errorf("%v, again %v: the first try ends with %v", tt.err, tt.again, err)
		}
		ignore(c.Update(t.Context(), "c", "t", turn(1), s))
		if len(s.loud) != tt.want {
			t.Errorf("%v, again %v: called %d times, want %d", tt.err, tt.again, len(s.loud), tt.want)
		}
	}
}

// TestByPost tests that a new message makes its call without a ping, and makes it once, also across a crash.
func TestByPost(t *testing.T) {
	t.Parallel()
	quiet := turn(3)
	quiet.Quiet = true
	s := newFakeChannel(0)
	loud := 0
	post := func(call *chat.Call, err error) {
		got := s.start().Post(t.Context(), "c", "t", call, func(is bool) error {
			if is {
				loud++
			}
			return err
		})
		if !errors.Is(got, err) {
			t.Errorf("ends with %v, want %v", got, err)
		}
	}
	for i, step := range []struct {
		call *chat.Call
		err  error
		want int
	}{
		{nil, nil, 0}, {turn(1), nil, 1}, {turn(1), nil, 1}, {turn(2), chat.ErrUnsent, 2}, {turn(2), errNet, 3}, {turn(2), nil, 3},
		{quiet, nil, 3}, {turn(3), nil, 4},
	} {
		if post(step.call, step.err); loud != step.want {
			t.Errorf("step %d: %d posts were loud, want %d", i, loud, step.want)
		}
	}
	if err := s.start().Update(t.Context(), "c", "t", turn(3), s); err != nil || len(s.loud) != 0 {
		t.Errorf("called once more: %v, %v", s.loud, err)
	}
}

// TestBounded tests that the note of a channel doesn't grow without end, and that the newest records are kept.
func TestBounded(t *testing.T) {
	t.Parallel()
	s := newFakeChannel(0)
	c := s.start()
	for n := range 200 {
		s.now = s.now.Add(time.Second)
		if err := c.Update(t.Context(), "c", fmt.Sprint("table", n), turn(1), s); err != nil {
			t.Fatal(err)
		}
	}
	if data, _ := s.Read(t.Context(), "calls/c"); len(data) > 6000 {
		t.Errorf("%d bytes are kept", len(data))
	}
	if err := s.start().Update(t.Context(), "c", "table199", turn(1), s); err != nil || len(s.loud) != 200 {
		t.Errorf("%d calls, want 200; %v", len(s.loud), err)
	}
}

// TestOpenKept tests that an open call isn't made again while many others come and go, whether a ping or the message
// itself has made it.
func TestOpenKept(t *testing.T) {
	t.Parallel()
	s := newFakeChannel(0)
	c := s.start()
	update := func(about string, call *chat.Call) {
		t.Helper()
		s.now = s.now.Add(time.Second)
		if err := c.Update(t.Context(), "c", about, call, s); err != nil {
			t.Fatal(err)
		}
	}
	update("slow", turn(1))
	if err := c.Post(t.Context(), "c", "posted", turn(1), func(bool) error { return nil }); err != nil {
		t.Fatal(err)
	}
	c = s.start() // which posts one of them anew
	if err := c.Post(t.Context(), "c", "posted", turn(1), func(bool) error { return nil }); err != nil {
		t.Fatal(err)
	}
	update("slow", turn(1))
	for n := range 200 {
		update(fmt.Sprint("table", n), turn(1))
		update(fmt.Sprint("table", n), nil)
	}
	for _, about := range []string{"slow", "posted"} {
		before := len(s.loud)
		if update(about, turn(1)); len(s.loud) != before {
			t.Errorf("%s calls twice", about)
		}
	}
}

// TestForgotten tests that a call in progress doesn't bring back the note of a forgotten channel, and that a call that
// waits for it starts with an empty note.
func TestForgotten(t *testing.T) {
	t.Parallel()
	s := newFakeChannel(0)
	c := s.start()
	forgotten := []byte("forgotten")
	post := func(n int, err error, during func()) {
		got := c.Post(t.Context(), "c", "t", turn(n), func(loud bool) error {
			if !loud {
				t.Errorf("call %d is quiet", n)
			}
			during()
			return err
		})
		if !errors.Is(got, err) {
			t.Errorf("call %d ends with %v", n, got)
		}
	}
	post(1, chat.ErrUnsent, func() { // its note would be taken back
		c.Forget("c")
		ignore(s.Notes.Write(t.Context(), "calls/c", forgotten))
	})
	if data, _ := s.Read(t.Context(), "calls/c"); !bytes.Equal(data, forgotten) {
		t.Errorf("the note is back: %s", data)
	}
	done := make(chan struct{})
	post(2, nil, func() {
		ignore(s.Notes.Write(t.Context(), "calls/c", forgotten))
		go func() {
			defer close(done)
			post(2, nil, func() {})
		}()
		c.Forget("c")
	})
	<-done
}
