package discord

import (
	"strconv"
)

// permission is a bit of Discord's permissions.
type permission uint64

// The only permissions that the bot requests from a server.
const (
	viewChannels  permission = 1 << 10 // to see channels with boards, and that boards are deleted
	sendMessages  permission = 1 << 11 // boards and calls
	attachFiles   permission = 1 << 15 // pictures; without it messages are words alone
	createThreads permission = 1 << 35 // a thread for each match, if configured
	sendInThreads permission = 1 << 38 // boards in threads
)

// A server's permissions for everything and for its settings.
const (
	administrator permission = 1 << 3 // the bot may have it, too
	manageServer  permission = 1 << 5
)

// permissions reads Discord's permissions. It returns false if Discord hasn't sent any.
func permissions(text string) (permission, bool) {
	bits, err := strconv.ParseUint(text, 10, 64)
	return permission(bits), err == nil
}
