package discord_test

import (
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"tarockbot/bot/discord/discordtest"
)

// toServer sends to the double what is meant for Discord.
type toServer struct{ host *url.URL }

func (t toServer) RoundTrip(r *http.Request) (*http.Response, error) {
	r.URL.Scheme, r.URL.Host = t.host.Scheme, t.host.Host
	return http.DefaultTransport.RoundTrip(r)
}

// client is the library as it comes: it resumes by itself.
type client struct {
	*discordgo.Session
	server *discordtest.Server
	events chan string // the kinds of what it was told
	beats  int
}

// settled waits until the connection's first heartbeat is answered. One that
// fails would make the library close the next connection.
func (c *client) settled(t *testing.T) {
	t.Helper()
	c.beats++
	if err := c.server.Wait(t.Context(), func() bool { return c.server.Beats() >= c.beats }); err != nil {
		t.Fatal(err)
	}
}

func connect(t *testing.T, reconnects bool) *client {
	t.Helper()
	server, err := discordtest.New(discordtest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	host, err := url.Parse(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	lib, err := discordgo.New("Bot " + discordtest.Token)
	if err != nil {
		t.Fatal(err)
	}
	c := &client{Session: lib, server: server, events: make(chan string, 100)}
	lib.Client = &http.Client{Transport: toServer{host}}
	lib.StateEnabled, lib.SyncEvents, lib.Identify.Intents = false, true, discordgo.IntentGuilds
	lib.ShouldReconnectOnError = reconnects
	lib.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { c.events <- e.Type })
	if err := lib.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() })
	c.await(t, "GUILD_CREATE")
	c.settled(t)
	return c
}

// await reads events up to one of that kind.
func (c *client) await(t *testing.T, kind string) (before []string) {
	t.Helper()
	patience := time.After(20 * time.Second)
	for {
		select {
		case got := <-c.events:
			if got == kind {
				return before
			}
			if got != "" {
				before = append(before, got)
			}
		case <-patience:
			t.Fatalf("no %s, only %q; complaints: %q", kind, before, c.server.Complaints())
		}
	}
}

// A bot whose connection is cut resumes its session, and is told what it has
// missed, in order and before anything else.
func TestResume(t *testing.T) {
	t.Parallel()
	c := connect(t, true)
	for range 3 {
		c.server.Drop()
		c.server.Dispatch("ONE", map[string]any{})
		c.server.Dispatch("TWO", map[string]any{})
		if told := c.await(t, "RESUMED"); !slices.Equal(told, []string{"ONE", "TWO"}) {
			t.Errorf("told %q", told)
		}
		c.settled(t)
	}
	c.server.Say(7, nil) // reconnect
	if told := c.await(t, "RESUMED"); len(told) > 0 {
		t.Errorf("told %q, having missed nothing", told)
	}
	if i, r := c.server.Identified(), c.server.Resumed(); i != 1 || r != 4 {
		t.Errorf("%d sessions, resumed %d times; want 1 and 4", i, r)
	}
	if bad := c.server.Complaints(); len(bad) > 0 {
		t.Errorf("complaints: %q", bad)
	}
}

// A session from which the bot took leave is over: it begins another.
func TestResumeAfterLeave(t *testing.T) {
	t.Parallel()
	c := connect(t, false)
	if err := c.CloseWithCode(1000); err != nil {
		t.Fatal(err)
	}
	if err := c.Open(); err != nil {
		t.Fatal(err)
	}
	c.await(t, "READY")
	if i, r := c.server.Identified(), c.server.Resumed(); i != 2 || r != 0 {
		t.Errorf("%d sessions, resumed %d times; want 2 and 0", i, r)
	}
}
