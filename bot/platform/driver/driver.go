// Package driver describes a network to the program that serves it: the form of its ids, its settings, and its start.
// Each network has a file driver.go with its [Driver]. Begin with that type.
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
	// People and Chats are the forms of the network's ids.
	People, Chats IDs
	// Refused are errors of Platform.Run if the network refuses the configuration.
	Refused []error
	// Taken are errors of Platform.Run if another process is the bot.
	Taken []error
	// NamesIn returns a user's other names in the network's notes, also while the network isn't served. Nil means
	// none.
	NamesIn func(user chat.UserID, notes map[string][]byte) []string
	// New returns the network without any configuration.
	New func() Config
}

// IDs are the form of ids of one kind. The zero value stands for a network without such ids.
type IDs struct {
	Form    string // a regular expression for the whole id
	Example string
	Of      string // the kind of thing in the example, such as "a group"; may be empty
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

// Checker checks settings that may be right one by one and wrong together. A Config may implement it.
type Checker interface {
	Check(Check) error
}

// Check lends a Checker its tools.
type Check struct {
	// Wrong returns an error about the value of the key. The error names the place of the value. For a default it names
	// the place of the keys in because, which conflict with it.
	Wrong func(reason, key string, because ...string) error
	// Instead lists the keys that turn other networks on. It is empty if any network is enabled.
	Instead []string
}

// Private is a Config that may serve only people at this machine. Any other Config serves all people.
type Private interface {
	Private() bool
}

// Masker has secrets besides the values of its secret settings. A Config may implement it.
type Masker interface {
	// Secrets returns the texts to mask.
	Secrets() []string
}

// Services are the program's services for a platform.
type Services struct {
	Materials
	Log     *slog.Logger
	Metrics *metrics.Metrics
	Now     func() time.Time
	// Language is the default language.
	Language string
	// Vocabularies are the bot's commands by language.
	Vocabularies []chat.Vocabulary
	// Listen returns the listener at the address of a setting; nil if the process doesn't listen there.
	Listen func(key string) net.Listener
	// Shared means that other processes wait to take over from this one.
	Shared bool
	// Keys are the public keys of signed decks, the newest first.
	Keys []PublicKey
}

// PublicKey is a key with which the bot signs decks, or has signed them before.
type PublicKey struct {
	Key   string // hexadecimal
	Since time.Time
}

// Materials are the bot's services for networks besides play. bot.Materials implements them.
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
	// PrivacyPage returns the text about the bot's operator and people's data.
	PrivacyPage(lang string) []chat.Line
}
