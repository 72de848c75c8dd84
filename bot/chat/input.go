package chat

import (
	"cmp"
	"strings"
)

// UserID is one identity on one platform, "platform:id". The id is the platform's own
// stable one, never a name that a person can change. It begins with a letter or digit, and
// holds no blank, "/" or "|".
type UserID string

// Own is the platform's own id.
func (u UserID) Own() string { return ownID(string(u)) }

func ownID(id string) string {
	_, own, _ := strings.Cut(id, ":")
	return own
}

// Platform is the name of the Platform that the identity is on.
func (u UserID) Platform() string { return Place{User: u}.Platform() }

// ChatID is one public chat on one platform, "platform:id", or a part of one,
// such as a topic: "platform:id/part".
type ChatID string

// Own is the platform's own id.
func (c ChatID) Own() string { return ownID(string(c)) }

// Has says whether the place is in the chat or in a part of it.
func (c ChatID) Has(p Place) bool {
	rest, ok := strings.CutPrefix(string(p.Chat), string(c))
	return ok && c != "" && (rest == "" || rest[0] == '/')
}

// Ref names a message within its place, as the platform likes. "" is none.
type Ref string

// Place is where a message stands: a public chat, or a person's private side.
// Exactly one of the two is set.
type Place struct {
	Chat ChatID
	User UserID
}

// Platform is the name of the place's Platform, before the colon of its id.
func (p Place) Platform() string {
	name, _, _ := strings.Cut(string(p.Chat)+string(p.User), ":")
	return name
}

// Moved is where the chat is once c goes on as to; the chat itself if it isn't
// in c.
func (c ChatID) Moved(chat, to ChatID) ChatID {
	if !c.Has(Place{Chat: chat}) {
		return chat
	}
	return to + chat[len(c):]
}

// PersonID is one player. Of identities that are linked, each keeps its own;
// see package people.
type PersonID string

// ShortID tells people with the same name apart.
func (id PersonID) ShortID() string { return "#" + strings.ToUpper(string(id))[:TagLen] }

// TagLen is how many letters of an id tell people apart.
const TagLen = 4

// TableID is the code of a table, which people type and pass on.
type TableID string

// Identity is one platform's user, with the person that it was introduced as.
type Identity struct {
	Person PersonID
	User   UserID
}

// Event is what an input tells besides what a person says. Only a platform
// can tell it; no line that a person sends can.
type Event int

// The events.
const (
	Said      Event = iota // Line is what a person said or pressed
	Joined                 // the bot is in Chat now
	Removed                // the bot is in Chat no more, or User has blocked it
	Moved                  // Chat goes on as To
	Reachable              // User can be written to in private now; without a User, Chat again
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
	What      Event
	Mute      bool   // the bot may not write in Chat
	To        ChatID // where Chat has moved
}

// Home is what the input's chat belongs to: a server or group, or the chat by
// itself; "" in private.
func (in Input) Home() ChatID { return cmp.Or(in.Space, in.Chat) }

// Platform is the name of the Platform that the input comes from.
func (in Input) Platform() string { return in.Place().Platform() }

// Place is where the input comes from: its chat, or the private side of who says
// something in private.
func (in Input) Place() Place {
	if in.Chat != "" {
		return Place{Chat: in.Chat}
	}
	return Place{User: in.User}
}

// IsFrom says whether the place is where the input comes from, or within it.
func (in Input) IsFrom(p Place) bool {
	if in.Chat != "" {
		return in.Chat.Has(p)
	}
	return p == in.Place()
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
	// Table is the code of the table whose match has begun by it, at which the person sits; "" for none.
	Table string
	// Page names what Screen is about. A person has one private page of a
	// name: a newer one takes its place, and a nil Screen ends it, also if
	// Refused: the page asked what counts no more. "" leaves the pages alone.
	Page string
	// Screen is a private page answering a command; nil for none. If its picture is still
	// to be drawn, the platform answers with words at once, and shows it when it is
	// drawn, unless the page shows something else by then: no other Screen brings it.
	Screen *Screen
	// File goes with the answer; nil for none. The platform gives it to the person
	// alone, after the words, and tells them if it couldn't.
	File *File
	// Ask lets the person type a line of text; nil asks for none. An answer that asks
	// has nothing else to show.
	Ask *Ask
}

// Ask is a question that a person answers by typing a line of text. Nobody needs to
// answer, and who can't be asked is told what to type instead.
type Ask struct {
	Title string // what it is about, at most 45 characters
	Label string // what is to be typed, at most 45 characters
	Hint  string // shown in the empty field, at most 100 characters
	Line  string // what is handed in is this, a blank, and what they typed; see [Typed]
	Lang  string // in which it is asked, BCP 47; "" is the reader's as the platform has it
	Max   int    // the most characters that are taken; not every platform counts
}

// Typed is the line that answers an Ask. What was typed is other people's text, and
// stays as it is, blanks included, but for the ends of lines, which become blanks.
func Typed(line, text string) string { return line + " " + oneLine.Replace(text) }

var oneLine = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ")

// MaxFile is the most that a File has, in bytes: every platform takes as much.
const MaxFile = 8 << 20

// File is something that a person keeps.
type File struct {
	Name string // such as "tarock.json": letters, digits, "-", "_" and a dot
	Type string // a media type, such as "application/json"
	Data []byte // at most MaxFile
}

// Vocabulary is what can be said to the bot, in one language, for platforms
// that offer it before it is said: in menus, or while somebody types.
type Vocabulary struct {
	Lang     string // the language, BCP 47
	Commands []CommandWord
	Typed    []string // all words that a command or move may begin with, in small letters
}

// CommandWord is a command that people type.
type CommandWord struct {
	Name  string // the same in every language
	Alias string // what those who speak the language type; understood as well
	About string // one line that says what it does
	// Private says that it is of no use to others in a group: a menu there may leave it out.
	Private bool
	Fields  []Field // by which its arguments can be given; people may type others
}

// Field is an argument of a command, for platforms where people fill in fields.
type Field struct {
	Name    string // the same in every language
	Alias   string // what it is called in the language
	About   string // one line that says what it is
	Kind    FieldKind
	Lead    string      // stands in the line before the value: "pace="
	Choices []ValueWord // the only values; none: any
	// ByRules are the values by what is said in the field "rules", "" if nothing is.
	ByRules map[string][]ValueWord
	// Pages are lines whose answers offer values: the line of a button, or of a menu's option, is Opens and a
	// value. Of one with Typing the answer finds what belongs to it.
	Pages []string
	Opens string
}

// Typing stands in a line for what somebody has typed so far.
const Typing = "*"

// FieldKind is what a field takes.
type FieldKind int

// The kinds of fields.
const (
	TextField FieldKind = iota
	NumberField
	SwitchField
	PersonField // a user of the platform
	NamesField  // people whom it may not know, by name or tag, with commas between
)

// Words are what a command's line says for the field's value; of a user it is UserID.Own, of a switch "true".
func (f Field) Words(value string) string {
	switch f.Kind {
	case PersonField:
		return "@" + value
	case NamesField:
		return mentions(value)
	case SwitchField:
		return map[string]string{"true": f.Name}[value]
	}
	return f.Lead + value
}

// mentions are the people whom the text names: of "anna huber, #384t" they are "@annahuber #384t".
func mentions(text string) string {
	var all []string
	for one := range strings.SplitSeq(text, ",") {
		name := strings.Join(strings.Fields(one), "")
		if name != "" && name[0] != '@' && name[0] != '#' {
			name = "@" + name
		}
		all = append(all, name)
	}
	return strings.Join(all, " ")
}

// ValueWord is one value of a field.
type ValueWord struct{ Word, Label string }
