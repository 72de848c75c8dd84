package posts

import (
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/bot/tables"
)

// Behind are the tables of which something may have to be shown after a start,
// oldest first: those that are marked, those on platforms that forget, and those of
// people who were linked, whose panels may not be theirs any more. They are awaited.
func (ps *Posts) Behind() []tables.Summary {
	all := ps.tables.Index.All(func(x tables.Summary) bool {
		return ps.dirty.Has(x.ID) || slices.ContainsFunc(x.Places, func(p chat.Place) bool { return ps.outbox.Traits(p).Forgets })
	})
	for _, id := range ps.Readers.people.Links.Parted {
		all = append(all, ps.tables.Index.Find([]tables.Key{id}, func(tables.Summary) bool { return true })...)
	}
	slices.SortFunc(all, tables.OlderFirst)
	all = slices.CompactFunc(all, func(x, y tables.Summary) bool { return x.ID == y.ID })
	ps.dirty.Await(IDsOf(all))
	return all
}

// IDsOf are the codes of the tables.
func IDsOf(all []tables.Summary) []chat.TableID {
	var ids []chat.TableID
	for _, x := range all {
		ids = append(ids, x.ID)
	}
	return ids
}

// CatchUp brings the tables up to date, each platform's for themselves: one that is
// slow holds up no other.
func (ps *Posts) CatchUp(all []tables.Summary) {
	for name := range ps.Readers.platforms {
		here := slices.DeleteFunc(slices.Clone(all), func(x tables.Summary) bool { return !x.IsOn(name) })
		ps.outbox.Work.Go(func() { ps.outbox.CatchUp(name, IDsOf(here), ps.catchUpTable) })
	}
}

// catchUpTable shows what isn't shown. The start itself may have deleted the table.
func (ps *Posts) catchUpTable(id chat.TableID) {
	l, err := ps.tables.Open(ps.running, id)
	if err != nil {
		if chat.UnlessRefused(err) != nil && ps.running.Err() == nil {
			ps.log.Error("table left out", "table", id, "err", err)
		}
		return
	}
	defer l.Unlock()
	ps.refreshLocked(l)
}
