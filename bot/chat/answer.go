package chat

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
