package bot

import "tarockbot/bot/chat"

// The port's names as this package and those above it know them; see package chat.
type (
	Platform         = chat.Platform
	Directory        = chat.Directory
	Linker           = chat.Linker
	CommandFormatter = chat.CommandFormatter
	Housemates       = chat.Housemates
	Administered     = chat.Administered
	Locator          = chat.Locator
	Remembers        = chat.Remembers
	Lapsing          = chat.Lapsing
	Notes            = chat.Notes
	Handler          = chat.Handler
	RetryAfter       = chat.RetryAfter
	Migrated         = chat.Migrated
	Fault            = chat.Fault

	UserID    = chat.UserID
	ChatID    = chat.ChatID
	Place     = chat.Place
	Ref       = chat.Ref
	Happening = chat.Happening
	Input     = chat.Input
	Answer    = chat.Answer
	File      = chat.File
	Screen    = chat.Screen
	Call      = chat.Call
	Picture   = chat.Picture
	Line      = chat.Line
	Span      = chat.Span
	Style     = chat.Style
	Button    = chat.Button
	Look      = chat.Look
	Choice    = chat.Choice
	Option    = chat.Option
	Menu      = chat.Menu

	Vocabulary = chat.Vocabulary
	RulesWord  = chat.RulesWord
	OptionWord = chat.OptionWord
)

// What a network can answer to Show; see package chat.
var (
	ErrGone    = chat.ErrGone
	ErrBlocked = chat.ErrBlocked
	ErrUnsent  = chat.ErrUnsent
	ErrRefused = chat.ErrRefused
)

// MaxFile is the most that a File has, in bytes.
const MaxFile = chat.MaxFile

// What inputs are about, and what text and buttons look like; see package chat.
const (
	Said      = chat.Said
	Joined    = chat.Joined
	Removed   = chat.Removed
	Moved     = chat.Moved
	Reachable = chat.Reachable

	Plain  = chat.Plain
	Title  = chat.Title
	Strong = chat.Strong
	Dim    = chat.Dim
	Red    = chat.Red
	Black  = chat.Black
	Trump  = chat.Trump
	Code   = chat.Code
	Link   = chat.Link

	Normal  = chat.Normal
	Primary = chat.Primary
	Danger  = chat.Danger
)
