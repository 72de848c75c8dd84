package privacy

import (
	"context"
	"fmt"
	"sync"

	"tarockbot/bot/people"
)

type unlistedPeople struct {
	mu  sync.Mutex
	all []people.Forgotten
}

func (u *unlistedPeople) add(removals ...people.Removal) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, x := range removals {
		u.all = append(u.all, people.Forgotten{Person: x.Person, At: x.At})
	}
}

// flush lists the people, unless list is nil. After an error they stay unlisted.
func (u *unlistedPeople) flush(ctx context.Context, list people.ForgottenList) error {
	u.mu.Lock()
	waiting := u.all
	u.all = nil
	u.mu.Unlock()
	if list == nil || len(waiting) == 0 {
		return nil
	}
	if err := list.Add(ctx, waiting...); err != nil {
		u.mu.Lock()
		defer u.mu.Unlock()
		u.all = append(waiting, u.all...)
		return fmt.Errorf("bot: list of forgotten people: %w", err)
	}
	return nil
}
