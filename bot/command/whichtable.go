package command

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/support/seq"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

// A command whose line names no table looks for one here, then in the space, then everywhere. It takes:
//   - myTable, if it means a running match: those that wait for the person come first;
//   - updateNearestSeat, to change the first running match that passes a test;
//   - firstTableWhere, for the first table of the person that passes a test, also a challenge;
//   - pickTable, if it may mean a table of the chat, or pickChallenge, which also says why there is none;
//   - queueTable or tableToCut, if it means a table where they may set a card or cut;
//   - lastTable, if it means a finished match;
//   - activeTables or runningTables, for all of the person's tables wherever they are.

// summaryTest reports whether a command may mean the table.
type summaryTest func(tables.Summary) bool

// seatTest reports whether a command may mean the table of a person who sits there.
type seatTest func(*match.Table, engine.Seat) bool

// tableIf returns the table if it passes the test; nil if it doesn't, or can't be read.
func (r *Request) tableIf(id chat.TableID, is seatTest) *match.Table {
	if t := r.sv.Tables.TableOrNil(id); t != nil && is(t, r.seat(t)) {
		return t
	}
	return nil
}

// seatPasses returns the test of a summary that tests its table by tableIf.
func (r *Request) seatPasses(is seatTest) summaryTest {
	return func(x tables.Summary) bool { return r.tableIf(x.ID, is) != nil }
}

// tableKeys returns the keys of the tables of the person and of the chat.
func (r *Request) tableKeys() []tables.Key {
	return append(tables.KeysOf(r.Person), tables.ChatKey(r.Chat))
}

// near returns the active tables of the person or the chat that pass the first test that any passes, in this chat before
// elsewhere, the oldest first.
func near(r *Request, tests ...summaryTest) []tables.Summary {
	for _, where := range r.scopes() {
		here := r.sv.Tables.Index.FindActive(r.tableKeys(), func(x tables.Summary) bool { return x.Within(where) })
		for _, test := range tests {
			if found := filter(here, test); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// filter returns the tables that pass the test.
func filter(all []tables.Summary, test summaryTest) []tables.Summary {
	return slices.DeleteFunc(slices.Clone(all), func(x tables.Summary) bool { return !test(x) })
}

// pickTable returns the named table, else the only one that passes the tests; see near. If there are several it asks.
func pickTable(r *Request, named chat.TableID, meant ...summaryTest) (chat.TableID, error) {
	if named != "" {
		return named, nil
	}
	return onlyOne(r, near(r, meant...), "")
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

// firstTableWhere returns the first of the person's tables that passes the test, in this chat before
// elsewhere; nil if there is none.
func firstTableWhere(r *Request, is seatTest) *match.Table {
	for _, where := range r.scopes() {
		for _, x := range r.sv.Tables.Index.ActiveOf(r.Person) {
			if !x.Within(where) {
				continue
			}
			if t := r.tableIf(x.ID, is); t != nil {
				return t
			}
		}
	}
	return nil
}

// nearGames returns the person's running tables in this chat, the oldest first; if there are none, those in the space,
// else all. Tables that can't be read are among them.
func nearGames(r *Request) []tables.Summary {
	return near(r, func(x tables.Summary) bool { return x.HasSeated(r.Person) && x.Stage == match.Playing })
}

// activeTables returns the person's active tables everywhere, the oldest first. It leaves out tables that can't be read.
func activeTables(sv *Services, p people.Person) []*match.Table {
	all := seq.Map(sv.Tables.Index.ActiveOf(p), func(x tables.Summary) *match.Table { return sv.Tables.TableOrNil(x.ID) })
	return slices.DeleteFunc(all, func(t *match.Table) bool { return t == nil })
}

// runningTables returns the person's running tables everywhere, the last touched first.
func runningTables(sv *Services, p people.Person) []*match.Table {
	all := activeTables(sv, p)
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
	waits := r.seatPasses(func(t *match.Table, s engine.Seat) bool { return t.Waiting().Has(s) })
	if waiting := filter(mine, waits); len(waiting) > 0 {
		mine = waiting
	}
	return onlyOne(r, mine, said)
}
