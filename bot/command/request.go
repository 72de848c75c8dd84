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

// Request is an input with the person who made it and what it says.
type Request struct {
	chat.Input
	Person  people.Person
	Words   *words.Tongue
	Command string // which one it is, for the metrics
	table   string // whose code comes first in what is said; "" if none does
	Said    string // by the command, without its language
}

// seat is where the person sits at the table, or engine.Nobody.
func (r *Request) seat(t *match.Table) engine.Seat { return t.Chairs.SeatOf(r.Person.Participant()) }

// alert is the answer that is the text with that id.
func (r *Request) alert(id string, gaps ...any) chat.Answer {
	return chat.Answer{Alert: r.Words.Say(id, gaps...)}
}

// Presser is who says it, whatever the identity, and at which table, if one is named.
func (r *Request) Presser() string { return string(r.Person.Head().Person) + " " + r.table }

// recordCommand notes what the command says, and of which table, if one is named.
func (r *Request) recordCommand(args []string) {
	r.Said = r.Command + " " + strings.Join(args, " ")
	if len(args) > 0 && documents.ValidCode(args[0]) {
		r.table = args[0]
	}
}

// scopes are where a table is looked for that isn't named, the next only if there is none in the one before:
// a command in a chat means a table there. The last of them is everywhere.
func (r *Request) scopes() []chat.ChatID { return []chat.ChatID{r.Chat, r.Space, standing.Everywhere} }

// openHere says that the table is a challenge in the chat that anybody may accept, such as the person.
func (r *Request) openHere(x tables.Summary) bool {
	return x.Stage == match.Open && !x.Seats(r.Person) && x.Free && r.Chat != "" && slices.Contains(x.Places, r.Place())
}
