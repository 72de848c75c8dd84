package command

import (
	"iter"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// summaryTest reports whether a command may mean the table.
type summaryTest func(tables.Summary) bool

// pickTable returns the named table. Otherwise it applies the tests in turn, in this chat before
// elsewhere, and returns the only match. If there are several it asks.
func pickTable(r *Request, named chat.TableID, meant ...summaryTest) (chat.TableID, error) {
	if named != "" {
		return named, nil
	}
	near := append(tables.KeysOf(r.Person), tables.ChatKey(r.Chat))
	for _, where := range r.scopes() {
		for _, test := range meant {
			found := r.sv.Tables.Index.FindActive(near, func(x tables.Summary) bool { return x.Within(where) && test(x) })
			if len(found) > 0 {
				return onlyOne(r, found, "")
			}
		}
	}
	return "", chat.RefuseOpenly("no-such-table")
}

// onlyOne returns the only table. If there are several it asks which, and tells what to type for the
// first, with what else was said.
func onlyOne(r *Request, found []tables.Summary, said string) (chat.TableID, error) {
	switch len(found) {
	case 0:
		return "", chat.RefuseOpenly("no-such-table")
	case 1:
		return found[0].ID, nil
	}
	example := r.Command + " " + string(found[0].ID)
	if said = displayname.Clean(said); said != "" {
		example += " " + said
	}
	return "", chat.Refuse("which-table", "Line", r.sv.Language.Lexicon.Line(example, r.Words))
}

// lastTable returns the named table, or the person's latest finished one, in this chat before elsewhere.
func lastTable(r *Request, named chat.TableID) (chat.TableID, error) {
	if named != "" {
		return named, nil
	}
	for _, where := range r.scopes() {
		isOver := func(x tables.Summary) bool { return x.Stage == match.Finished && x.Within(where) }
		if last, ok := r.sv.Tables.Index.LastOver(r.Person, isOver); ok {
			return last.ID, nil
		}
	}
	return "", chat.RefuseOpenly("no-such-table")
}

// seatTest reports whether a command may mean the table of a person who sits there.
type seatTest func(*match.Table, engine.Seat) bool

// firstTableWhere returns the first of the person's tables that passes the test, in this chat before
// elsewhere; nil if there is none.
func firstTableWhere(r *Request, is seatTest) *match.Table {
	for _, where := range r.scopes() {
		for t := range tablesOf(r.sv, r.Person, where) {
			if is(t, r.seat(t)) {
				return t
			}
		}
	}
	return nil
}

// nearGames returns the person's running tables in this chat, the oldest first; if there are none, those in the space,
// else all. Tables that can't be read are among them.
func nearGames(r *Request) []tables.Summary {
	for _, where := range r.scopes() {
		here := r.sv.Tables.Index.FindActive(tables.KeysOf(r.Person), func(x tables.Summary) bool {
			return x.HasSeated(r.Person) && x.Stage == match.Playing && x.Within(where)
		})
		if len(here) > 0 {
			return here
		}
	}
	return nil
}

// tablesOf yields the person's active tables in the chat or space, the oldest first. It leaves out tables that can't be
// read.
func tablesOf(sv *Services, p people.Person, where chat.ChatID) iter.Seq[*match.Table] {
	return func(yield func(*match.Table) bool) {
		for _, x := range sv.Tables.Index.ActiveOf(p) {
			if !x.Within(where) {
				continue
			}
			if t := sv.Tables.TableOrNil(x.ID); t != nil && !yield(t) {
				return
			}
		}
	}
}

// runningTables returns the person's running tables everywhere, the last touched first.
func runningTables(sv *Services, p people.Person) []*match.Table {
	all := slices.Collect(tablesOf(sv, p, standing.Everywhere))
	slices.SortStableFunc(all, touchedLast)
	return slices.DeleteFunc(all, func(t *match.Table) bool { return t.Stage != match.Playing })
}

func touchedLast(x, y *match.Table) int { return y.Touched.Compare(x.Touched) }

// myTable returns the named table, or the only one that waits for the person, else the only one there is,
// in this chat before elsewhere. If there are several it asks, and repeats what else was said.
func myTable(r *Request, named chat.TableID, said string) (chat.TableID, error) {
	if named != "" {
		return named, nil
	}
	mine := nearGames(r)
	waiting := slices.DeleteFunc(slices.Clone(mine), func(x tables.Summary) bool {
		t := r.sv.Tables.TableOrNil(x.ID)
		return t == nil || !t.Waiting().Has(r.seat(t))
	})
	if len(waiting) > 0 {
		mine = waiting
	}
	return onlyOne(r, mine, said)
}
