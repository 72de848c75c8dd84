package web

import (
	"strings"

	"tarockbot/bot/chat"
)

// network differs from the package's name, because IDs with the old name are stored.
const network = "local"

const userPrefix = network + ":"

// Channel is the page's one public chat.
const Channel chat.ChatID = userPrefix + "channel"

func userID(key string) chat.UserID { return chat.UserID(userPrefix + key) }

func keyOf(user chat.UserID) string { return strings.TrimPrefix(string(user), userPrefix) }
