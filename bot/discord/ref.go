package discord

import (
	"strings"

	"tarockbot/bot/chat"
)

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
