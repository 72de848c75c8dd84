package discord

import (
	"strings"

	"tarockbot/bot/chat"
)

// network is Discord's name; prefix begins the ids of its people and channels.
const (
	network = "discord"
	prefix  = network + ":"
)

// userID returns the port's id of Discord's user.
func userID(id string) chat.UserID { return chat.UserID(prefix + id) }

func chatID(id string) chat.ChatID { return chat.ChatID(prefix + id) }

// spaceID returns the port's id of a server. A channel may have the same number.
func spaceID(guild string) chat.ChatID { return chat.ChatID(prefix + "g" + guild) }

// bare returns Discord's own id, or "" if the id isn't one of Discord's.
func bare[ID ~string](id ID) string {
	s, ok := strings.CutPrefix(string(id), prefix)
	if !ok || !isSnowflake(s) {
		return ""
	}
	return s
}

// isSnowflake reports whether the text has the form of Discord's ids. Nothing else may become part of a
// request's path.
func isSnowflake(s string) bool {
	return s != "" && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}

// Locate returns the channel's address, which people see as its name.
func (p *Platform) Locate(space, place chat.ChatID) string {
	guild, in := strings.CutPrefix(string(space), prefix+"g")
	channel := bare(place)
	if !in || !isSnowflake(guild) || channel == "" {
		return ""
	}
	return "https://discord.com/channels/" + guild + "/" + channel
}

// ref is a message's reference: "channel/message", with "/plain" if it is of the old kind, which no edit
// turns into the new one.
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

// path returns the message's path in the API.
func (r ref) path() string { return "/channels/" + r.channel + "/messages/" + r.message }
