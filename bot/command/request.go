package command

import (
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/people"
	"tarockbot/render/words"
)

// Request is an input with the person who made it and what it says.
type Request struct {
	chat.Input
	Person  people.Person
	Words   *words.Tongue
	Command string // which one it is, for the metrics
	args    []string
	table   string // whose code comes first in what is said; "" if none does
	Said    string // by the command, without its language
}

// arg is argument number i, or "".
func (r *Request) arg(i int) string {
	if i >= 0 && i < len(r.args) {
		return r.args[i]
	}
	return ""
}

// maxLine is the longest input that is looked at, in bytes.
const maxLine = 1000

// Presser is who says it, whatever the identity, and at which table, if one is named.
func (r *Request) Presser() string { return string(r.Person.Head().Person) + " " + r.table }

// says notes what the command says, and of which table, if one is named.
func (r *Request) says(args []string) {
	r.Said = r.Command + " " + strings.Join(args, " ")
	if len(args) > 0 && keep.ValidCode(args[0]) {
		r.table = args[0]
	}
}

// saysChosen is says for a choice, whose order is nobody's.
func (r *Request) saysChosen(chosen []string) {
	r.says(append(slices.Clone(r.args[:min(2, len(r.args))]), slices.Sorted(slices.Values(chosen))...))
}

// scope is where somebody asks what counts there; "" in private.
func (r *Request) scope() chat.ChatID { return r.Home() }
