package command

import (
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// Request is an input with the person who made it.
type Request struct {
	chat.Input
	Person  people.Person
	Words   *words.Tongue
	Command string // the command's name, for the metrics
	table   string // the table's code, if the command's first argument is one
	Said    string // the command and its arguments, alike in all languages
}

// seat returns the person's seat at the table, or engine.Nobody.
func (r *Request) seat(t *match.Table) engine.Seat { return t.Chairs.SeatOf(r.Person.Participant()) }

// alert returns an answer with the text of that id.
func (r *Request) alert(id string, gaps ...any) chat.Answer {
	return chat.Answer{Alert: r.Words.Say(id, gaps...)}
}

// Presser identifies the person, through any identity, and the table that the request names.
func (r *Request) Presser() string { return string(r.Person.Head().Person) + " " + r.table }

// recordCommand sets Said and the table from the command's arguments.
func (r *Request) recordCommand(args []string) {
	r.Said = r.Command + " " + strings.Join(args, " ")
	if len(args) > 0 && documents.ValidCode(args[0]) {
		r.table = args[0]
	}
}

// scopes returns where to look for a table that the request doesn't name: here, in the space, everywhere.
// A wider scope counts only if a narrower one has none.
func (r *Request) scopes() []chat.ChatID { return []chat.ChatID{r.Chat, r.Space, standing.Everywhere} }

// openHere reports whether the table is a challenge in this chat that the person, like everybody, may
// accept.
func (r *Request) openHere(x tables.Summary) bool {
	return x.Stage == match.Open && !x.HasSeated(r.Person) && x.Free && r.Chat != "" && slices.Contains(x.Places, r.Place())
}
