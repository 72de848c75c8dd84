// Package driver is what a network tells the program that serves it: how its ids look, how an operator configures it,
// and how it is started. Each network has a file driver.go with its [Driver]. Begin with that type.
package driver

import (
	"context"
	"log/slog"
	"net"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/metrics"
)

// Driver describes a network.
type Driver struct {
	// Name begins the network's ids. It equals Platform.Name.
	Name string
	// Switch is the key that turns the network on. It is empty for a network that is on by default.
	Switch string
	// People and Chats tell how the network's ids look.
	People, Chats IDs
	// Refused are errors of Platform.Run that say: the network refuses the configuration.
	Refused []error
	// Taken are errors of Platform.Run that say: another process is the bot.
	Taken []error
	// NamesIn returns what else the network's notes call a user, also while the network isn't served. Nil means
	// nothing.
	NamesIn func(user chat.UserID, notes map[string][]byte) []string
	// New returns the network without any configuration.
	New func() Config
}

// IDs tell how ids of one kind look. The zero value stands for a network without such ids.
type IDs struct {
	Form    string // a regular expression for the whole id
	Example string
	Of      string // what kind of thing the example names, such as "a group"; may be empty
}

// Config is the configuration of one network. The setters of its Settings fill it; then it starts the platform. It
// may implement Checker, Private and Masker, too.
type Config interface {
	// Settings lists the network's keys, in the order of config.example.yaml.
	Settings() []Setting
	// Enabled reports whether the network is to be served.
	Enabled() bool
	// Start makes the platform. It is called again for each term of a node, with other services.
	Start(Services) (chat.Platform, error)
}

// Checker is implemented by a network whose settings may be right one by one and wrong together.
type Checker interface {
	Check(Check) error
}

// Check is what a Checker may use.
type Check struct {
	// Wrong makes an error about the value of the key. It tells where the value stands, or, if that is the default,
	// where another one stands that wants it to be different.
	Wrong func(reason, key string, because ...string) error
	// Instead lists the keys that turn other networks on. It is empty if any network is enabled.
	Instead []string
}

// Private is implemented by a network that may be for people at this machine alone. Any other network is for all.
type Private interface {
	Private() bool
}

// Masker is implemented by a network with secrets besides the values of its secret settings.
type Masker interface {
	// Secrets lists texts that nobody may read.
	Secrets() []string
}

// Services is what the program lends to a platform.
type Services struct {
	Materials
	Log     *slog.Logger
	Metrics *metrics.Metrics
	Now     func() time.Time
	// Language is for people who tell none.
	Language string
	// Vocabularies are what can be said to the bot, by language.
	Vocabularies []chat.Vocabulary
	// Listen returns the listener at the address of a setting; nil if the process doesn't listen there.
	Listen func(key string) net.Listener
	// Shared tells that other processes wait to take over from this one.
	Shared bool
	// Keys are those that the bot has signed decks with, the newest first.
	Keys []PublicKey
}

// PublicKey is a key that the bot signs decks with, or has signed with before.
type PublicKey struct {
	Key   string // hexadecimal
	Since time.Time
}

// Materials is what networks need of the bot besides play; bot.Materials implements it.
type Materials interface {
	// Notes returns the network's memory in the store.
	Notes(network string) chat.Notes
	// Icons draws the icons for readers of a language, PNG by name.
	Icons(lang string) (map[string][]byte, error)
	// Faces draws all cards on one sheet.
	Faces(ctx context.Context, lang string, twoColours bool, width int) ([]byte, error)
	// AppIcon draws the program's icon, of a width in pixels.
	AppIcon(ctx context.Context, size int) ([]byte, error)
	// Glossary explains the words of a game.
	Glossary(game, lang string) []chat.Term
	// PrivacyPage tells who runs the bot and what becomes of people's data.
	PrivacyPage(lang string) []chat.Line
}
