package discord

import (
	"strings"

	"tarockbot/bot/chat"
)

// network is what Discord is called, and prefix begins the ids of its people and
// channels.
const (
	network = "discord"
	prefix  = network + ":"
)

// userID and chatID are the bot's names for Discord's ids.
func userID(id string) chat.UserID { return chat.UserID(prefix + id) }

func chatID(id string) chat.ChatID { return chat.ChatID(prefix + id) }

// spaceID is the port's name for a server. A channel may have the server's number.
func spaceID(guild string) chat.ChatID { return chat.ChatID(prefix + "g" + guild) }

// bare is Discord's own id, "" if the id isn't one of Discord's.
func bare[ID ~string](id ID) string {
	s, ok := strings.CutPrefix(string(id), prefix)
	if !ok || !isSnowflake(s) {
		return ""
	}
	return s
}

// isSnowflake says whether the text has the form of Discord's ids. Nothing
// else may become part of a request's path.
func isSnowflake(s string) bool {
	return s != "" && len(s) <= 20 && strings.Trim(s, "0123456789") == ""
}

// ref is where a message is: "channel/message", and "/plain" if it is of the
// old kind, which Discord never lets become one of the new.
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
