package bot

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/storage"
)

// oldPast is a finished match as a person's history kept it first: with names,
// which were "" for the computer.
type oldPast struct {
	past
	Names []string `json:"names"`

	id     string // of its document
	person chat.PersonID
}

// nobodyKnown stands for somebody of whom is known only that they played.
const nobodyKnown chat.PersonID = "unknown"

// reckonStandings makes the log of matches from what everybody's history has of
// them, and from that the standings, which were totals alone. Histories lose the
// names that they kept. Nothing old is rated.
func reckonStandings(ctx context.Context, m *migration) error {
	if err := dropOldStandings(ctx, m); err != nil {
		return err
	}
	matches, err := oldMatches(ctx, m)
	if err != nil {
		return err
	}
	if err := m.bot.people.loadLinks(ctx); err != nil {
		return err
	}
	defer m.bot.people.links.clear() // they are read when all is migrated
	bk := keep.NewChange(m.bot.store)
	for _, seats := range matches {
		if err := seats.migrate(ctx, m, bk); err != nil {
			return err
		}
	}
	docs, err := bk.Docs()
	if err != nil {
		return err
	}
	for _, doc := range docs {
		if err := m.set(ctx, doc); err != nil {
			return err
		}
	}
	return nil
}

// dropOldStandings deletes the totals of game, chat and person.
func dropOldStandings(ctx context.Context, m *migration) error {
	for doc, err := range m.each(ctx, kindStanding) {
		if err != nil {
			return err
		}
		if err := m.drop(ctx, kindStanding, doc.Key.ID); err != nil {
			return err
		}
	}
	return nil
}

// oldMatch is what all who played have of a match in their histories.
type oldMatch []oldPast

// oldMatches are all that is in histories, in the order in which they ended.
func oldMatches(ctx context.Context, m *migration) ([]oldMatch, error) {
	byTable := make(map[chat.TableID]oldMatch)
	for doc, err := range m.each(ctx, kindHistory) {
		if err != nil {
			return nil, err
		}
		var p oldPast
		if json.Unmarshal(doc.Data, &p) != nil || int(p.Seat) >= len(p.Names) || p.Seat < 0 {
			continue
		}
		person, _, _ := strings.Cut(doc.Key.ID, "|")
		p.id, p.person = doc.Key.ID, chat.PersonID(person)
		byTable[p.Table] = append(byTable[p.Table], p)
	}
	all := slices.Collect(maps.Values(byTable))
	slices.SortFunc(all, func(x, y oldMatch) int {
		return cmp.Or(x[0].Ended.Compare(y[0].Ended), cmp.Compare(x[0].Table, y[0].Table))
	})
	return all, nil
}

// people are those who played, by seat, as far as histories tell.
func (x oldMatch) people() []chat.PersonID {
	people := make([]chat.PersonID, len(x[0].Names))
	for s := range people {
		people[s] = nobodyKnown
	}
	for _, p := range x {
		people[p.Seat] = p.person
	}
	return people
}

// migrate rewrites the histories of those who played, and counts the match if it
// was one among people.
func (x oldMatch) migrate(ctx context.Context, m *migration, bk *keep.Change) error {
	people, counts := x.people(), true
	for _, p := range x {
		p.People = slices.Clone(people)
		for s, name := range p.Names {
			if name == "" {
				p.People[s], counts = "", false
			}
		}
		if err := m.put(ctx, kindHistory, p.id, p.past); err != nil {
			return err
		}
	}
	game, err := games.ByRules(x[0].Rules)
	if err != nil || !counts || slices.Contains(people, nobodyKnown) {
		return nil // nothing counts for whom nobody knows, nor in a game that isn't played any more
	}
	r := m.bot.standings.newRegistrar(bk, game.ID)
	r.last = m.last
	entry := x.entry()
	if err := r.score(ctx, entry); err != nil {
		return err
	}
	deals, err := x.deals(ctx, m)
	if err != nil {
		return err
	}
	return r.observe(ctx, entry, deals)
}

// entry is what the log has of the match.
func (x oldMatch) entry() *match {
	p := x[0]
	m := &match{Table: p.Table, Rules: p.Rules, Ended: p.Ended, Scope: p.Chat, Deals: p.Deals, Unrated: unratedOld,
		Seats: make([]matchSeat, len(p.Names))}
	for _, p := range x {
		m.Seats[p.Seat] = matchSeat{Person: p.person, Total: p.Totals[p.Seat], Won: p.Won, Drawn: p.Drawn, Left: p.hasLeft()}
	}
	return m
}

// deals are the results of its deals, as far as their records are there.
func (x oldMatch) deals(ctx context.Context, m *migration) ([]engine.Result, error) {
	var all []engine.Result
	for n := range x[0].Deals {
		var record engine.Record
		doc, err := m.get(ctx, kindDeal, dealID(x[0].Table, n+1))
		if errors.Is(err, storage.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if json.Unmarshal(doc.Data, &record) != nil {
			continue
		}
		if deal, err := games.Recall(record); err == nil && deal.Result() != nil {
			all = append(all, *deal.Result())
		}
	}
	return all, nil
}

// giveBests finds the best ratings of all in the log of matches; they weren't kept.
func giveBests(ctx context.Context, m *migration) error {
	all, err := ratedStyles(m.each(ctx, kindMatch))
	if err != nil {
		return err
	}
	for id, rated := range all {
		var x style
		there, err := m.load(ctx, kindStyle, id, &x)
		if err != nil {
			return err
		}
		if !there || x.Best == rated.Best { // of who is forgotten there is none
			continue
		}
		x.Best = rated.Best
		if err := m.put(ctx, kindStyle, id, x); err != nil {
			return err
		}
	}
	return nil
}
