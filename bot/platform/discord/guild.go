package discord

import (
	"context"
	"encoding/json"
	"log/slog"
	"slices"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/cache"
)

type guild struct {
	ID          string `json:"id"`
	Unavailable bool   `json:"unavailable"`
	System      string `json:"system_channel_id"`
	Language    string `json:"preferred_locale"`
	Joined      string `json:"joined_at"`
	Channels    []struct {
		ID       string `json:"id"`
		Type     int    `json:"type"`
		Position int    `json:"position"`
	} `json:"channels"`
}

// greetingChannel returns the system channel, else the first text channel, else "".
func (g guild) greetingChannel() string {
	if isSnowflake(g.System) {
		return g.System
	}
	channel, first := "", 0
	for _, c := range g.Channels {
		if c.Type == textChannel && isSnowflake(c.ID) && (channel == "" || c.Position < first) {
			channel, first = c.ID, c.Position
		}
	}
	return channel
}

type guilds struct {
	notes chat.Notes
	log   *slog.Logger
	known sync.Map // by server; in memory, because events can't wait for notes

	mu   sync.Mutex
	used cache.Map[string, []string] // channels with players, by server
}

const maxChannels = 100

// add reports whether the server is new.
func (g *guilds) add(id string) bool {
	_, known := g.known.LoadOrStore(id, nil)
	return !known
}

// leave forgets the server, but keeps its used channels.
func (g *guilds) leave(id string) { g.known.Delete(id) }

func (g *guilds) recordUse(ctx context.Context, guild, channel string) {
	if !isSnowflake(guild) || !isSnowflake(channel) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	channels, err := g.channels(ctx, guild)
	if err != nil || slices.Contains(channels, channel) || len(channels) >= maxChannels {
		return // don't overwrite an unreadable list
	}
	channels = append(slices.Clone(channels), channel)
	g.used.Put(guild, channels)
	if data, err := json.Marshal(channels); err == nil {
		_ = g.notes.Write(ctx, "guild/"+guild, data)
	}
}

func (g *guilds) channelsUsed(ctx context.Context, guild string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	channels, err := g.channels(ctx, guild)
	if err != nil {
		g.log.Warn("discord: a server's channels can't be read", "err", err)
	}
	return channels
}

// g.mu must be held.
func (g *guilds) channels(ctx context.Context, guild string) (channels []string, err error) {
	if channels, ok := g.used.Get(guild); ok {
		return channels, nil
	}
	data, err := g.notes.Read(ctx, "guild/"+guild)
	if err == nil {
		_ = json.Unmarshal(data, &channels)
		g.used.Put(guild, channels)
	}
	return channels, err
}
