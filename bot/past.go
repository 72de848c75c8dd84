package bot

import (
	"context"
	"fmt"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/render/words"
)

// scopes are where the table's match counts besides everywhere: wherever it has had
// its board, where it began first. In what counts they are looked up by standings.scopesOf.
func (t *table) scopes() []ChatID {
	all := []ChatID{t.Space}
	for _, m := range t.Messages {
		all = append(all, m.Space)
	}
	return slices.DeleteFunc(all, func(x ChatID) bool { return x == "" })
}

// scope is where somebody asks what counts there; "" in private.
func (r *request) scope() ChatID { return r.Home() }

// past is one finished match as its person's history keeps it.
type past struct {
	Table  chat.TableID    `json:"table"`
	Rules  string          `json:"rules"`
	Ended  time.Time       `json:"ended"`
	People []chat.PersonID `json:"people"` // by seat; "" for the computer
	Seat   engine.Seat     `json:"seat"`
	Totals []int           `json:"totals"`
	Won    bool            `json:"won"`
	Drawn  bool            `json:"drawn,omitempty"` // others have won as well
	Deals  int             `json:"deals"`
	Chat   ChatID          `json:"chat,omitempty"`   // where it counted besides everywhere
	Also   []ChatID        `json:"also,omitempty"`   // and where else
	Left   bool            `json:"left,omitempty"`   // the person left, or in older histories anybody
	Rating *ratedSeat      `json:"rating,omitempty"` // how the match has changed it; nil if it hasn't
}

// countedIn says that the match counted in the scope.
func (p past) countedIn(scope ChatID) bool { return p.Chat == scope || slices.Contains(p.Also, scope) }

// hasLeft says that the person left the match. Who did hasn't won.
func (p past) hasLeft() bool { return p.Left && !p.Won }

// past is the match of the seat's person, who has left it or not, as it is by now.
func (t *table) past(s engine.Seat, left bool, now time.Time) past {
	end := t.match.Standing()
	p := past{Table: t.ID, Rules: t.Setup.Rules, Ended: now.UTC(), People: t.whoSits(), Seat: s, Totals: end.Totals,
		Won: end.Winners.Has(s), Drawn: end.Winners.Has(s) && end.Winners.Len() > 1, Deals: len(t.match.Done), Left: left}
	if int(s) < len(t.Ratings) {
		p.Rating = &t.Ratings[s]
	}
	return p
}

// keepHistory adds the match to its person's history. The id sorts by time.
func (b *Bot) keepHistory(ctx context.Context, c *change, p past) (err error) {
	if p.Chat, p.Also, err = b.standings.scopesOf(ctx, c.scopes()); err != nil {
		return err
	}
	id := fmt.Sprintf("%s|%s|%s", p.People[p.Seat], p.Ended.Format(historyTime), p.Table)
	doc, err := keep.Encode(kindHistory, id, 0, p)
	if err == nil {
		c.docs = append(c.docs, doc)
	}
	return err
}

// nameOf is what the person is called, fit to be shown. Who is forgotten has no
// name any more.
func (b *Bot) nameOf(ctx context.Context, id chat.PersonID, w *words.Tongue) (string, error) {
	var p person
	version, err := b.store.Load(ctx, kindPerson, string(id), &p)
	if err != nil {
		return "", err
	}
	if version == 0 {
		return w.Say("name.deleted"), nil
	}
	return speech.Isolate(p.Name), nil
}

// namesOf are the names of those who sat at a table, by seat; "" was the computer.
func (b *Bot) namesOf(ctx context.Context, people []chat.PersonID, w *words.Tongue) ([]string, error) {
	return b.namer(w).at(ctx, people)
}

// namer looks up names where the same are needed many times.
type namer struct {
	bot   *Bot
	words *words.Tongue
	known map[chat.PersonID]string
}

func (b *Bot) namer(w *words.Tongue) namer { return namer{b, w, make(map[chat.PersonID]string)} }

// of is what nameOf says.
func (n namer) of(ctx context.Context, id chat.PersonID) (string, error) {
	if name, known := n.known[id]; known {
		return name, nil
	}
	name, err := n.bot.nameOf(ctx, id, n.words)
	if err == nil {
		n.known[id] = name
	}
	return name, err
}

// at is what namesOf says.
func (n namer) at(ctx context.Context, people []chat.PersonID) ([]string, error) {
	names := speech.ComputerNames(n.words, len(people), func(s int) bool { return people[s] == "" })
	for s, id := range people {
		if id == "" {
			names[s] = speech.Isolate(names[s])
			continue
		}
		var err error
		if names[s], err = n.of(ctx, id); err != nil {
			return nil, err
		}
	}
	return names, nil
}
