package tables

import "tarockbot/bot/chat"

// OpenFrom records the origin of a table that was just opened, see Input.Origin, or refuses if as many active tables as
// most says were opened from there, because one person can come as many. An unknown origin, "", has no limit. Origins are
// kept in memory only: nothing stored tells where a person was.
func (ix *Index) OpenFrom(origin string, id chat.TableID, most int) error {
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
