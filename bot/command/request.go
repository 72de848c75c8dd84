package command

import (
	"context"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// Request is an input with the person who made it, the command that it says, and the services that carry it out.
// Nothing changes it after NewRequest: to go on as another person, or in another chat, takes another request.
type Request struct {
	chat.Input
	Person  people.Person
	Words   *words.Tongue
	Command string // the command's name, or that of a typed move, for the metrics; "" if the line says neither
	Said    string // the command and its arguments, alike in all languages; "" for a typed move
	table   string // the table's code, if the command's first argument is one
	sv      *Services
	run     work
}

// work carries a request out. Its error is a chat.Refusal, or the bot's own. The answer is ignored if the error
// is not nil.
type work func(context.Context) (chat.Answer, error)

// NewRequest returns what the person asks for by the input. If that can't be understood, Do refuses it.
func NewRequest(sv *Services, in chat.Input, p people.Person) *Request {
	r := (&Request{Input: in, sv: sv}).as(p)
	r.run = r.parse()
	return r
}

// Do runs the command, unless the input has had its effect before. For an input that carries a step, the
// table decides that.
func (r *Request) Do(ctx context.Context) (chat.Answer, error) { return r.run(ctx) }

// as returns the request as the person makes it, in their language.
func (r *Request) as(p people.Person) *Request {
	other := *r
	other.Person, other.Words = p, r.sv.Messages.Readers.Tongue(p, r.Platform())
	return &other
}

// in returns the request as if it were made in the chat; "" is private.
func (r *Request) in(at, space chat.ChatID) *Request {
	other := *r
	other.Chat, other.Space = at, space
	return &other
}

// seat returns the person's seat at the table, or engine.Nobody.
func (r *Request) seat(t *match.Table) engine.Seat { return t.Chairs.SeatOf(r.Person.Participant()) }

// alert returns an answer with the text of that id.
func (r *Request) alert(id string, gaps ...any) chat.Answer {
	return chat.Answer{Alert: r.Words.Say(id, gaps...)}
}

// Presser identifies the person, through any identity, and the table that the request names.
func (r *Request) Presser() string { return string(r.Person.Head().Person) + " " + r.table }

// scopes returns where to look for a table that the request doesn't name: here, in the space, everywhere.
// A wider scope counts only if a narrower one has none.
func (r *Request) scopes() []chat.ChatID { return []chat.ChatID{r.Chat, r.Space, standing.Everywhere} }

// openHere reports whether the table is a challenge in this chat that everybody, and so the person, may accept.
func (r *Request) openHere(x tables.Summary) bool {
	return x.Stage == match.Open && !x.HasSeated(r.Person) && x.Free && r.Chat != "" && slices.Contains(x.Places, r.Place())
}
