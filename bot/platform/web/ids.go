package web

import (
	"strings"

	"tarockbot/bot/chat"
)

// network is the platform's name in ids, keys and logs. It is stored and older than the package's name.
const network = "local"

// userPrefix begins the ids of the page's users.
const userPrefix = network + ":"

// Channel is the page's one public chat.
const Channel chat.ChatID = userPrefix + "channel"

// userID returns the user id for the key of a name.
func userID(key string) chat.UserID { return chat.UserID(userPrefix + key) }

// keyOf returns the key of the user's name.
func keyOf(user chat.UserID) string { return strings.TrimPrefix(string(user), userPrefix) }
