package privacy

import (
	"context"
	"fmt"
	"sync"

	"tarockbot/bot/people"
)

type unlisted struct {
	mu  sync.Mutex
	all []people.Forgotten
}

func (u *unlisted) add(some ...people.Removal) {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, x := range some {
		u.all = append(u.all, people.Forgotten{Person: x.Person, At: x.At})
	}
}

// flush lists the people, unless list is nil. After an error they remain.
func (u *unlisted) flush(ctx context.Context, list people.ForgottenList) error {
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
