package web

import (
	"strings"

	"tarockbot/bot/chat"
)

// network is older than the package's name, and stored.
const network = "local"

const userPrefix = network + ":"

// Channel is the page's one public chat.
const Channel chat.ChatID = userPrefix + "channel"

func userID(key string) chat.UserID { return chat.UserID(userPrefix + key) }

func keyOf(user chat.UserID) string { return strings.TrimPrefix(string(user), userPrefix) }
