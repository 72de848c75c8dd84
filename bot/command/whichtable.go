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

// If a command names no table, these functions search this chat, then the space, then everywhere:
//     - myTable: a running match, preferably one that waits for the person;
//     - updateNearestSeat: the first running match that passes a test;
//     - firstTableWhere: the person's first table or challenge that passes a test;
//     - pickTable: also the chat's tables; pickChallenge explains a failure;
//     - queueTable, tableToCut: where the person may set a card or cut;
//     - lastTable: a finished match;
//     - activeTables, runningTables: all of the person's tables.

// summaryTest reports whether a command may mean the table.
type summaryTest func(tables.Summary) bool

type seatTest func(*match.Table, engine.Seat) bool

func (r *Request) tableIf(id chat.TableID, is seatTest) *match.Table {
	if t := r.sv.Tables.TableOrNil(id); t != nil && is(t, r.seat(t)) {
		return t
	}
	return nil
}

func (r *Request) seatPasses(is seatTest) summaryTest {
	return func(x tables.Summary) bool { return r.tableIf(x.ID, is) != nil }
}

func (r *Request) tableKeys() []tables.Key {
	return append(tables.KeysOf(r.Person), tables.ChatKey(r.Chat))
}

// nearestTables returns the nearest tables that pass a test, oldest first. Earlier tests have priority.
func nearestTables(r *Request, tests ...summaryTest) []tables.Summary {
	for _, where := range r.scopes() {
		here := r.sv.Tables.Index.FindActive(r.tableKeys(), func(x tables.Summary) bool { return x.IsWithin(where) })
		for _, test := range tests {
			if found := filter(here, test); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

func filter(all []tables.Summary, test summaryTest) []tables.Summary {
	return slices.DeleteFunc(slices.Clone(all), func(x tables.Summary) bool { return !test(x) })
}

func pickTable(r *Request, named chat.TableID, meant ...summaryTest) (chat.TableID, error) {
	if named != "" {
		return named, nil
	}
	return onlyOne(r, nearestTables(r, meant...), "")
}

func onlyOne(r *Request, found []tables.Summary, said string) (chat.TableID, error) {
	switch len(found) {
	case 0:
		return "", chat.RefusePublicly("no-such-table")
	case 1:
		return found[0].ID, nil
	}
	example := r.Command + " " + string(found[0].ID)
	if said = displayname.Clean(said); said != "" {
		example += " " + said
	}
	return "", chat.Refuse("which-table", "Line", r.sv.Language.Lexicon.Translate(example, r.Words))
}

func lastTable(r *Request, named chat.TableID) (chat.TableID, error) {
	if named != "" {
		return named, nil
	}
	for _, where := range r.scopes() {
		isOver := func(x tables.Summary) bool { return x.Stage == match.Finished && x.IsWithin(where) }
		if last, ok := r.sv.Tables.Index.LastEnded(r.Person, isOver); ok {
			return last.ID, nil
		}
	}
	return "", chat.RefusePublicly("no-such-table")
}

func firstTableWhere(r *Request, is seatTest) *match.Table {
	for _, where := range r.scopes() {
		for _, x := range r.sv.Tables.Index.ActiveOf(r.Person) {
			if !x.IsWithin(where) {
				continue
			}
			if t := r.tableIf(x.ID, is); t != nil {
				return t
			}
		}
	}
	return nil
}

func nearGames(r *Request) []tables.Summary {
	return nearestTables(r, func(x tables.Summary) bool { return x.HasSeated(r.Person) && x.Stage == match.Playing })
}

func activeTables(sv *Services, p people.Person) []*match.Table {
	all := seq.Map(sv.Tables.Index.ActiveOf(p), func(x tables.Summary) *match.Table { return sv.Tables.TableOrNil(x.ID) })
	return slices.DeleteFunc(all, func(t *match.Table) bool { return t == nil })
}

func runningTables(sv *Services, p people.Person) []*match.Table {
	all := activeTables(sv, p)
	slices.SortStableFunc(all, latestFirst)
	return slices.DeleteFunc(all, func(t *match.Table) bool { return t.Stage != match.Playing })
}

func latestFirst(x, y *match.Table) int { return y.Touched.Compare(x.Touched) }

// myTable returns the person's only running match, or the only one that waits for them. The refusal of several repeats
// said.
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
