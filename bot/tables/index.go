package tables

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
)

// chatKeys are the chat and those that it is a part of.
func chatKeys(c chat.ChatID) (all []Key) {
	for id := string(c); id != ""; {
		all = append(all, chat.ChatID(id))
		i := strings.LastIndexByte(id, '/')
		id = id[:max(i, 0)]
	}
	return all
}

// KeysOf find the tables of the person, through whatever identity.
func KeysOf(p people.Person) (all []Key) {
	for _, x := range p.Identities() {
		all = append(all, x.Person, x.User)
	}
	return all
}

// KeyOf finds what is shown where the input comes from.
func KeyOf(in chat.Input) Key {
	if in.Chat != "" {
		return in.Chat
	}
	return in.User
}

// Index knows all tables by their summaries.
type Index struct {
	mu        sync.Mutex
	summaries map[chat.TableID]Summary
	found     map[Key][]chat.TableID
}

// NewIndex is an index of no table.
func NewIndex() *Index {
	return &Index{summaries: make(map[chat.TableID]Summary), found: make(map[Key][]chat.TableID)}
}

// Update brings what is known of the table up to date.
func (r *Index) Update(x Summary) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.setLocked(x)
}

// setLocked is Update.
func (r *Index) setLocked(x Summary) {
	var before []Key
	if old, known := r.summaries[x.ID]; known {
		before = old.Keys()
	}
	r.summaries[x.ID] = x
	now := x.Keys()
	if slices.Equal(before, now) {
		return
	}
	for _, t := range before {
		if !slices.Contains(now, t) {
			r.removeKeyLocked(t, x.ID)
		}
	}
	for _, t := range now {
		if !slices.Contains(before, t) {
			r.found[t] = append(r.found[t], x.ID)
		}
	}
}

// removeKeyLocked makes the table be found by the key no more.
func (r *Index) removeKeyLocked(t Key, id chat.TableID) {
	ids := slices.DeleteFunc(r.found[t], func(x chat.TableID) bool { return x == id })
	if r.found[t] = ids; len(ids) == 0 {
		delete(r.found, t)
	}
}

// Remove forgets a table that doesn't exist (any more).
func (r *Index) Remove(id chat.TableID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if x, known := r.summaries[id]; known {
		for _, t := range x.Keys() {
			r.removeKeyLocked(t, id)
		}
		delete(r.summaries, id)
	}
}

// Reserve notes a table that is about to begin, unless the test of it and of the tables
// going on that any of the keys finds fails. Two at once can't both take the last place.
func (r *Index) Reserve(next Summary, near []Key, test func(Summary, iter.Seq[Summary]) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := test(next, slices.Values(r.nearLocked(near, Summary.IsActive))); err != nil {
		return err
	}
	r.setLocked(next)
	return nil
}

// nearLocked are the tables that a key finds and the test admits, each once.
func (r *Index) nearLocked(keys []Key, admit func(Summary) bool) (near []Summary) {
	seen := make(map[chat.TableID]bool)
	for _, t := range keys {
		for _, id := range r.found[t] {
			if x := r.summaries[id]; !seen[id] && admit(x) {
				near = append(near, x)
			}
			seen[id] = true
		}
	}
	return near
}

// near is nearLocked, the oldest first.
func (r *Index) near(keys []Key, admit func(Summary) bool) []Summary {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := r.nearLocked(keys, admit)
	slices.SortFunc(found, OlderFirst)
	return found
}

// Find lists the tables going on that a key finds and the test admits, oldest first.
func (r *Index) Find(near []Key, admit func(Summary) bool) []Summary {
	return r.near(near, func(x Summary) bool { return x.IsActive() && admit(x) })
}

// OlderFirst sorts by when tables were made.
func OlderFirst(x, y Summary) int {
	return cmp.Or(x.Created.Compare(y.Created), cmp.Compare(x.ID, y.ID))
}

// All lists the tables that the test admits, those that are over among them, the oldest first.
func (r *Index) All(admit func(Summary) bool) (found []Summary) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, x := range r.summaries {
		if admit(x) {
			found = append(found, x)
		}
	}
	slices.SortFunc(found, OlderFirst)
	return found
}

// Of lists the tables going on at which the person sits.
func (r *Index) Of(p people.Person) []Summary {
	return r.Find(KeysOf(p), func(x Summary) bool { return x.Seats(p) })
}

// About lists the tables that the person belongs to or is asked to, also those over.
func (r *Index) About(p people.Person) []Summary {
	return r.near(KeysOf(p), func(x Summary) bool { return x.Seats(p) || x.Asks(p) })
}

// ShownAt lists the tables shown where the input comes from, also those that are over.
func (r *Index) ShownAt(in chat.Input) []chat.TableID {
	var ids []chat.TableID
	for _, x := range r.near([]Key{KeyOf(in)}, func(x Summary) bool { return slices.ContainsFunc(x.Places, in.IsFrom) }) {
		ids = append(ids, x.ID)
	}
	slices.Sort(ids)
	return ids
}

// LastOver is the person's table that ended last of those that the test admits.
func (r *Index) LastOver(p people.Person, admit func(Summary) bool) (last Summary, found bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	over := r.nearLocked(KeysOf(p), func(x Summary) bool { return !x.IsActive() && x.Seats(p) && admit(x) })
	if len(over) == 0 {
		return Summary{}, false
	}
	return slices.MaxFunc(over, func(x, y Summary) int { return x.Over.Compare(y.Over) }), true
}

// Has says whether there is such a table.
func (r *Index) Has(id chat.TableID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	_, known := r.summaries[id]
	return known
}

// IsActive says whether the table goes on.
func (r *Index) IsActive(id chat.TableID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.summaries[id].IsActive()
}

// Size is by how much tables are found.
func (r *Index) Size() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.found)
}

// Summary is what the bot knows of every table without loading it. It is stored whenever
// it changes, for the next start to read.
type Summary struct {
	ID      chat.TableID    `json:"id"`
	Stage   match.Stage     `json:"stage"`
	Chat    chat.ChatID     `json:"chat,omitempty"`
	Host    chat.PersonID   `json:"host"`
	People  []chat.PersonID `json:"people,omitempty"`
	Asked   []chat.UserID   `json:"asked,omitempty"` // whom chairs are kept for
	Free    bool            `json:"free,omitempty"`  // there is a chair for anybody
	Created time.Time       `json:"created"`
	Over    time.Time       `json:"over,omitzero"`    // when it was touched last, if it is over
	Places  []chat.Place    `json:"places,omitempty"` // where it is shown
	Lost    []chat.Place    `json:"lost,omitempty"`   // those where nobody can be reached
	Pace    match.Pace      `json:"pace,omitempty"`
	Thinks  bool            `json:"thinks,omitempty"` // it waits for a computer player that thinks
	// Spaces are the servers of its boards, as far as the places don't tell them.
	Spaces []chat.ChatID `json:"spaces,omitempty"`
}

// SummaryOf is what the bot knows of the table without loading it.
func SummaryOf(t *match.Table) Summary {
	b := Summary{ID: t.ID, Stage: t.Stage, Chat: t.Chat, Host: t.Host, Free: t.Chairs.IsOpen(), Created: t.Created, Pace: t.Setup.Pace, Thinks: t.Thinking() != 0}
	if !t.IsActive() {
		b.Over = t.Touched
	}
	b.Asked, _ = t.Chairs.Invited()
	for _, c := range t.Chairs {
		if c.Person != "" {
			b.People = append(b.People, c.Person)
		}
	}
	for _, m := range t.Messages {
		b.Places = append(b.Places, m.Place)
		if m.Lost {
			b.Lost = append(b.Lost, m.Place)
		}
		if space := t.Places().SpaceOf(m); space != "" && !space.Has(m.Place) && !slices.Contains(b.Spaces, space) {
			b.Spaces = append(b.Spaces, space)
		}
	}
	return b
}

// IsIn says whether a board of it is in the space.
func (x Summary) IsIn(space chat.ChatID) bool {
	return slices.Contains(x.Spaces, space) || slices.ContainsFunc(x.Places, space.Has)
}

// IsActive says that the table still goes on.
func (x Summary) IsActive() bool { return x.Stage == match.Open || x.Stage == match.Playing }

// Seats says whether the person sits there.
func (x Summary) Seats(p people.Person) bool { return slices.ContainsFunc(x.People, p.Is) }

// Asks says whether a chair is kept there for the person.
func (x Summary) Asks(p people.Person) bool { return slices.ContainsFunc(x.Asked, p.Has) }

// IsOn says whether it is shown on the platform.
func (x Summary) IsOn(platform string) bool {
	return slices.ContainsFunc(x.Places, func(p chat.Place) bool { return p.Platform() == platform })
}

// IsBeside says whether it is shown anywhere else than on the platform.
func (x Summary) IsBeside(platform string) bool {
	return slices.ContainsFunc(x.Places, func(p chat.Place) bool { return p.Platform() != platform })
}

// Within says whether the table is played or shown in the chat or space, or a part of it;
// everywhere, any is.
func (x Summary) Within(where chat.ChatID) bool {
	return where == standing.Everywhere || where.Has(chat.Place{Chat: x.Chat}) || x.IsIn(where)
}

// Key is what a table is found by: a PersonID that sits there or is its host, a
// UserID that is asked or whose private side shows it, a ChatID that it is in or
// that shows it, also in a part or in a channel of a server.
type Key any

// Keys are all that the table is found by, each once.
func (x Summary) Keys() []Key {
	all := make([]Key, 0, 8)
	add := func(keys ...Key) {
		for _, k := range keys {
			if !slices.Contains(all, k) {
				all = append(all, k)
			}
		}
	}
	add(x.Host)
	for _, p := range x.People {
		add(p)
	}
	for _, u := range x.Asked {
		add(u)
	}
	add(chatKeys(x.Chat)...)
	for _, p := range x.Places {
		if p.User != "" {
			add(p.User)
		}
		add(chatKeys(p.Chat)...)
	}
	for _, s := range x.Spaces {
		add(s)
	}
	return all
}
