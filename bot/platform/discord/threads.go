package discord

import (
	"context"
	"log/slog"

	"tarockbot/bot/chat"
)

// threads are the threads at the boards of matches.
type threads struct {
	client *client
	notes  chat.Notes
	log    *slog.Logger
	all    bool // each match has one, unless its screens decide otherwise
}

// parentChannel returns the interaction's channel, or the channel of the board to which the thread
// belongs.
func (t *threads) parentChannel(ctx context.Context, i *interaction) string {
	if t.all || i.isInThread() {
		if channel, err := t.notes.Read(ctx, "thread/"+i.ChannelID); err == nil && isSnowflake(string(channel)) {
			return string(channel)
		}
	}
	return i.ChannelID
}

// hasThread reports whether the message has a match's thread, which has its number.
func (t *threads) hasThread(ctx context.Context, at ref) bool {
	channel, err := t.notes.Read(ctx, "thread/"+at.message)
	return err != nil || channel != nil
}

// open opens a match's thread at its board: one in each channel, however often the board is posted again.
// A failure is only logged.
func (t *threads) open(ctx context.Context, at ref, screen chat.Screen) {
	key := "talk/" + screen.Table + "/" + at.channel
	wanted := t.all
	if screen.Thread != nil {
		wanted = *screen.Thread
	}
	if !wanted || !screen.Playing {
		return
	}
	if had, err := t.notes.Read(ctx, key); err != nil || had != nil {
		return
	}
	// There is only one try, or else Discord would refuse it at each screen.
	if mine, err := t.notes.Claim(ctx, key, []byte(at.message)); err != nil || !mine {
		return
	}
	var made struct{ ID string }
	q := request{name: "open a thread", method: "POST", path: at.path() + "/threads",
		bucket: "thread " + at.channel, body: map[string]string{"name": "Tarock " + screen.Table}, createdID: &made.ID}
	if err := t.client.do(ctx, q, &made); err != nil {
		t.log.Info("discord: a match has no thread", "err", err)
		return
	}
	if err := t.notes.Write(ctx, "thread/"+made.ID, []byte(at.channel)); err != nil {
		t.log.Warn("discord: a thread was not noted", "err", err)
	}
}
