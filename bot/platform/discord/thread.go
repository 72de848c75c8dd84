package discord

import (
	"context"
	"log/slog"

	"tarockbot/bot/chat"
)

// threads are those in which people talk at the boards of matches.
type threads struct {
	rest  *client
	notes chat.Notes
	log   *slog.Logger
	all   bool // each match has one, unless its screens say otherwise
}

// parentChannel is the channel where it happened, or to whose board the thread belongs.
func (t *threads) parentChannel(ctx context.Context, i *interaction) string {
	if t.all || i.inThread() {
		if channel, err := t.notes.Read(ctx, "thread/"+i.ChannelID); err == nil && isSnowflake(string(channel)) {
			return string(channel)
		}
	}
	return i.ChannelID
}

// begins says that a match's thread hangs at the message, whose number it has.
func (t *threads) begins(ctx context.Context, at ref) bool {
	channel, err := t.notes.Read(ctx, "thread/"+at.message)
	return err != nil || channel != nil
}

// open gives a match that has begun a thread to talk in, at its board: one
// in each channel, however often the board is posted anew. There needn't be one.
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
	// It is tried once. Where the bot may not, each screen would be refused.
	if mine, err := t.notes.Claim(ctx, key, []byte(at.message)); err != nil || !mine {
		return
	}
	var made struct{ ID string }
	q := request{name: "open a thread", method: "POST", path: at.path() + "/threads",
		bucket: "thread " + at.channel, body: map[string]string{"name": "Tarock " + screen.Table}, createdID: &made.ID}
	if err := t.rest.do(ctx, q, &made); err != nil {
		t.log.Info("discord: a match has no thread", "err", err)
		return
	}
	if err := t.notes.Write(ctx, "thread/"+made.ID, []byte(at.channel)); err != nil {
		t.log.Warn("discord: a thread was not noted", "err", err)
	}
}
