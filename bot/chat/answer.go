package chat

import "strings"

// Answer is the private answer to an input. Only the person who made the input gets it.
type Answer struct {
	// Alert is a short private text of at most 200 characters; "" for none.
	Alert string
	// Refused: the input changed nothing.
	Refused bool
	// Repeated: the person makes many inputs and has had an Alert like this. A platform needn't send it if its inputs
	// can go without an answer.
	Repeated bool
	// Open: others in the chat may read Alert if the person can't be told in private.
	Open bool
	// Next leads a person who can't be written to in private to where the match continues. It has no Line if there is
	// nothing to lead to.
	Next Button
	// Table is the code of the person's table if the input started its match; "" if it started none.
	Table string
	// Page is the subject of Screen. A person has one private page for each subject: a new one replaces it, and a nil
	// Screen ends it, also if Refused, because its question is obsolete. "" leaves all pages alone.
	Page string
	// Screen is a private page that answers a command; nil for none. If its picture isn't drawn yet, the platform sends
	// the words at once and calls Draw. It shows the picture then, unless the page has been replaced: the bot doesn't
	// send the screen again.
	Screen *Screen
	// File goes with the answer; nil for none. The platform sends it to the person alone, after the words, and tells
	// them if it could not.
	File *File
	// Ask lets the person type a line of text; nil asks for none. An answer with Ask shows nothing else.
	Ask *Ask
}

// Ask is a question that a person answers by typing a line of text. They need not answer. A platform that can't ask
// says what to type instead.
type Ask struct {
	Title string // the subject, at most 45 characters
	Label string // names the field, at most 45 characters
	Hint  string // shown in the empty field, at most 100 characters
	Line  string // begins the line of the input that answers; see [AnswerLine]
	Lang  string // language, BCP 47; "" is the one that the platform knows of the reader
	Max   int    // the most characters; not every platform enforces it
}

// AnswerLine returns the line that answers an Ask: its Line, a blank, and the typed text. The text keeps its blanks; line
// ends become blanks.
func AnswerLine(line, text string) string { return line + " " + oneLine.Replace(text) }

var oneLine = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ")

// MaxFile is the largest size of a File in bytes. Every platform accepts it.
const MaxFile = 8 << 20

// File is a file for a person to keep.
type File struct {
	Name string // such as "tarock.json": letters, digits, "-", "_" and a dot
	Type string // a media type, such as "application/json"
	Data []byte // at most MaxFile
}
