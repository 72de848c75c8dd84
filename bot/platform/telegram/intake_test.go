package telegram

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/bot/platform/double"
	"tarockbot/bot/platform/telegram/telegramtest"
	"tarockbot/bot/support/retry"
)

func TestFault01Duplicate(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		anna := r.server.Person("Anna")
		message := map[string]any{"message_id": 5, "date": 1, "chat": map[string]any{"id": anna.ID, "type": "private"},
			"from": map[string]any{"id": anna.ID, "first_name": "Anna"}, "text": "/practice"}
		id := r.server.Updates.Push("message", message)
		r.awaitConfirmed()
		r.server.Updates.Redeliver(id, "message", message)
		r.awaitConfirmed()
		r.restart()
		r.server.Updates.Redeliver(id, "message", message)
		r.awaitConfirmed()
		for _, in := range r.received() {
			if in.ID != fmt.Sprint("telegram:", id) {
				t.Errorf("got input %q, want the update %d", in.ID, id)
			}
		}
		if n := len(r.received()); n != 3 {
			t.Errorf("got %d inputs, want 3", n)
		}
	})
}

func TestFault01OneAnswer(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		release := make(chan struct{})
		r := stoppedRig(t)
		page := board("Rules", "more")
		r.handle = answerWith(func(in chat.Input) chat.Answer {
			<-release
			return map[string]chat.Answer{"rules": {Page: "rules", Screen: &page}, "games": {Alert: "fine"}}[in.Line]
		})
		anna := r.newPerson("Anna")
		incoming := newIntake(r.ctx, r.platform, r.recordInput)
		acceptBoth := func() {
			for id, text := range map[int]string{7: "/games", 8: "/rules"} {
				raw := fmt.Sprintf(`{"update_id":%d,"message":{"message_id":%[1]d,"date":1,"chat":{"id":%d,"type":"private"},"from":{"id":%[2]d,"first_name":"Anna"},"text":%q}}`, id, anna.ID, text)
				incoming.accept(r.ctx, json.RawMessage(raw), func(err error) {
					if err != nil {
						t.Errorf("%s: %v", text, err)
					}
				})
			}
		}
		acceptBoth()
		acceptBoth()
		close(release)
		incoming.queues.Idle(context.Background())
		acceptBoth()
		incoming.queues.Idle(context.Background())
		if n := len(r.received()); n != 6 {
			t.Errorf("got %d inputs, want 6", n)
		}
		if sent := anna.Private().All(); len(sent) != 2 {
			t.Errorf("got %d answers, want 2: %s", len(sent), textsIn(anna.Private()))
		}
	})
}

type gate struct {
	held    map[string]chan struct{}
	entered chan string
}

func newGate(lines ...string) *gate {
	g := &gate{held: make(map[string]chan struct{}), entered: make(chan string, 100)}
	for _, l := range lines {
		g.held[l] = make(chan struct{})
	}
	return g
}

func (g *gate) handle(ctx context.Context, in chat.Input) (chat.Answer, error) {
	if c, ok := g.held[in.Line]; ok {
		g.entered <- in.Line
		select {
		case <-c:
		case <-ctx.Done():
			return chat.Answer{}, ctx.Err()
		}
	}
	return chat.Answer{}, nil
}

// TestFault02NotConfirmedBeforeHandled: an update in progress and its successors aren't confirmed, and return after a
// stop.
func TestFault02NotConfirmedBeforeHandled(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		g := newGate("hold")
		r := newRig(t, g.handle)
		people := []*telegramtest.Person{r.server.Person("Anna"), r.server.Person("Bert"), r.server.Person("Cilli")}
		before := people[0].Says(people[0].Private(), "before")
		r.wait("the first update's confirmation", func() bool { return r.server.Updates.Confirmed(before) })
		held := people[1].Says(people[1].Private(), "hold")
		<-g.entered
		after := people[2].Says(people[2].Private(), "after")
		r.wait("the last update", func() bool { return slices.Contains(r.lines(), "after") })
		r.awaitPolls(2)
		if r.server.Updates.Confirmed(held) || r.server.Updates.Confirmed(after) {
			t.Error("confirmed an unhandled update")
		}
		if err := r.end(); err != nil {
			t.Fatal(err)
		}
		close(g.held["hold"])
		if r.server.Updates.Confirmed(held) {
			t.Error("the last poll confirmed an unhandled update")
		}
		r.restart()
		r.awaitConfirmed()
		if n := strings.Count(strings.Join(r.lines(), " "), "hold"); n != 2 {
			t.Errorf("the held update was handled %d times, want 2", n)
		}
	})
}

func TestFault02ConfirmedAtTheEnd(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		release := make(chan struct{})
		r := newRig(t, answerWith(func(chat.Input) chat.Answer { <-release; return chat.Answer{} }))
		anna := r.server.Person("Anna")
		id := anna.Says(anna.Private(), "help")
		r.wait("the input", func() bool { return len(r.received()) > 0 })
		ended := make(chan error, 1)
		go func() { ended <- r.end() }()
		polls := len(r.server.Requests("getUpdates"))
		retry.Sleep(r.ctx, 2*stuckPause) // the current poll has ended
		if n := len(r.server.Requests("getUpdates")); n > polls+1 {
			t.Errorf("%d polls after the stop, want 1 at most", n-polls)
		}
		close(release)
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		if !r.server.Updates.Confirmed(id) {
			t.Error("the handled update isn't confirmed")
		}
		stopped, stop := context.WithCancel(r.ctx)
		stop()
		newIntake(r.ctx, r.platform, r.recordInput).accept(stopped, json.RawMessage(validUpdate), func(err error) {
			if !errors.Is(err, context.Canceled) {
				t.Errorf("an update after the stop: got %v, want context.Canceled", err)
			}
		})
	})
}

func TestFault03Poison(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		anna := r.server.Person("Anna")
		chat := map[string]any{"id": anna.ID, "type": "private"}
		poison := []any{
			map[string]any{"chat": chat, "from": map[string]any{"id": anna.ID}, "old_chat_member": map[string]any{"status": "astronaut"}},
			map[string]any{"chat": "five"},
			strings.Repeat("x", 3*maxQuarantined),
			[]any{1, 2, 3},
		}
		var ids []int64
		for _, body := range poison {
			ids = append(ids, r.server.Updates.Push("my_chat_member", body))
		}
		anna.Says(anna.Private(), "help")
		r.wait("the next update", func() bool { return slices.Contains(r.lines(), "help") })
		r.awaitConfirmed()
		if strings.Contains(r.log.String(), "update not settled") {
			t.Errorf("an unreadable update was retried while others waited:\n%s", r.log)
		}
		for _, id := range ids {
			kept, err := r.notes.Read(t.Context(), fmt.Sprint("quarantine/", id))
			if err != nil || len(kept) == 0 || len(kept) > maxQuarantined {
				t.Errorf("update %d: %d bytes in quarantine, %v", id, len(kept), err)
			}
		}
	})
}

func TestFault03StoreDown(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.notes.Fail(errors.New("disk gone"))
		id := r.server.Updates.Push("my_chat_member", []any{})
		r.awaitPolls(3)
		if r.server.Updates.Confirmed(id) {
			t.Error("confirmed an update that is neither handled nor in quarantine")
		}
		r.notes.Fail(nil)
		r.awaitConfirmed()
		if len(r.notes.Keys("quarantine/")) != 1 {
			t.Error("the update isn't in quarantine after the store works again")
		}
	})
}

func TestFault04Order(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		var running, maxRunning atomic.Int32
		r := newRig(t, func(ctx context.Context, in chat.Input) (chat.Answer, error) {
			maxRunning.Store(max(maxRunning.Load(), running.Add(1)))
			defer running.Add(-1)
			retry.Sleep(ctx, time.Duration(len(in.ID)*7919%5)*time.Millisecond+time.Duration(in.ID[len(in.ID)-1]%7)*time.Millisecond)
			return chat.Answer{}, nil
		})
		var groups []*telegramtest.Chat
		for i := range 4 {
			groups = append(groups, r.server.Group("supergroup", fmt.Sprint("Group ", i)))
		}
		var people []*telegramtest.Person
		for i := range 8 {
			people = append(people, r.server.Person(fmt.Sprint("Person", i)))
		}
		for n := range 160 {
			people[n%8].Says(groups[n/8%4], fmt.Sprintf("/hand %d", n))
		}
		r.awaitConfirmed()
		last := make(map[string]int)
		for _, in := range r.received() {
			var n int
			if _, err := fmt.Sscanf(in.Line, "hand %d", &n); err != nil {
				t.Fatal(err)
			}
			for _, key := range []string{string(in.User), string(in.Chat)} {
				if n < last[key] {
					t.Errorf("%s: input %d came after %d", key, n, last[key])
				}
				last[key] = n
			}
		}
		if len(r.received()) != 160 || maxRunning.Load() < 2 {
			t.Errorf("got %d inputs, at most %d at once; want 160, at least 2", len(r.received()), maxRunning.Load())
		}
	})
}

func TestFault05SlowHandler(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		g := newGate("hold")
		r := newRig(t, g.handle)
		anna, bert := r.server.Person("Anna"), r.server.Person("Bert")
		anna.Says(anna.Private(), "hold")
		<-g.entered
		for n := range 10 {
			line := fmt.Sprint("line ", n)
			bert.Says(bert.Private(), line)
			r.wait("the other person's update", func() bool { return slices.Contains(r.lines(), line) })
		}
		started := time.Now()
		const more = 5
		r.awaitPolls(more)
		if d := time.Since(started); d < (more-1)*grace {
			t.Errorf("%d polls took only %v", more, d)
		}
		close(g.held["hold"])
		r.awaitConfirmed()
	})
}

// TestFault06Panic: a panic affects no other update and isn't retried for ever.
func TestFault06Panic(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for notesBroken, tries := range map[bool]int{false: faultTries, true: 2 * faultTries} {
			r := stoppedRig(t)
			config := r.config()
			if notesBroken {
				config.Notes = &panickingNotes{Notes: &r.notes}
			}
			r.platform = r.open(config)
			r.handle = answerWith(func(in chat.Input) chat.Answer {
				if in.Line == "boom" {
					panic(fmt.Sprint("hand: ", "XXI"))
				}
				return chat.Answer{}
			})
			r.run()
			anna, bert := r.server.Person("Anna"), r.server.Person("Bert")
			id := anna.Says(anna.Private(), "boom")
			anna.Says(anna.Private(), "after")
			bert.Says(bert.Private(), "other")
			r.awaitConfirmed()
			if n := strings.Count(strings.Join(r.lines(), " "), "boom"); n != tries {
				t.Errorf("notes broken %v: tried %d times, want %d", notesBroken, n, tries)
			}
			if !slices.Contains(r.lines(), "after") || !slices.Contains(r.lines(), "other") {
				t.Errorf("notes broken %v: got lines %q", notesBroken, r.lines())
			}
			if kept, _ := r.notes.Read(t.Context(), fmt.Sprint("quarantine/", id)); len(kept) == 0 {
				t.Errorf("notes broken %v: not in quarantine", notesBroken)
			}
			if strings.Contains(r.log.String(), "XXI") {
				t.Error("the panic's value is in the log")
			}
		}
	})
}

type panickingNotes struct {
	*double.Notes
	panicked atomic.Bool
}

func (n *panickingNotes) Write(ctx context.Context, key string, data []byte) error {
	if strings.HasPrefix(key, "quarantine/") && !n.panicked.Swap(true) {
		panic("no room")
	}
	return n.Notes.Write(ctx, key, data)
}

func TestFailedHandlerIsRetried(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, webhook := range []bool{true, false} {
			for err, times := range map[error]int32{errors.New("busy"): 2, fmt.Errorf("%w: the store is away", chat.ErrNotNow): maxTries + 1} {
				r := stoppedRig(t)
				handle, calls := failingHandler(err, times)
				r.webhook, r.handle = webhook, handle
				r.platform = r.open(r.config())
				r.run()
				anna := r.server.Person("Anna")
				anna.Says(anna.Private(), "help")
				r.awaitConfirmed()
				if n := calls.Load(); n != times+1 || len(r.notes.Keys("quarantine/")) != 0 {
					t.Errorf("webhook %v, %v: handled %d times, quarantine: %v", webhook, err, n, r.notes.Keys("quarantine/"))
				}
			}
		}
	})
}

// TestFault10PollsAgain: polling survives a hanging poll and a few conflicts. The previous request may cause conflicts.
func TestFault10PollsAgain(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		for _, fault := range []telegramtest.Fault{
			{Hang: true},
			{Times: maxConflicts - 1, Status: http.StatusConflict, Text: "Conflict: terminated by other getUpdates request"},
		} {
			r := stoppedRig(t)
			fault.Match = "getUpdates"
			r.server.Fail(fault)
			r.run()
			r.expectOneInput()
		}
	})
}

// TestFault10Blackhole: wherever a connection hangs, a poll ends 10 s after its deadline.
func TestFault10Blackhole(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, url string
		serve     func(net.Conn) // nil: no connection is established
		ownLimit  bool           // the client gives up without the poll's deadline
	}{
		{"no connection", "http://telegram.test", nil, false},
		{"no handshake", "https://telegram.test", discardAll, true},
		{"no answer", "http://telegram.test", discardAll, true},
		{"half an answer", "http://telegram.test", func(c net.Conn) {
			go discardAll(c)
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client := blackhole(c.serve)
				p, err := New(Config{Token: telegramtest.Token, APIURL: c.url, Client: client, Vocabularies: bottest.Vocabularies(t), Notes: new(double.Notes)})
				if err != nil {
					t.Fatal(err)
				}
				began := time.Now()
				_, err = p.client.getUpdates(t.Context(), 0, p.config.Poll)
				if took := time.Since(began); err == nil || took > 75*time.Second {
					t.Errorf("a poll was given up after %v: %v", took, err)
				}
				if began = time.Now(); c.ownLimit {
					answer, err := client.Get(c.url)
					if err == nil {
						_ = answer.Body.Close()
					}
					if took := time.Since(began); err == nil || took > 75*time.Second {
						t.Errorf("the client gave up after %v: %v", took, err)
					}
				}
				<-time.After(systemConnectTimeout)
			})
		})
	}
}

const systemConnectTimeout = 127 * time.Second

func blackhole(serve func(net.Conn)) *http.Client {
	client := newClient()
	transport := client.Transport.(*http.Transport)
	transport.Proxy = nil
	transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
		if serve == nil {
			retry.Sleep(ctx, systemConnectTimeout)
			return nil, context.DeadlineExceeded
		}
		here, there := net.Pipe()
		go serve(there)
		return here, nil
	}
	return client
}

func discardAll(c net.Conn) { _, _ = io.Copy(io.Discard, c) }

func TestFault11TwoPollers(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stoppedRig(t)
		ctx, cancel := context.WithCancel(r.ctx)
		defer cancel()
		ended := make(chan error, 2)
		for range 2 {
			p := r.open(r.config())
			go func() { ended <- p.Run(ctx, r.recordInput) }()
		}
		select {
		case err := <-ended:
			if !errors.Is(err, ErrConflict) || !strings.Contains(err.Error(), "another program") {
				t.Fatalf("got %v, want ErrConflict", err)
			}
		case <-r.ctx.Done():
			t.Fatalf("neither program stops\n%s", r.log)
		}
		r.expectOneInput()
	})
}

// TestFault11Newcomer: the later of two programs stops; if it doesn't, the earlier one stops after conflictTime.
func TestFault11Newcomer(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.clock.step.Store(0)
		r.awaitPolls(2)
		for range 2 {
			r.clock.add(conflictTime)
			if err := r.open(r.config()).Run(r.ctx, r.recordInput); !errors.Is(err, ErrConflict) {
				t.Fatalf("the later program ends with %v", err)
			}
		}
		r.expectOneInput()
		now := r.clock.now()
		for _, earlier := range []outage{{since: now.Add(-conflictTime)}, {leased: true}} {
			earlier.now = func() time.Time { return now }
			for range conflictTime / conflictGap * 2 {
				if earlier.countConflict() {
					t.Errorf("a program with priority stops after only %v", now.Sub(earlier.first))
				}
				now = now.Add(conflictGap / 2)
			}
			if !earlier.countConflict() {
				t.Error("a program with priority never stops")
			}
		}
	})
}

func TestBadToken(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stoppedRig(t)
		cfg := r.config()
		cfg.Token, cfg.APIURL, cfg.Client = "1:wrongwrongwrong", r.server.URL(), r.server.Client()
		p, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		err = p.Run(r.ctx, r.recordInput)
		if !errors.Is(err, ErrToken) {
			t.Errorf("got %v, want ErrToken", err)
		}
		for _, bad := range []string{"", "x", "12:ab cd ef gh", "12:abc\ndefgh", telegramtest.Token + "/../x"} {
			cfg.Token = bad
			if _, err := New(cfg); err == nil || bad != "" && strings.Contains(err.Error(), bad) {
				t.Errorf("New with the token %q: got %v, want an error without it", bad, err)
			}
		}
	})
}

func TestUpdateNumbersRestart(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		anna := r.server.Person("Anna")
		anna.Says(anna.Private(), "one")
		r.awaitConfirmed()
		r.awaitPolls(2)
		r.server.Updates.Restart(1000)
		anna.Says(anna.Private(), "two")
		r.wait("the update with a lower number", func() bool { return slices.Contains(r.lines(), "two") })
		r.awaitConfirmed()
	})
}

// TestConnectedAfterAnyAnswer: after a failure the bot polls without waiting, so that it soon counts as connected.
func TestConnectedAfterAnyAnswer(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := newRig(t, nil)
		r.wait("the first answer", func() bool { return r.platform.Traits().Connection == chat.Connected })
		r.server.Fail(telegramtest.Fault{Match: "getUpdates", Times: 3, Status: http.StatusBadGateway})
		r.server.Updates.Push("message", map[string]any{"message_id": 5, "date": 1, "chat": map[string]any{"id": 7, "type": "private"}, "text": "wakes the poll"})
		r.wait("the failures", func() bool { return r.server.FaultsLeft() == 0 })
		r.wait("the connection", func() bool { return r.platform.Traits().Connection == chat.Connected })
		var waits []string
		for _, q := range r.server.Requests("getUpdates") {
			waits = append(waits, q.Params["timeout"])
		}
		if i := slices.Index(waits, "0"); i < 0 || waits[0] == "0" || waits[len(waits)-1] == "0" && len(waits) == i+1 {
			t.Errorf("the polls wait %q seconds: the poll after a failure must wait 0", waits)
		}
	})
}
