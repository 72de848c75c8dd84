package tables

import (
	"cmp"
	"slices"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
)

// Key is a person, user or chat with tables.
type Key struct{ kind, id string }

// PersonKey returns the key of the person as player or host.
func PersonKey(id chat.PersonID) Key { return Key{"person", string(id)} }

// UserKey returns the key of invitations and private tables.
func UserKey(id chat.UserID) Key { return Key{"user", string(id)} }

// ChatKey returns the key of the chat or space.
func ChatKey(id chat.ChatID) Key { return Key{"chat", string(id)} }

// KeysOf returns the keys of all identities.
func KeysOf(p people.Person) (all []Key) {
	for _, x := range p.Identities() {
		all = append(all, PersonKey(x.Person), UserKey(x.User))
	}
	return all
}

// Index finds tables by their summaries.
type Index struct {
	mu        sync.Mutex
	summaries map[chat.TableID]Summary
	byKey     map[Key][]chat.TableID
	origins   map[chat.TableID]string
}

func newIndex() *Index {
	return &Index{
		summaries: make(map[chat.TableID]Summary), byKey: make(map[Key][]chat.TableID), origins: make(map[chat.TableID]string),
	}
}

// Update adds the table or replaces its summary.
func (ix *Index) Update(s Summary) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	ix.updateLocked(s)
}

func (ix *Index) updateLocked(s Summary) {
	var before []Key
	if old, known := ix.summaries[s.ID]; known {
		before = old.Keys()
	}
	ix.summaries[s.ID] = s
	now := s.Keys()
	if slices.Equal(before, now) {
		return
	}
	for _, k := range before {
		if !slices.Contains(now, k) {
			ix.removeKeyLocked(k, s.ID)
		}
	}
	for _, k := range now {
		if !slices.Contains(before, k) {
			ix.byKey[k] = append(ix.byKey[k], s.ID)
		}
	}
}

func (ix *Index) removeKeyLocked(k Key, id chat.TableID) {
	ids := slices.DeleteFunc(ix.byKey[k], func(x chat.TableID) bool { return x == id })
	ix.byKey[k] = ids
	if len(ids) == 0 {
		delete(ix.byKey, k)
	}
}

// Remove removes a deleted table.
func (ix *Index) Remove(id chat.TableID) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if s, known := ix.summaries[id]; known {
		for _, k := range s.Keys() {
			ix.removeKeyLocked(k, id)
		}
		delete(ix.summaries, id)
	}
}

// Reserve adds a starting table unless test refuses it. Calls don't overlap, so two tables can't take the last place.
func (ix *Index) Reserve(next Summary, keys []Key, test func(others []Summary) error) error {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	if err := test(ix.nearLocked(keys, Summary.IsActive)); err != nil {
		return err
	}
	ix.updateLocked(next)
	return nil
}

func (ix *Index) nearLocked(keys []Key, cond func(Summary) bool) (near []Summary) {
	seen := make(map[chat.TableID]bool)
	for _, k := range keys {
		for _, id := range ix.byKey[k] {
			if s := ix.summaries[id]; !seen[id] && cond(s) {
				near = append(near, s)
			}
			seen[id] = true
		}
	}
	return near
}

func (ix *Index) near(keys []Key, cond func(Summary) bool) []Summary {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	found := ix.nearLocked(keys, cond)
	slices.SortFunc(found, CompareCreated)
	return found
}

// FindActive returns matching active tables, oldest first.
func (ix *Index) FindActive(keys []Key, cond func(Summary) bool) []Summary {
	return ix.near(keys, func(s Summary) bool { return s.IsActive() && cond(s) })
}

// CompareCreated compares tables by creation time.
func CompareCreated(x, y Summary) int {
	return cmp.Or(x.Created.Compare(y.Created), cmp.Compare(x.ID, y.ID))
}

// All returns matching tables, oldest first.
func (ix *Index) All(cond func(Summary) bool) (found []Summary) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for _, s := range ix.summaries {
		if cond(s) {
			found = append(found, s)
		}
	}
	slices.SortFunc(found, CompareCreated)
	return found
}

// ActiveOf returns the person's active tables, oldest first.
func (ix *Index) ActiveOf(p people.Person) []Summary {
	return ix.FindActive(KeysOf(p), func(s Summary) bool { return s.HasSeated(p) })
}

// TablesOf returns the person's tables and invitations.
func (ix *Index) TablesOf(p people.Person) []Summary {
	return ix.near(KeysOf(p), func(s Summary) bool { return s.HasSeated(p) || s.HasInvited(p) })
}

// ShownAt returns the tables shown where the input comes from.
func (ix *Index) ShownAt(in chat.Input) []chat.TableID {
	key := ChatKey(in.Chat)
	if in.Chat == "" {
		key = UserKey(in.User)
	}
	var ids []chat.TableID
	for _, s := range ix.near([]Key{key}, func(s Summary) bool { return slices.ContainsFunc(s.Places, in.IsFrom) }) {
		ids = append(ids, s.ID)
	}
	slices.Sort(ids)
	return ids
}

// LastEnded returns the person's matching table that ended last.
func (ix *Index) LastEnded(p people.Person, cond func(Summary) bool) (last Summary, found bool) {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	over := ix.nearLocked(KeysOf(p), func(s Summary) bool { return !s.IsActive() && s.HasSeated(p) && cond(s) })
	if len(over) == 0 {
		return Summary{}, false
	}
	return slices.MaxFunc(over, func(x, y Summary) int { return x.EndedAt.Compare(y.EndedAt) }), true
}

// Has reports whether the table exists.
func (ix *Index) Has(id chat.TableID) bool {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	_, known := ix.summaries[id]
	return known
}

// KeyCount returns the number of keys.
func (ix *Index) KeyCount() int {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	return len(ix.byKey)
}
