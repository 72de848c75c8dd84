package tables

import (
	"sync"

	"tarockbot/bot/chat"
)

// Origins counts the active tables that were opened from each Input.Origin, such as an address on the net, because one
// person can come as many from there. It is kept in memory only: nothing stored tells where a person was. The zero
// Origins is empty. It is safe for concurrent use.
type Origins struct {
	mu     sync.Mutex
	tables map[chat.TableID]string // where each was opened from
}

// Open records the table's origin, or refuses if as many tables from there as most says go on already. An unknown
// origin, "", has no limit.
func (o *Origins) Open(from string, id chat.TableID, most int, goesOn func(chat.TableID) bool) error {
	if from == "" {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.tables == nil {
		o.tables = make(map[chat.TableID]string)
	}
	n := 0
	for other, opened := range o.tables {
		switch {
		case !goesOn(other):
			delete(o.tables, other)
		case opened == from:
			n++
		}
	}
	if n >= most {
		return chat.Refuse("tables-origin", "Max", n)
	}
	o.tables[id] = from
	return nil
}
