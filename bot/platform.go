package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"tarockbot/engine"
	"tarockbot/render"
)

// Platform is the port to one chat network. It moves inputs to the bot and
// screens to people, and knows no rules.
type Platform interface {
	// Name is the prefix of the platform's ids: "local", "discord".
	Name() string
	// Run serves the network until ctx ends, handing every input to handle.
	// Inputs may be handed in concurrently. Its error, which names the
	// platform, ends the bot: no other try would mend it.
	Run(ctx context.Context, handle Handler) error
	// Show makes the screen the content of the message old in the place, or
	// posts a new message if old is empty, and returns the message's Ref.
	// Errors: ErrGone (post anew), ErrBlocked (nobody can be reached there),
	// RetryAfter (not now), ErrRefused (never so), Migrated (the chat has another
	// id). A Ref beside an error says that the message stands as it should, and only
	// who is called by it hasn't been yet. Show is called for one message at a time,
	// but for many messages at once.
	Show(ctx context.Context, place Place, old Ref, screen Screen) (Ref, error)
}

// Forgetful is implemented by a platform whose messages don't outlive the
// process: the bot shows everything again after a start.
type Forgetful interface{ Forgets() }

// Directory is implemented by a platform that knows who is there.
type Directory interface {
	// Find is the user whom somebody means by what is typed after @.
	Find(ctx context.Context, mention string) (user UserID, name string, ok bool)
}

// Linker is implemented by a platform on which somebody elsewhere can be told how
// to take a challenge, or to see a deal.
type Linker interface {
	// Link is an address that says the line there, such as "accept abcd2345" or
	// "replay abcd2345-1": https://…, or else what is to be typed; "" if there is
	// none, or while that isn't known.
	Link(line string) string
}

// Speller is implemented by a platform where people don't type to the bot just
// what they say.
type Speller interface {
	// Spell is what is typed there to say the line; "" if nothing can be.
	Spell(line string) string
}

// Housemates is implemented by a platform that can tell that two of its users may
// be one person: what they play with each other isn't rated.
type Housemates interface {
	// Together says whether the users act from one place, such as one browser.
	Together(ctx context.Context, a, b UserID) (bool, error)
}

// Administered is implemented by a platform that can be asked who may change the
// settings of a server or group, if an act there doesn't tell.
type Administered interface {
	// Administers says whether the user may, in a space of the platform's own. The
	// error is of the network.
	Administers(ctx context.Context, space ChatID, user UserID) (bool, error)
}

// Locator is implemented by a platform that can name a chat so that people find it.
type Locator interface {
	// Locate is the address of a chat of the space; "" if it has none.
	Locate(space, chat ChatID) string
}

// Threaded is implemented by a platform that can give each match a thread; see
// Screen.Thread.
type Threaded interface{ Threads() }

// Connected is implemented by a platform that can lose its network, and says
// whether it has it now.
type Connected interface{ Connected() bool }

// OnlyPrivate is implemented by a platform on which somebody can play only in
// the private chat, which they have to open themselves: in public they can see
// their cards, but not choose any.
type OnlyPrivate interface{ OnlyPrivate() }

// Lazy is implemented by a platform that has a screen's picture drawn when
// somebody looks at it: its screens wait for none.
type Lazy interface{ Lazy() }

// Remembers is implemented by a platform that keeps something of people, in its
// notes or in memory. The bot finds the notes of its platform that name a user: by
// all data or the end of the key, behind a slash, or by the id anywhere.
type Remembers interface {
	// Recall is what is kept of the user, by name, to be shown to them as JSON:
	// without secrets, and without others.
	Recall(user UserID, notes map[string][]byte) map[string]any
	// Forget drops what is in memory of the user, who is never to be written to
	// again because of that, and says what else they are called in notes. The bot
	// deletes the notes that name them afterwards: they must not come back by
	// what is still in memory.
	Forget(ctx context.Context, user UserID, notes map[string][]byte) (names []string)
}

// Lapsing is implemented by a platform whose notes give people what they lose again
// unless they use it, such as a name.
type Lapsing interface {
	// Lapses is the user of whom the note is, if they are to be forgotten in case they
	// have never sat at a table.
	Lapses(key string, data []byte) (user UserID, lapses bool)
}

// Errors a platform's Show returns; test with errors.Is.
var (
	// ErrGone: the message does not exist any more; a new one is wanted.
	ErrGone = errors.New("bot: message is gone")
	// ErrBlocked: the bot may not write in the place.
	ErrBlocked = errors.New("bot: blocked in this place")
	// ErrUnsent: the network hasn't got what was to be sent, or has refused it.
	ErrUnsent = errors.New("bot: was not sent")
	// ErrRefused: the network has refused what was to be sent, and would again. It
	// is an ErrUnsent.
	ErrRefused = fmt.Errorf("bot: refused for good: %w", ErrUnsent)
)

// RetryAfter is the error of a Show that the network wants later. Other places
// are shown meanwhile.
type RetryAfter struct{ Wait time.Duration }

func (e RetryAfter) Error() string { return "bot: the network asks to wait " + e.Wait.String() }

// Migrated is the error of a Show in a chat that goes on under another id.
type Migrated struct{ To ChatID }

func (e Migrated) Error() string { return "bot: the chat is now " + string(e.To) }

// Handler decides one input. It returns when the input's effect is durable;
// the platform may then confirm it. An error means that nothing happened and
// the same input may be handed in again.
type Handler func(ctx context.Context, in Input) (Answer, error)

// UserID is one identity on one platform, "platform:id". The id is the
// platform's own stable one, never a name that a person can change.
type UserID string

// platform is the name of the platform that the identity is on.
func (u UserID) platform() string { return Place{User: u}.platform() }

// ChatID is one public chat on one platform, "platform:id", or a part of one,
// such as a topic: "platform:id/part".
type ChatID string

// has says whether the place is in the chat or in a part of it.
func (c ChatID) has(p Place) bool {
	rest, ok := strings.CutPrefix(string(p.Chat), string(c))
	return ok && c != "" && (rest == "" || rest[0] == '/')
}

// Happening is what an input tells besides what a person says. Only a platform
// can tell it; no line that a person sends can.
type Happening int

// The happenings.
const (
	Said      Happening = iota // Line is what a person said or pressed
	Joined                     // the bot is in Chat now
	Removed                    // the bot is in Chat no more, or User has blocked it
	Moved                      // Chat goes on as To
	Reachable                  // User can be written to in private now; without a User, Chat again
)

// Input is what a person did: a slash command, a button or a typed line alike;
// or what happened to the bot.
type Input struct {
	ID   string // unique per act; the same ID again is the same act
	User UserID
	Name string // the name shown for the user, other people's text
	Lang string // the user's language as the platform tells it, BCP 47, or ""
	Chat ChatID // where it happened; "" in private
	// Origin is where the user is on the net, if many users can be one person there:
	// they share a limit. It is kept nowhere. "" is nowhere in particular.
	Origin string
	// Space is the server or group that Chat is a part of; "" if it is none, and so
	// its own.
	Space ChatID
	// SpaceLang is the language of the space as the platform tells it, BCP 47, or "".
	SpaceLang string
	Admin     bool   // the person may change the settings of the space, as the act itself tells
	Line      string // "challenge @bert kosakeln", "do X7K2P4QA 17 play XXI"
	What      Happening
	Mute      bool   // the bot may not write in Chat
	To        ChatID // where Chat has moved
}

// space is what the input's chat belongs to: a server or group, or the chat by
// itself; "" in private.
func (in Input) space() ChatID { return cmp.Or(in.Space, in.Chat) }

// platform is the name of the platform that the input comes from.
func (in Input) platform() string { return in.place().platform() }

// place is where the input comes from: its chat, or the private side of who says
// something in private.
func (in Input) place() Place {
	if in.Chat != "" {
		return Place{Chat: in.Chat}
	}
	return Place{User: in.User}
}

// from says whether the place is where the input comes from, or within it.
func (in Input) from(p Place) bool {
	if in.Chat != "" {
		return in.Chat.has(p)
	}
	return p == in.place()
}

// Answer goes to the person whose input it answers, and to nobody else.
type Answer struct {
	// Alert is a short private word, at most 200 characters; "" for none.
	Alert string
	// Refused says that the input changed nothing.
	Refused bool
	// Repeated says that the person, who does much at once, has had a word like
	// Alert: it needn't be sent where an input can go without an answer.
	Repeated bool
	// Open says that others in the chat may read Alert, if the person can't be
	// told in private.
	Open bool
	// Next leads to where it goes on, which a person who can't be written to
	// would not find; without a Line there is nothing of that.
	Next Button
	// Page names what Screen is about. A person has one private page of a
	// name: a newer one takes its place, and a nil Screen ends it, also if
	// Refused: the page asked what counts no more. "" leaves the pages alone.
	Page string
	// Screen is a private page answering a command; nil for none. If its picture
	// is still to be drawn, the platform answers with the words at once, and has
	// it drawn and shown with them when it is there, unless the page shows
	// something else by then: no other Screen brings it.
	Screen *Screen
	// File goes with the answer; nil for none. The platform gives it to the person
	// alone, after the words, and tells them if it couldn't.
	File *File
}

// MaxFile is the most that a File has, in bytes: every platform takes as much.
const MaxFile = 8 << 20

// File is something that a person keeps.
type File struct {
	Name string // such as "tarock.json": letters, digits, "-", "_" and a dot
	Type string // a media type, such as "application/json"
	Data []byte // at most MaxFile
}

// Ref names a message within its place, as the platform likes. "" is none.
type Ref string

// Place is where a message stands: a public chat, or a person's private side.
// Exactly one of the two is set.
type Place struct {
	Chat ChatID
	User UserID
}

// platform is the name of the place's platform, before the colon of its id.
func (p Place) platform() string {
	name, _, _ := strings.Cut(string(p.Chat)+string(p.User), ":")
	return name
}

// Screen is what a message shows: a function of the state, complete in itself,
// so that a lost or doubled one is mended by the next.
type Screen struct {
	Lang    string // language of the texts, BCP 47
	Text    []Line
	Picture *Picture // shows what the text says; nil for none
	// Brief stands for Text where the picture is seen: what that doesn't say, and
	// what there is to do. Nil: all of Text stands there, too.
	Brief   []Line
	Choice  *Choice
	Menus   []Menu     // each is for itself
	Buttons [][]Button // rows that belong together; a platform may break them
	Call    *Call      // who is called by it; nil: nobody is waited for here, and a word that has called goes
	Protect bool       // must not be forwarded: it shows a hand
	Age     time.Time  // when what it shows began: a platform that orders messages itself goes by it
	Ended   bool       // nothing more will come of it: the reader may put it away
	Share   string     // the code of a challenge that anybody may accept, to be sent on; "" for none
	Table   string     // the code of the table that it shows; "" for none. Of one place's messages it tells alike ones apart
	Playing bool       // shows a match that is being played
	Thread  *bool      // whether the match gets a thread of its own, where there are threads; nil: as the platform has it
	Retired bool       // another message has taken its place: it goes, where the platform can delete it
	Panel   bool       // shows a person's own hand: of one table's panel a person needs one message
	Anew    bool       // is to be posted though its place has a message for it: somebody wants it last there
}

// Call tells somebody, once, that they are waited for: by a sound, a mention, a
// word of its own. See Calls, which a platform makes it with.
type Call struct {
	// Thread is what the call belongs to, such as a seat at a table. Its calls are
	// numbered upwards: a platform that has made one makes neither it nor an
	// earlier one again.
	Thread string
	Number int
	User   UserID // who is called
	Text   Line   // by which words, all in one style
	// News says that it only tells something: nobody waits for the person.
	News bool
	// Quiet says that it must not be made now. One that has been made stays.
	Quiet bool

	seat  engine.Seat // whose it is at a table
	held  bool        // whether it is quiet for its person is there; see heldBack
	until time.Time   // and until when; zero: for good
}

// Beside is the text beside the picture; all of it if there is none.
func (s Screen) Beside() []Line {
	if s.Picture == nil || s.Brief == nil {
		return s.Text
	}
	return s.Brief
}

// Beginning is the screen as far as nobody can do anything with it.
func (s Screen) Beginning() Screen {
	s.Text, s.Brief = s.Text[:min(1, len(s.Text))], nil
	s.Choice, s.Buttons, s.Playing = nil, nil, false
	return s
}

// Picture is a picture that goes with a screen's words. As long as it is being
// drawn PNG is nil: the message keeps the picture it has, and the screen is
// shown again when there is a new one. That of an Answer isn't: see Draw.
type Picture struct {
	Key           string // the same for pictures that look the same
	Alt           string // what it shows, in words, at most 1000 characters
	Width, Height int    // in pixels
	PNG           []byte // opaque
	// Draw is PNG, drawn first if it must be. It waits for other pictures, but
	// not longer than ctx. A platform calls it for the pages of answers, and for
	// all if it is Lazy, never while an answer waits.
	Draw func(ctx context.Context) ([]byte, error)
}

// Line is one line of text. An empty Line separates paragraphs.
type Line = render.Line

// Span is a piece of text in one style. Text is literal: a platform escapes
// it and never reads markup or mentions in it.
type Span = render.Span

// Style says what a span is, not what it looks like.
type Style = render.Style

// The styles.
const (
	Plain  = render.Plain
	Title  = render.Title  // heads the screen or a section; a whole line
	Strong = render.Strong // matters now
	Dim    = render.Dim    // there, but can't be used now
	Red    = render.Red    // a red suit's card
	Black  = render.Black  // a black suit's card
	Trump  = render.Trump  // a tarock
	Code   = render.Code   // to be typed as it stands
	Link   = render.Link   // an address of a platform's own, to be opened
)

// Button is one thing that may be pressed. Pressing hands in Line.
type Button struct {
	Label string
	Line  string
	Icon  string // a stable icon name, such as a card code; "" for none
	Style Style  // of the label
	Look  Look
}

// Look is the weight of a button.
type Look int

// The looks of a button.
const (
	Normal Look = iota
	Primary
	Danger
)

// Choice lets somebody choose between Min and Max options and confirm. A
// platform with a multi-select hands in Line followed by the values; one with
// toggles hands in Toggle followed by a single value for each press (the bot
// keeps the draft and marks Chosen) and then Line alone.
type Choice struct {
	Label    string // says what is chosen
	Line     string // confirms
	Toggle   string // changes one option
	Confirm  string // the label of the confirming button
	Min, Max int
	Options  []Option
}

// Option is one thing to choose.
type Option struct {
	Value  string // without blanks
	Label  string
	Icon   string
	Style  Style
	Chosen bool
	Fixed  bool   // must stay chosen
	Part   string // of the choice, by name: what is of one part stays together where all are too many; "" for one part
}

// Menu is one of several things that are set: what is chosen counts at once, and
// hands in Line followed by the values.
type Menu struct {
	Label string // says what is set
	Line  string
	Max   int // up to 1: one option is chosen; else so many, or none
	// Chats says that the options are chats of the reader's server or group. A
	// platform that knows more of them offers those.
	Chats   bool
	Options []Option
}

// After is the line that sets what is chosen after a press on the option: for
// platforms that show a menu as buttons.
func (m Menu) After(pressed Option) string {
	values := []string{m.Line}
	for _, o := range m.Options {
		if m.Max > 1 && o.Chosen != (o.Value == pressed.Value) || m.Max <= 1 && o.Value == pressed.Value {
			values = append(values, o.Value)
		}
	}
	return strings.Join(values, " ")
}

// Notes is a platform's own small memory in the bot's store.
type Notes interface {
	// Read returns what is kept under the key; nil if nothing is.
	Read(ctx context.Context, key string) ([]byte, error)
	// Claim keeps the data if the key is free, and says whether it was.
	Claim(ctx context.Context, key string, data []byte) (bool, error)
	// Write keeps the data under the key, whatever was there.
	Write(ctx context.Context, key string, data []byte) error
}
