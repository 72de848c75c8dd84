package command

import (
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/standing"
	"tarockbot/bot/tables"
)

// Which table a command means that names none.

// pickTable is the table named first in the request, or the only one going on
// that is meant: by the first of the tests that any table passes, of those where the
// request is made before others.
func pickTable(sv *Services, r *Request, meant ...func(tables.Summary) bool) (chat.TableID, error) {
	if code := strings.ToLower(r.arg(0)); code != "" {
		if !keep.ValidCode(code) {
			return "", chat.Refuse("no-table")
		}
		return chat.TableID(code), nil
	}
	near := append(tables.KeysOf(r.Person), r.Chat)
	for _, where := range r.scopes() {
		for _, test := range meant {
			switch found := sv.Tables.Index.Find(near, func(x tables.Summary) bool { return x.Within(where) && test(x) }); len(found) {
			case 0:
			case 1:
				return found[0].ID, nil
			default:
				return "", severalTables(sv, r, found[0].ID)
			}
		}
	}
	return "", chat.Refuse("no-such-table")
}

// scopes are where a table is looked for that isn't named, the next only if there is
// none in the one before: a command in a chat means a table there. The last of them is
// everywhere.
func (r *Request) scopes() []chat.ChatID { return []chat.ChatID{r.Chat, r.Space, standing.Everywhere} }

// nearest are those of the tables that are where the request is made; all, if none is.
func (r *Request) nearest(all []tables.Summary) []tables.Summary {
	for _, where := range r.scopes() {
		here := slices.DeleteFunc(slices.Clone(all), func(x tables.Summary) bool { return !x.Within(where) })
		if len(here) > 0 {
			return here
		}
	}
	return nil
}

// nearestWhere is the first of the person's tables of which that is true, of those
// where the request is made before others; nil if there is none.
func nearestWhere(sv *Services, r *Request, is func(*match.Table) bool) *match.Table {
	var found []tables.Summary
	for _, x := range sv.Tables.Index.Of(r.Person) {
		if t := sv.Tables.Peek(x.ID); t != nil && is(t) {
			found = append(found, x)
		}
	}
	for _, x := range r.nearest(found) {
		return sv.Tables.Peek(x.ID)
	}
	return nil
}

// nearGames are the tables that the person plays at, as far as a command without a code
// can mean them.
func nearGames(sv *Services, r *Request) []tables.Summary {
	return r.nearest(sv.Tables.Index.Find(tables.KeysOf(r.Person), func(x tables.Summary) bool { return x.Seats(r.Person) && x.Stage == match.Playing }))
}

// lastTable is the finished table named, or the person's latest: of those where the
// request is made, if there is one.
func lastTable(sv *Services, r *Request) (chat.TableID, error) {
	if r.arg(0) != "" {
		return pickTable(sv, r)
	}
	for _, where := range r.scopes() {
		last, ok := sv.Tables.Index.LastOver(r.Person, func(x tables.Summary) bool { return x.Stage == match.Finished && x.Within(where) })
		if ok {
			return last.ID, nil
		}
	}
	return "", chat.Refuse("no-such-table")
}
