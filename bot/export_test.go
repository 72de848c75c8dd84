package bot

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/documents"
	"tarockbot/bot/people"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/engine/rating"
	"tarockbot/storage"
)

// Services exposes the bot's parts.
func (b *Bot) Services() *command.Services { return b.sv }

// Sweep fires due alarms and sweeps at once.
func (b *Bot) Sweep(ctx context.Context) error {
	b.alarms.FireAll(ctx, alarms.WallTime)
	return b.sweep(ctx)
}

// ErasedKinds returns the kinds with personal data.
func ErasedKinds() (all []string) {
	for _, h := range exampleHolders() {
		if h.Erase != nil {
			all = append(all, h.Kind)
		}
	}
	return all
}

// RankPeople stores n people with standings in Kosakeln but without matches; an audit would fail.
func RankPeople(ctx context.Context, store storage.Store, n int, now time.Time) error {
	if err := doctor.Migration.Run(ctx, store, slog.New(slog.DiscardHandler)); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(7, uint64(n)))
	boards := standing.New(documents.New(store, documents.Options{}), func() time.Time { return now }, nil).Lock()
	defer boards.Unlock()
	const group = 40_000
	for done := 0; done < n; done += group {
		var docs []storage.Doc
		var hidden, listed []standing.Entrant
		for i := done; i < min(done+group, n); i++ {
			id := chat.PersonID(fmt.Sprintf("%08d", i))
			more, err := makeRankedPerson(now, id, i, random)
			if err != nil {
				return err
			}
			docs = append(docs, more...)
			hidden = append(hidden, standing.Entrant{All: []chat.PersonID{id}})
			listed = append(listed, standing.Entrant{All: []chat.PersonID{id}, Listed: true})
		}
		if err := store.Commit(ctx, docs...); err != nil {
			return err
		}
		places, err := boards.UpdatePlaces(ctx, hidden, listed)
		if err != nil {
			return err
		}
		if err := store.Commit(ctx, places...); err != nil {
			return err
		}
	}
	return nil
}

func makeRankedPerson(now time.Time, id chat.PersonID, i int, random *rand.Rand) ([]storage.Doc, error) {
	user := chat.UserID(fmt.Sprintf("many:%d", i))
	standingDoc, err := documents.Encode(standing.KindStanding, standing.StandingID(id, "kosakeln"), 0, standing.Standing{
		Rating: rating.Rating{Points: 1_500_000 + int(random.NormFloat64()*200_000), Deviation: 80_000, Volatility: 60_000_000},
		Rated:  30, Today: standing.RatedDay{Day: standing.DayOf(now), Matches: 1},
		Scopes: map[chat.ChatID]*standing.Totals{standing.Everywhere: {
			Tally: standing.Tally{Points: random.IntN(2000) - 1000, Matches: 30, Won: 15, Deals: 120},
			Week:  standing.Period{Name: standing.WeekOf(now), Tally: standing.Tally{Points: random.IntN(200) - 100, Matches: 3, Won: 1, Deals: 12}},
			Month: standing.Period{Name: standing.MonthOf(now), Tally: standing.Tally{Points: random.IntN(400) - 200, Matches: 9, Won: 4, Deals: 36}},
			Last:  now.UTC(),
		}},
	})
	if err != nil {
		return nil, err
	}
	personDoc, err := documents.Encode(people.KindPerson, string(id), 0, people.Account{ID: id, Name: fmt.Sprint("Many ", i), Users: []chat.UserID{user}})
	if err != nil {
		return nil, err
	}
	identityDoc, err := documents.Encode(people.KindIdentity, string(user), 0, id)
	return []storage.Doc{standingDoc, personDoc, identityDoc}, err
}
