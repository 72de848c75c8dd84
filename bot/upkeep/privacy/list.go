package privacy

import (
	"context"
	"fmt"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
)

// unlisted holds forgotten people until they are on the list. It is safe for concurrent use.
type unlisted struct {
	mu  sync.Mutex
	all []people.Forgotten
}

// add appends removals that aren't on the list yet.
func (u *unlisted) add(some ...people.Removal) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, x := range some {
		u.all = append(u.all, people.Forgotten{Person: x.Person, At: x.At})
	}
}

// flush adds the people to the list, unless it is nil. After an error they wait for the next call; the next start
// adds those that were lost with the process.
func (u *unlisted) flush(ctx context.Context, list people.Removals) error {
	u.mu.Lock()
	some := u.all
	u.all = nil
	u.mu.Unlock()
	if list == nil || len(some) == 0 {
		return nil
	}
	if err := list.Add(ctx, some...); err != nil {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.all = append(some, u.all...)
		return fmt.Errorf("bot: list of removals: %w", err)
	}
	return nil
}

// Load blocks people whose erasure had begun, and requests the erasure of listed people whom the store still has.
// The bot calls it as it starts. Errors are the store's and List's.
func (e *Eraser) Load(ctx context.Context) error {
	all, err := people.ReadRemovals(ctx, e.Store)
	if err != nil {
		return err
	}
	known := make(map[chat.PersonID]bool)
	for _, x := range all {
		known[x.Person] = true
		if x.User != "" {
			e.People.Erasures.Block(x.User)
		}
	}
	if e.List == nil {
		return nil
	}
	list, err := e.List.List(ctx)
	if err != nil {
		return fmt.Errorf("bot: %w", err)
	}
	listed := make(map[chat.PersonID]bool)
	for _, r := range list {
		listed[r.Person] = true
		if !known[r.Person] {
			var p people.Account // which a restored backup may still have
			version, err := e.Store.Load(ctx, people.KindPerson, string(r.Person), &p)
			if err == nil && version > 0 {
				err = e.storeRemovals(ctx, []people.Removal{{At: r.At, User: p.Identity().User, Person: r.Person}})
			}
			if err != nil {
				return err
			}
		}
	}
	for _, x := range all {
		if !listed[x.Person] {
			e.unlisted.add(*x)
		}
	}
	return e.unlisted.flush(ctx, e.List)
}
