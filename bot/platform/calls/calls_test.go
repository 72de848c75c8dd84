package calls_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/calls"
	"tarockbot/bot/platform/double"
	"tarockbot/engine/enginetest/golden"
)

var errNet = errors.New("cut off")

// fakeChannel is a channel of a process that dies after stepsLeft steps.
type fakeChannel struct {
	double.Notes
	now         time.Time
	dedupWindow time.Duration
	stepsLeft   int // negative: no limit
	posts       map[string]pinged
	made        []string
	left        []string
	pingErr     error
	deleteErr   error
}

type pinged struct {
	ping string
	at   time.Time
}

var errDead = errors.New("the process is dead")

func (s *fakeChannel) step() bool {
	if s.stepsLeft == 0 {
		return false
	}
	s.stepsLeft--
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
	if err := s.pingErr; err != nil {
		s.pingErr = nil
		return "", err
	}
	before, known := s.posts[key]
	if !known || s.now.Sub(before.at) >= s.dedupWindow {
		before = pinged{fmt.Sprint("ping ", len(s.made)), s.now}
		s.posts[key], s.made, s.left = before, append(s.made, fmt.Sprint(call.Subject, call.Number)), append(s.left, before.ping)
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
	if s.deleteErr == nil {
		s.left = slices.DeleteFunc(s.left, func(w string) bool { return w == ping })
	}
	return s.deleteErr
}

func newFakeChannel(dedupWindow time.Duration) *fakeChannel {
	return &fakeChannel{now: time.Unix(1_000_000, 0), dedupWindow: dedupWindow, stepsLeft: -1, posts: make(map[string]pinged)}
}

func (s *fakeChannel) start() *calls.Calls {
	return calls.New(s, func() time.Time { return s.now }, s.dedupWindow)
}

func turn(n int) *chat.Call {
	return &chat.Call{Subject: "t.0", Number: n, User: "x:1", Text: chat.Line{{Text: "your turn"}}}
}

// TestStories prints, after each update, how many pings were made and how many are left.
func TestStories(t *testing.T) {
	t.Parallel()
	golden.Transcript(t, "testdata/calls.txt", func(string) (golden.Play, error) {
		s := newFakeChannel(0)
		return (&story{s, s.start()}).play, nil
	})
}

type story struct {
	*fakeChannel
	calls *calls.Calls
}

func (s *story) play(input string) (output []string, err error) {
	errs := map[string]error{"cut off": errNet, "later": chat.RetryAfter{Wait: time.Second},
		"unsent": chat.ErrUnsent, "blocked": chat.ErrBlocked}
	act, fails, _ := strings.Cut(input, ": ")
	words := strings.Fields(act)
	switch words[0] {
	case "recognize":
		s.dedupWindow, err = time.ParseDuration(words[1])
		s.calls = s.start()
	case "restart":
		s.calls = s.start()
	case "ping":
		s.pingErr = errs[fails]
	case "deletions":
		s.deleteErr = errs[fails]
	case "update":
		err := s.calls.Update(context.Background(), "c", "t", callOf(act), s)
		ended := strings.ReplaceAll(cmp.Or(err, errNone).Error(), "\n", ", ")
		output = []string{fmt.Sprintf("%d made, %d left, %s", len(s.made), len(s.left), ended)}
	case "post":
		err := s.start().Post(context.Background(), "c", "t", callOf(act), func(loud bool) error {
			output = []string{fmt.Sprint("loud: ", loud)}
			return errs[fails]
		})
		output[0] += fmt.Sprint(", ", cmp.Or(err, errNone))
	}
	return output, err
}

var errNone = errors.New("fine")

func callOf(act string) *chat.Call {
	var n int
	if _, err := fmt.Sscan(strings.Trim(strings.Fields(act)[1], ","), &n); err != nil {
		return nil
	}
	c := turn(n)
	c.Suppressed = strings.Contains(act, "quietly")
	if strings.Contains(act, "another thread") {
		c.Subject = "t.1"
	}
	return c
}

// TestCrash: wherever the process dies, nobody is called twice.
func TestCrash(t *testing.T) {
	t.Parallel()
	for _, dedupWindow := range []time.Duration{0, time.Minute} {
		for _, downTime := range []time.Duration{time.Second, time.Hour} {
			for steps := range 8 {
				s := newFakeChannel(dedupWindow)
				ignore(s.start().Update(t.Context(), "c", "t", turn(1), s))
				s.stepsLeft = steps
				ignore(s.start().Update(t.Context(), "c", "t", turn(2), s))
				s.stepsLeft = -1
				s.now = s.now.Add(downTime)
				for range 2 {
					if err := s.start().Update(t.Context(), "c", "t", turn(2), s); err != nil {
						t.Fatal(err)
					}
				}
				if slices.Sort(s.made); len(slices.Compact(slices.Clone(s.made))) != len(s.made) {
					t.Errorf("dedupe window %v, down for %v, died after %d steps: called twice: %v", dedupWindow, downTime, steps, s.made)
				}
				if len(s.made) != 2 && (dedupWindow > downTime || steps == 0) {
					t.Errorf("dedupe window %v, down for %v, died after %d steps: got %v, want two calls", dedupWindow, downTime, steps, s.made)
				}
			}
		}
	}
}

func ignore(error) {}

func TestNoteSizeIsBounded(t *testing.T) {
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
		t.Errorf("the note has %d bytes, want 6000 at most", len(data))
	}
	if err := s.start().Update(t.Context(), "c", "table199", turn(1), s); err != nil || len(s.made) != 200 {
		t.Errorf("%d calls, want 200; %v", len(s.made), err)
	}
}

func TestOpenCallsAreKept(t *testing.T) {
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
	c = s.start()
	if err := c.Post(t.Context(), "c", "posted", turn(1), func(bool) error { return nil }); err != nil {
		t.Fatal(err)
	}
	update("slow", turn(1))
	for n := range 200 {
		update(fmt.Sprint("table", n), turn(1))
		update(fmt.Sprint("table", n), nil)
	}
	for _, about := range []string{"slow", "posted"} {
		before := len(s.made)
		if update(about, turn(1)); len(s.made) != before {
			t.Errorf("message %q calls twice", about)
		}
	}
}

func TestForgetDuringPost(t *testing.T) {
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
			t.Errorf("call %d: got %v, want %v", n, got, err)
		}
	}
	post(1, chat.ErrUnsent, func() {
		c.Forget("c")
		ignore(s.Notes.Write(t.Context(), "calls/c", forgotten))
	})
	if data, _ := s.Read(t.Context(), "calls/c"); !bytes.Equal(data, forgotten) {
		t.Errorf("the deleted note is back: %s", data)
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
