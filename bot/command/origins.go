package command

import (
	"slices"
	"sync"

	"tarockbot/bot/chat"
)

// origins are the tables that were opened from where many people can come as one, such as
// one address on the net. They are in memory alone: nothing stored tells where anybody
// was. After a start they begin anew.
type origins struct {
	mu     sync.Mutex
	tables map[string][]chat.TableID
}

// open notes that the table is opened from there, unless as many as that go on that were:
// then it says how many.
func (o *origins) open(from string, id chat.TableID, most int, goesOn func(chat.TableID) bool) (n int, ok bool) {
	if from == "" {
		return 0, true
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.clear(goesOn)
	if n := len(o.tables[from]); n >= most {
		return n, false
	}
	if o.tables == nil {
		o.tables = make(map[string][]chat.TableID)
	}
	o.tables[from] = append(o.tables[from], id)
	return 0, true
}

// clear drops the tables that are over.
func (o *origins) clear(goesOn func(chat.TableID) bool) {
	for from, ids := range o.tables {
		if ids = slices.DeleteFunc(ids, func(id chat.TableID) bool { return !goesOn(id) }); len(ids) == 0 {
			delete(o.tables, from)
		} else {
			o.tables[from] = ids
		}
	}
}
