// Package networks lists the networks that the program serves.
package networks

import (
	"tarockbot/bot/chat"
	"tarockbot/bot/platform/discord"
	"tarockbot/bot/platform/telegram"
)

// NamedBy tells what else notes call somebody, also where the network isn't served.
func NamedBy() map[string]func(chat.UserID, map[string][]byte) []string {
	return map[string]func(chat.UserID, map[string][]byte) []string{"discord": discord.NamesIn, "telegram": telegram.NamesIn}
}
