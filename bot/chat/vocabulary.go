package chat

// Vocabulary is what can be said to the bot, in one language, for platforms
// that offer it before it is said: in menus, or while somebody types.
type Vocabulary struct {
	Lang     string // the language, BCP 47
	Commands []CommandWord
	Typed    []string // all words that a command or move may begin with, in small letters
	Games    []GameWord
	Rules    []RulesWord
	// Computers are how many chairs a challenge may give to the computer, and so
	// how many friends it may name: "computer=2".
	Computers []int
}

// CommandWord is a command that people type.
type CommandWord struct {
	Name  string // the same in every language
	Alias string // what those who speak the language type; understood as well
	About string // one line that says what it does
}

// GameWord is a game that a leaderboard can name.
type GameWord struct {
	Word  string // understood by the bot
	Label string
}

// RulesWord is a rule set that a challenge can name.
type RulesWord struct {
	Word    string // understood in a challenge
	Label   string
	Seats   int
	Lengths []int // match lengths in deals, the default first; nil where that isn't fixed
	Options []OptionWord
}

// OptionWord is an option of a rule set: "name=value" in a challenge.
type OptionWord struct {
	Name   string
	Values []ValueWord // the default first
}

// ValueWord is one value of an option.
type ValueWord struct{ Word, Label string }
