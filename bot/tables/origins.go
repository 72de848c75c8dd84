package tables

import "tarockbot/bot/chat"

// RecordOrigin records a table's origin. It refuses a table above the limit most. For privacy, origins are kept in
// memory only.
func (ix *Index) RecordOrigin(origin string, id chat.TableID, most int) error {
	if origin == "" {
		return nil
	}
	ix.mu.Lock()
	defer ix.mu.Unlock()
	n := 0
	for other, from := range ix.origins {
		switch {
		case !ix.summaries[other].IsActive():
			delete(ix.origins, other)
		case from == origin:
			n++
		}
	}
	if n >= most {
		return chat.Refuse("tables-origin", "Max", n)
	}
	ix.origins[id] = origin
	return nil
}
