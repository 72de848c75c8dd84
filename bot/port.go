package bot

import "tarockbot/bot/chat"

// The port's names as this package and those above it know them; see package chat.
type (
	Platform   = chat.Platform
	Notes      = chat.Notes
	Handler    = chat.Handler
	RetryAfter = chat.RetryAfter
	Migrated   = chat.Migrated

	UserID    = chat.UserID
	ChatID    = chat.ChatID
	Place     = chat.Place
	Ref       = chat.Ref
	Happening = chat.Happening
	Input     = chat.Input
	Answer    = chat.Answer
	Screen    = chat.Screen
	Picture   = chat.Picture
	Line      = chat.Line
	Span      = chat.Span
	Choice    = chat.Choice
	Option    = chat.Option
	Menu      = chat.Menu

	RulesWord = chat.RulesWord
)

// What a network can answer to Show; see package chat.
var (
	ErrGone    = chat.ErrGone
	ErrBlocked = chat.ErrBlocked
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
	Strong = chat.Strong
	Dim    = chat.Dim
	Code   = chat.Code
	Link   = chat.Link

	Primary = chat.Primary
)
