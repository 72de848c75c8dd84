package chat

import "strings"

// Vocabulary lists what people can say to the bot in one language, for platforms that offer it in menus or while
// somebody types.
type Vocabulary struct {
	Lang     string // BCP 47
	Commands []CommandWord
	Typed    []string // all words that may begin a command or move, in small letters
}

// CommandWord is a command that people type.
type CommandWord struct {
	Name  string // the same in every language
	Alias string // the name in the language; people may type either
	About string // one line: what the command does
	// Private: others in a group have no use for it, and a menu there may leave it out.
	Private bool
	Fields  []Field // for arguments; people may also type other arguments
}

// Field is an argument of a command, for platforms where people fill in fields.
type Field struct {
	Name    string // the same in every language
	Alias   string // the name in the language
	About   string // one line: what the field is
	Kind    FieldKind
	Lead    string      // precedes the value in the line: "pace="
	Choices []ValueWord // the only values; empty: any
	// ByRules has other Choices for each value of the field "rules"; "" is the empty field.
	ByRules map[string][]ValueWord
	// Pages lists lines whose answers offer values by buttons and menu options: their lines are Opens and a value. In a
	// line with Typing, the typed text takes its place, and the answer offers what matches.
	Pages []string
	Opens string
}

// Typing stands in a line of Field.Pages for the text typed so far.
const Typing = "*"

// FieldKind is the kind of values that a field takes.
type FieldKind int

// The kinds of fields.
const (
	TextField FieldKind = iota
	NumberField
	SwitchField
	PersonField // a user of the platform
	NamesField  // people, by name or tag, separated by commas; the platform may not know them
)

// Words returns the words of a command's line for the field's value. The value of a user is UserID.Own, that of a switch
// that is on "true".
func (f Field) Words(value string) string {
	switch f.Kind {
	case PersonField:
		return "@" + value
	case NamesField:
		return mentions(value)
	case SwitchField:
		if value == "true" {
			return f.Name
		}
		return ""
	}
	return f.Lead + value
}

// mentions writes a list of people as a line mentions them: "anna huber, #384t" becomes "@annahuber #384t".
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

// ValueWord is one value of a field with its label.
type ValueWord struct{ Word, Label string }
