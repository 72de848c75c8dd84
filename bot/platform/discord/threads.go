package discord

import (
	"context"
	"log/slog"

	"tarockbot/bot/chat"
)

type threads struct {
	client    *client
	notes     chat.Notes
	log       *slog.Logger
	byDefault bool // whether a match gets a thread unless its screen decides
}

// parentChannel returns the channel of the thread's board, or else the interaction's channel.
func (t *threads) parentChannel(ctx context.Context, i *interaction) string {
	if t.byDefault || i.isInThread() {
		if channel, err := t.notes.Read(ctx, "thread/"+i.ChannelID); err == nil && isSnowflake(string(channel)) {
			return string(channel)
		}
	}
	return i.ChannelID
}

// A thread's ID is its message's ID. An unreadable note counts as a thread.
func (t *threads) hasThread(ctx context.Context, at ref) bool {
	channel, err := t.notes.Read(ctx, "thread/"+at.message)
	return err != nil || channel != nil
}

// open opens one thread for each match and channel. It only logs failures.
func (t *threads) open(ctx context.Context, at ref, screen chat.Screen) {
	key := "talk/" + screen.Table + "/" + at.channel
	wanted := t.byDefault
	if screen.Thread != nil {
		wanted = *screen.Thread
	}
	if !wanted || !screen.Playing {
		return
	}
	if had, err := t.notes.Read(ctx, key); err != nil || had != nil {
		return
	}
	// Claim before the only try: otherwise every screen would try again.
	if claimed, err := t.notes.Claim(ctx, key, []byte(at.message)); err != nil || !claimed {
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
		t.log.Warn("discord: a thread was not stored", "err", err)
	}
}
