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

// guild is a server that the bot is in.
type guild struct {
	ID          string `json:"id"`
	Unavailable bool   `json:"unavailable"` // an outage
	System      string `json:"system_channel_id"`
	Language    string `json:"preferred_locale"`
	Joined      string `json:"joined_at"`
	Channels    []struct {
		ID       string `json:"id"`
		Type     int    `json:"type"`
		Position int    `json:"position"`
	} `json:"channels"`
}

// greetingChannel returns the channel to greet in: the system channel, else the first text channel, else
// "".
func (g guild) greetingChannel() string {
	if isSnowflake(g.System) {
		return g.System
	}
	hall, first := "", 0
	for _, c := range g.Channels {
		if c.Type == textChannel && isSnowflake(c.ID) && (hall == "" || c.Position < first) {
			hall, first = c.ID, c.Position
		}
	}
	return hall
}

// guilds stores what is known of the bot's servers.
type guilds struct {
	notes chat.Notes
	log   *slog.Logger
	known sync.Map // by server; events ask it, which may not wait for notes

	mu   sync.Mutex
	used cache.Map[string, []string] // channels where somebody played, by server
}

// maxChannels bounds the stored channels of a server.
const maxChannels = 100

// add records a server. It returns true if the server is new.
func (g *guilds) add(id string) bool {
	_, had := g.known.LoadOrStore(id, nil)
	return !had
}

// leave forgets that the bot is in a server, but keeps the channels where it was used.
func (g *guilds) leave(id string) { g.known.Delete(id) }

// recordUse records that the bot is used in a channel, which it loses with the server.
func (g *guilds) recordUse(ctx context.Context, guild, channel string) {
	if !isSnowflake(guild) || !isSnowflake(channel) {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	channels, err := g.channels(ctx, guild)
	if err != nil || slices.Contains(channels, channel) || len(channels) >= maxChannels {
		return // channels that can't be read now would be overwritten
	}
	channels = append(slices.Clone(channels), channel)
	g.used.Put(guild, channels)
	if data, err := json.Marshal(channels); err == nil {
		_ = g.notes.Write(ctx, "guild/"+guild, data) // after a restart the next use writes it again
	}
}

// channelsUsed returns the channels of a server where somebody played.
func (g *guilds) channelsUsed(ctx context.Context, guild string) []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	channels, err := g.channels(ctx, guild)
	if err != nil {
		g.log.Warn("discord: where a server was used can't be read", "err", err)
	}
	return channels
}

// channels returns the used channels of a server. The caller holds g.mu.
func (g *guilds) channels(ctx context.Context, guild string) (channels []string, err error) {
	if channels, ok := g.used.Get(guild); ok {
		return channels, nil
	}
	data, err := g.notes.Read(ctx, "guild/"+guild)
	if err == nil {
		_ = json.Unmarshal(data, &channels) // a note that is no list is written anew
		g.used.Put(guild, channels)
	}
	return channels, err
}
