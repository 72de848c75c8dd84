package chat

import "strings"

// Vocabulary lists a language's commands and words, for menus and completion.
type Vocabulary struct {
	Lang       string // BCP 47
	Commands   []CommandWord
	TypedWords []string
}

// CommandWord is a command that people type.
type CommandWord struct {
	Name  string
	Alias string
	About string
	// Private allows a menu in a group to leave the command out.
	Private bool
	Fields  []Field
}

// Field is an argument of a command.
type Field struct {
	Name    string
	Alias   string
	About   string
	Kind    FieldKind
	Prefix  string      // precedes the value, such as "pace="
	Choices []ValueWord // empty for any
	// ByRules has other Choices for each value of the field "rules".
	ByRules map[string][]ValueWord
	// Pages lists lines whose answers offer values: buttons' lines are PagePrefix and a value. The typed text replaces
	// TypedPlaceholder.
	Pages      []string
	PagePrefix string
}

// TypedPlaceholder stands for the typed text in Field.Pages.
const TypedPlaceholder = "*"

// FieldKind is the kind of values that a field takes.
type FieldKind int

// The kinds of fields.
const (
	TextField FieldKind = iota
	NumberField
	SwitchField
	PersonField // a user of the platform
	NamesField  // names or tags, separated by commas
)

// Words returns the line's words for the value. A user's value is UserID.NativeID, a switch's "true" or "false".
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
	return f.Prefix + value
}

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
