package messages

import (
	"context"
	"maps"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/retry"
	"tarockbot/bot/tables"
)

// clearEvery is how often marks are cleared and idle tables evicted.
const clearEvery = time.Minute

// clearLoop clears marks and evicts idle tables until the bot ends.
func (d *Display) clearLoop() {
	for retry.Sleep(d.config.Running, clearEvery) {
		d.ClearMarks(d.config.Running)
		d.Tables.Memory.Evict(d.config.Now())
	}
}

// ClearMarks clears the marks of tables in memory that are completely shown, and retries the others. It also runs
// when the bot ends, so that the next start has less to do.
func (d *Display) ClearMarks(ctx context.Context) {
	err := d.Tables.Dirty.Clear(ctx, func(id chat.TableID, unmark func()) {
		l := d.Tables.Memory.TryOpen(id)
		if l == nil {
			return
		}
		defer l.Unlock()
		if late := d.late.timers.prune(l.Table()); late == 0 && d.Courier.isIdle(l) {
			unmark()
		} else {
			d.Courier.retry(l)
		}
	})
	if err != nil && ctx.Err() == nil {
		d.config.Log.Warn("marks of what is shown not taken away", "err", err)
	}
}

// TablesBehind returns the tables, oldest first, that a start may have to show: marked tables, tables on platforms
// that forget, and tables of people whose links were cut, because a panel may not be theirs. It marks them as fresh.
func (d *Display) TablesBehind() []tables.Summary {
	all := d.Tables.Index.All(func(x tables.Summary) bool {
		return d.Tables.Dirty.Has(x.ID) || slices.ContainsFunc(x.Places, func(p chat.Place) bool { return d.config.Outbox.Traits(p).Forgets })
	})
	for _, id := range d.config.People.Links.Parted() {
		all = append(all, d.Tables.Index.FindActive([]tables.Key{tables.PersonKey(id)}, func(tables.Summary) bool { return true })...)
	}
	slices.SortFunc(all, tables.OlderFirst)
	all = slices.CompactFunc(all, func(x, y tables.Summary) bool { return x.ID == y.ID })
	d.Tables.Dirty.MarkFresh(idsOf(all))
	return all
}

// idsOf returns the tables' codes.
func idsOf(all []tables.Summary) []chat.TableID {
	var ids []chat.TableID
	for _, x := range all {
		ids = append(ids, x.ID)
	}
	return ids
}

// CatchUp brings the tables up to date, each platform on its own, so that a slow platform delays no other. It
// refreshes clocks first, so that a table is shown once.
func (d *Display) CatchUp(all []tables.Summary) {
	d.Wakeups.updateClocks(d.config.Running)
	for _, name := range slices.Sorted(maps.Keys(d.config.Platforms)) {
		here := slices.DeleteFunc(slices.Clone(all), func(x tables.Summary) bool { return !x.IsOn(name) })
		d.config.Outbox.Work.Go(func() { d.config.Outbox.CatchUp(name, idsOf(here), d.catchUpTable) })
	}
}

// catchUpTable delivers the table's messages, unless the start deleted the table.
func (d *Display) catchUpTable(id chat.TableID) {
	l, err := d.Tables.Open(d.config.Running, id)
	if err != nil {
		if chat.UnlessRefused(err) != nil && d.config.Running.Err() == nil {
			d.config.Log.Error("table left out", "table", id, "err", err)
		}
		return
	}
	defer l.Unlock()
	d.Courier.show(l, nil)
}
