package chat

import "strings"

// Answer is the private answer to an input.
type Answer struct {
	// Alert has at most 200 characters.
	Alert string
	// Refused means that the input changed nothing.
	Refused bool
	// Repeated allows a platform to leave out Alert, because the person has already read the same text.
	Repeated bool
	// Public allows others in the chat to read Alert.
	Public bool
	// Next leads to the match, if it has a Line.
	Next Button
	// Table is the person's table if the input started its match.
	Table string
	// Page is the subject of Screen. A new page replaces the one with that subject; a nil Screen ends it, even if
	// Refused.
	Page string
	// Screen is a private page. If its picture isn't drawn yet, the platform sends the words at once, and then calls
	// Draw.
	Screen *Screen
	// File is sent to the person alone, after the words.
	File *File
	// An answer with Ask shows nothing else.
	Ask *Ask
}

// Ask is a question that a person answers by typing. Title and Label have at most 45 characters.
type Ask struct {
	Title string
	Label string
	Hint  string // at most 100 characters
	Line  string // begins the answering line; see [AnswerLine]
	Lang  string
	Max   int // in characters; not every platform enforces it
}

// AnswerLine returns the line that answers an Ask.
func AnswerLine(line, text string) string { return line + " " + oneLine.Replace(text) }

var oneLine = strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ")

// MaxFile is the largest size of a File in bytes.
const MaxFile = 8 << 20

// File is a file for a person to keep.
type File struct {
	Name string // letters, digits, "-", "_" and a dot
	Type string
	Data []byte // at most MaxFile
}
