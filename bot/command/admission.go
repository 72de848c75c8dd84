package command

import (
	"cmp"
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
)

func openTable(ctx context.Context, sv *Services, c *tables.Change) error {
	t := c.Table
	most, err := matchLimit(ctx, sv, t.Space)
	if err != nil {
		return err
	}
	return sv.Tables.Create(ctx, c, func(x tables.Summary) error {
		host := people.WithoutSettings(chat.Identity{Person: t.Host}, sv.People.Links.GroupOf(t.Host))
		keys := append(tables.KeysOf(host), tables.ChatKey(t.Chat))
		err := sv.Tables.Index.Reserve(x, keys, func(others []tables.Summary) error {
			return checkLimits(sv, x, host, others, most)
		})
		if err != nil {
			return err
		}
		return sv.Tables.Index.RecordOrigin(c.Input.Origin, t.ID, sv.Limits.TablesPerOrigin)
	})
}

func beginHere(ctx context.Context, sv *Services, c *tables.Change) error {
	if err := sv.Tables.Dealer.Begin(ctx, c); err != nil {
		return err
	}
	most, err := matchLimit(ctx, sv, c.Space)
	if err != nil {
		return err
	}
	x := tables.SummaryOf(c.Table)
	return sv.Tables.Index.Reserve(x, []tables.Key{tables.ChatKey(c.Chat)}, func(others []tables.Summary) error {
		return checkChat(x, others, most)
	})
}

func matchLimit(ctx context.Context, sv *Services, id chat.ChatID) (int, error) {
	s, err := sv.Spaces.At(ctx, id)
	return cmp.Or(s.Tables, sv.Limits.TablesPerChat), err
}

// checkLimits refuses a table beyond the limits. others are active tables of host and chat.
func checkLimits(sv *Services, t tables.Summary, host people.Person, others []tables.Summary, most int) error {
	seated := 0
	for _, x := range others {
		pending := x.Stage == match.Open && sv.Now().Sub(x.Created) < match.ChallengeLife
		if pending && host.Is(x.Host) && t.Stage == match.Open {
			return chat.RefusePublicly("one-challenge", "Code", string(x.ID))
		}
		if x.HasSeated(host) {
			seated++
		}
	}
	return cmp.Or(checkSeats(sv, seated), checkChat(t, others, most))
}

func checkSeats(sv *Services, seated int) error {
	if seated >= sv.Limits.TablesPerPerson {
		return chat.RefusePublicly("tables-person", "Max", seated)
	}
	return nil
}

// checkChat refuses a match if the chat has most running ones. The chat may fill up while a challenge is open.
func checkChat(t tables.Summary, others []tables.Summary, most int) error {
	here := 0
	for _, x := range others {
		if x.Stage == match.Playing && x.Chat == t.Chat && t.Chat != "" && x.ID != t.ID {
			here++
		}
	}
	if here >= most {
		return chat.RefusePublicly("tables-chat", "Max", here)
	}
	return nil
}
