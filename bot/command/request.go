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
	run     task
}

// task carries a request out. Its error is a chat.Refusal, or the bot's own. The answer is ignored if the error
// is not nil.
type task func(context.Context) (chat.Answer, error)

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

func (r *Request) alert(id string, gaps ...any) chat.Answer {
	return chat.Answer{Alert: r.Words.Say(id, gaps...)}
}

// Presser identifies the person, through any identity, and the table that the request names.
func (r *Request) Presser() string { return string(r.Person.Head().Person) + " " + r.table }

// RefusedByItself reports whether the request may be refused only because the same request had its effect just before.
func (r *Request) RefusedByItself(err error) bool {
	return tooLate(err) || r.Command == "leave" && (chat.RefusedWith(err, "not-seated") || chat.RefusedWith(err, "no-such-table"))
}

// tooLate reports whether the refusal says that something came first: often the same press, made twice.
func tooLate(err error) bool {
	reasons := []string{"stale", "match-over", "challenge-over", "not-paused"}
	return slices.ContainsFunc(reasons, func(id string) bool { return chat.RefusedWith(err, id) })
}

// scopes returns where to look for a table that the request doesn't name: here, in the space, everywhere.
// A wider scope counts only if a narrower one has none.
func (r *Request) scopes() []chat.ChatID { return []chat.ChatID{r.Chat, r.Space, standing.Everywhere} }

// isInvited reports whether the table is a challenge with a chair that is kept for the person.
func (r *Request) isInvited(x tables.Summary) bool {
	return x.Stage == match.Open && x.HasInvited(r.Person)
}

// isOpenHere reports whether the table is a challenge in this chat that everybody, and so the person, may accept.
func (r *Request) isOpenHere(x tables.Summary) bool {
	return x.Stage == match.Open && !x.HasSeated(r.Person) && x.Free && r.Chat != "" && slices.Contains(x.Places, r.Place())
}
