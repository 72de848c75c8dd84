package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/engine"
)

func rematch(ctx context.Context, r *Request, named chat.TableID) (chat.Answer, error) {
	id, err := lastTable(r, named)
	if err != nil {
		return chat.Answer{}, err
	}
	defer r.sv.People.Links.LockForSeating()()
	return r.sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		seat := r.seat(c.Table)
		switch {
		case seat == engine.Nobody:
			return chat.Answer{}, chat.Refuse("not-seated")
		case sitsWithSelf(r.sv, c.Table):
			return chat.Answer{}, chat.RefusePublicly("yourself")
		}
		all, err := c.Requests().RequestRematch(seat)
		if err == nil {
			err = checkRematch(ctx, r.sv, c.Table, r.Person)
		}
		if err != nil || !all {
			return r.alert("rematch.asked"), err
		}
		return r.alert("rematch.begun"), nextTable(ctx, r.sv, c)
	})
}

// sitsWithSelf reports whether linking has given one person two seats.
func sitsWithSelf(sv *Services, t *match.Table) bool {
	heads := make(map[chat.PersonID]bool)
	for s := range t.Chairs.People().All() {
		heads[sv.People.Links.Head(t.Chairs[s].Person)] = true
	}
	return len(heads) < t.Chairs.People().Len()
}

// checkRematch refuses if a player who hasn't asked blocks the person.
func checkRematch(ctx context.Context, sv *Services, t *match.Table, p people.Person) error {
	for s := range (t.Chairs.People() &^ t.RematchSeats).All() {
		if err := checkBlocked(ctx, sv, t.Chairs[s].User, p, chat.Refuse("no-rematch")); err != nil {
			return err
		}
	}
	return nil
}

func nextTable(ctx context.Context, sv *Services, c *tables.Change) error {
	code, err := documents.NewCode(sv.Challenges.Random)
	if err != nil {
		return err
	}
	next := c.Rematch(chat.TableID(code), c.Person.ID)
	if sv.Challenges.NoStakes {
		next.Setup.Stake = 0
	}
	for s, chair := range next.Chairs {
		if !sv.Tables.Facts.IsPlayerOf(chair, chair.LastActUser) {
			next.Chairs[s].LastActUser = ""
		}
	}
	if err := sv.Tables.Dealer.EnsureChain(next, c.Table.Decks().LastSignature()); err != nil {
		return err
	}
	first := &tables.Change{Table: next, Person: c.Person}
	err = sv.Tables.Dealer.Begin(ctx, first)
	next.Create(sv.Tables.Facts)
	c.StartWith(first)
	return err
}
