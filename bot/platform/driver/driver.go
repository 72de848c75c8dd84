// Package driver describes chat networks to the program: ids, settings and start. Begin with [Driver], which each
// network defines in driver.go.
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
	// Name is Platform.Name; the network's ids begin with it.
	Name string
	// EnableKey is the setting that enables the network; empty if none is needed.
	EnableKey     string
	People, Chats IDs
	// ConfigErrors lists Run's errors about the configuration.
	ConfigErrors []error
	// ConflictErrors lists Run's errors about a second process.
	ConflictErrors []error
	// NamesIn returns a user's other names in the network's notes, even while the network is disabled. It may be nil.
	NamesIn func(user chat.UserID, notes map[string][]byte) []string
	New     func() Config
}

// IDs describes one kind of ids. The zero value means that the network has no such ids.
type IDs struct {
	Pattern     string // regular expression
	Example     string
	ExampleKind string // kind of the example; may be empty
}

// Config is a network's configuration. It may also implement Checker, Private and Masker.
type Config interface {
	// Settings returns the keys in the order of config.example.yaml.
	Settings() []Setting
	IsEnabled() bool
	// Start is called once for each term of a node.
	Start(Services) (chat.Platform, error)
}

// Checker is a Config that validates combinations of settings.
type Checker interface {
	Check(CheckContext) error
}

// CheckContext is a Checker's input.
type CheckContext struct {
	// SettingError returns an error about a key's value. If the value is a default, the error names
	// the keys that explain it, because.
	SettingError func(reason, key string, because ...string) error
	// EnableKeys lists the keys that would enable a network; empty if one is enabled.
	EnableKeys []string
}

// Private is a Config that may serve only this machine.
type Private interface {
	IsPrivate() bool
}

// Masker is a Config with secrets beside its secret settings.
type Masker interface {
	Secrets() []string
}

// Services are the program's services for a platform.
type Services struct {
	Materials
	Log          *slog.Logger
	Metrics      *metrics.Metrics
	Now          func() time.Time
	Language     string
	Vocabularies []chat.Vocabulary
	// Listen returns the listener of an address setting, or nil if the process doesn't listen there.
	Listen func(key string) net.Listener
	// Shared means that other processes may take over.
	Shared bool
	// Keys verify signed decks, newest first.
	Keys []PublicKey
}

// PublicKey is a current or former key of signed decks.
type PublicKey struct {
	Key   string // hexadecimal
	Since time.Time
}

// Materials is implemented by bot.Resources.
type Materials interface {
	Notes(network string) chat.Notes
	Icons(lang string) (map[string][]byte, error)
	Faces(ctx context.Context, lang string, twoColours bool, width int) ([]byte, error)
	// AppIcon takes a size in pixels.
	AppIcon(ctx context.Context, size int) ([]byte, error)
	Glossary(game, lang string) []chat.Term
	PrivacyPage(lang string) []chat.Line
	Invitation(ctx context.Context, code, lang string) []chat.Line
}
