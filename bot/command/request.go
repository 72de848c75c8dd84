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

// Request is an input with its person, command and services. It never changes after NewRequest.
type Request struct {
	chat.Input
	Person        people.Person
	Words         *words.Tongue
	Command       string // name of the command or typed move, for metrics; "" if unknown
	CanonicalLine string // the command's line, the same in all languages; "" for a typed move
	table         string // the table's code, if it comes first
	sv            *Services
	run           task
}

// task runs a request. After an error, such as a chat.Refusal, the answer doesn't count.
type task func(context.Context) (chat.Answer, error)

// NewRequest parses the input. Run refuses unknown commands.
func NewRequest(sv *Services, in chat.Input, p people.Person) *Request {
	r := (&Request{Input: in, sv: sv}).asPerson(p)
	r.run = r.parse()
	return r
}

// Run runs the command. A repeated input is refused, either here or, if it has a step, by the table.
func (r *Request) Run(ctx context.Context) (chat.Answer, error) { return r.run(ctx) }

func (r *Request) asPerson(p people.Person) *Request {
	other := *r
	other.Person, other.Words = p, r.sv.Messages.Readers.Tongue(p, r.Platform())
	return &other
}

func (r *Request) inChat(at, space chat.ChatID) *Request {
	other := *r
	other.Chat, other.Space = at, space
	return &other
}

// laysOutCards reports whether the person sees tables as cards that they can press.
func (r *Request) laysOutCards() bool {
	return r.sv.Outbox.Traits(r.Place()).LaysOutCards && !r.Person.AsChat
}

func (r *Request) seat(t *match.Table) engine.Seat { return t.Chairs.SeatOf(r.Person.Participant()) }

func (r *Request) alert(id string, gaps ...any) chat.Answer {
	return chat.Answer{Alert: r.Words.Say(id, gaps...)}
}

// PressKey identifies the person and the named table.
func (r *Request) PressKey() string { return string(r.Person.Head().Person) + " " + r.table }

// MayBeDuplicate reports whether an earlier equal request may have caused the refusal.
func (r *Request) MayBeDuplicate(err error) bool {
	return tooLate(err) || r.Command == "leave" && (chat.IsRefusal(err, "not-seated") || chat.IsRefusal(err, "no-such-table"))
}

func tooLate(err error) bool {
	reasons := []string{"stale", "match-over", "challenge-over", "not-paused"}
	return slices.ContainsFunc(reasons, func(id string) bool { return chat.IsRefusal(err, id) })
}

// scopes lists where to look for a table. A narrower scope wins.
func (r *Request) scopes() []chat.ChatID { return []chat.ChatID{r.Chat, r.Space, standing.Everywhere} }

func (r *Request) isInvited(x tables.Summary) bool {
	return x.Stage == match.Open && x.HasInvited(r.Person)
}

func (r *Request) isOpenHere(x tables.Summary) bool {
	return x.Stage == match.Open && !x.HasSeated(r.Person) && x.HasFreeChair && r.Chat != "" && slices.Contains(x.Places, r.Place())
}
