package discord

import (
	"strings"

	"tarockbot/bot/chat"
)

const (
	network = "discord"
	prefix  = network + ":"
)

func userID(id string) chat.UserID { return chat.UserID(prefix + id) }

func chatID(id string) chat.ChatID { return chat.ChatID(prefix + id) }

// spaceID adds a letter, because a channel may have the server's number.
func spaceID(guild string) chat.ChatID { return chat.ChatID(prefix + "g" + guild) }

// discordID returns Discord's ID, or "" for another network's ID.
func discordID[ID ~string](id ID) string {
	s, ok := strings.CutPrefix(string(id), prefix)
	if !ok || !isSnowflake(s) {
		return ""
	}
	return s
}

// isSnowflake guards the paths of requests, which may contain no other text.
func isSnowflake(s string) bool {
	return s != "" && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}

// Locate returns the channel's address. Discord displays it as the channel's name.
func (p *Platform) Locate(space, place chat.ChatID) string {
	guild, in := strings.CutPrefix(string(space), prefix+"g")
	channel := discordID(place)
	if !in || !isSnowflake(guild) || channel == "" {
		return ""
	}
	return "https://discord.com/channels/" + guild + "/" + channel
}

// ref is "channel/message", with "/plain" if the message can never have components.
type ref struct {
	channel, message string
	plain            bool
}

func parseRef(s chat.Ref) (ref, bool) {
	parts := strings.Split(string(s), "/")
	if len(parts) < 2 || !isSnowflake(parts[0]) || !isSnowflake(parts[1]) {
		return ref{}, false
	}
	return ref{parts[0], parts[1], len(parts) > 2}, true
}

func (r ref) String() string {
	s := r.channel + "/" + r.message
	if r.plain {
		s += "/plain"
	}
	return s
}

func (r ref) path() string { return "/channels/" + r.channel + "/messages/" + r.message }
