package discord

import (
	"strconv"
)

// permission is a bit of what a server lets the bot do.
type permission uint64

// What the bot asks a server for, and nothing else.
const (
	viewChannels  permission = 1 << 10 // to be where boards are, and see that they are gone
	sendMessages  permission = 1 << 11 // boards, and the word whose turn it is
	attachFiles   permission = 1 << 15 // pictures; without it there are words alone
	createThreads permission = 1 << 35 // one for each table, if configured
	sendInThreads permission = 1 << 38 // boards, where somebody plays in a thread
)

// What people may in a server: who may all, and who sees to its settings.
const (
	administrator permission = 1 << 3 // the bot, too, where somebody has given it that
	manageServer  permission = 1 << 5
)

// permissions are those that Discord tells; false if it doesn't.
func permissions(text string) (permission, bool) {
	bits, err := strconv.ParseUint(text, 10, 64)
	return permission(bits), err == nil
}
