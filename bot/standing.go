package bot

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/render"
	"tarockbot/render/words"
)

// standing is one person's totals in one game, in one chat or everywhere.
type standing struct {
	Person  PersonID `json:"person"`
	Name    string   `json:"name"`
	Points  int      `json:"points"`
	Matches int      `json:"matches"`
	Won     int      `json:"won"`
	Drawn   int      `json:"drawn"`
	Deals   int      `json:"deals"`
}

// everywhere is the scope of totals over all chats.
const everywhere = "*"

// scope is where the table's match counts besides everywhere; "" for nowhere.
func (t *table) scope() ChatID { return t.Chat }

func standingPrefix(game string, scope string) string {
	return game + "|" + url.PathEscape(scope) + "|"
}

// count adds the ended match to the seat's totals, everywhere and in the
// table's chat.
func (b *Bot) count(ctx context.Context, c *change, s engine.Seat) error {
	scopes := []string{everywhere}
	if here := c.scope(); here != "" {
		scopes = append(scopes, string(here))
	}
	for _, scope := range scopes {
		id := standingPrefix(c.match.Game.ID, scope) + string(c.Chairs[s].Person)
		var total standing
		version, err := b.load(ctx, kindStanding, id, &total)
		if err != nil {
			return err
		}
		total.add(c.table, s)
		doc, err := encode(kindStanding, id, version, total)
		if err != nil {
			return err
		}
		c.docs = append(c.docs, doc)
	}
	return nil
}

func (x *standing) add(t *table, s engine.Seat) {
	end := t.match.Standing()
	x.Person, x.Name = t.Chairs[s].Person, t.Chairs[s].Name
	x.Points += end.Totals[s]
	x.Deals += len(t.match.Done)
	x.Matches++
	switch {
	case end.Winners.Has(s) && end.Winners.Len() > 1:
		x.Drawn++
	case end.Winners.Has(s):
		x.Won++
	}
}

// plus adds the same person's totals up.
func (x standing) plus(y standing) standing {
	x.Person, x.Name = y.Person, cmp.Or(x.Name, y.Name)
	x.Points += y.Points
	x.Matches += y.Matches
	x.Won += y.Won
	x.Drawn += y.Drawn
	x.Deals += y.Deals
	return x
}

// past is one finished match as its person's history keeps it.
type past struct {
	Table  TableID     `json:"table"`
	Rules  string      `json:"rules"`
	Ended  time.Time   `json:"ended"`
	People []PersonID  `json:"people"` // by seat; "" for the computer
	Seat   engine.Seat `json:"seat"`
	Totals []int       `json:"totals"`
	Won    bool        `json:"won"`
	Drawn  bool        `json:"drawn,omitempty"` // others have won as well
	Deals  int         `json:"deals"`
	Chat   ChatID      `json:"chat,omitempty"` // where it counted besides everywhere
	Left   bool        `json:"left,omitempty"` // somebody left
}

// keepHistory adds the ended match to the seat's person's history. The id
// sorts by time.
func (b *Bot) keepHistory(c *change, s engine.Seat, left bool) error {
	if c.Chairs[s].Robot {
		return nil
	}
	end := c.match.Standing()
	p := past{Table: c.ID, Rules: c.Setup.Rules, Ended: b.cfg.Now().UTC(), Seat: s, Totals: end.Totals,
		Won: end.Winners.Has(s), Drawn: end.Winners.Has(s) && end.Winners.Len() > 1, Deals: len(c.match.Done), Chat: c.scope(), Left: left}
	for _, chair := range c.Chairs {
		p.People = append(p.People, chair.Person)
	}
	id := fmt.Sprintf("%s|%s|%s", c.Chairs[s].Person, p.Ended.Format("20060102T150405.000"), c.ID)
	doc, err := encode(kindHistory, id, 0, p)
	if err == nil {
		c.docs = append(c.docs, doc)
	}
	return err
}

// leaderboardSize is how many places a leaderboard shows.
const leaderboardSize = 10

// leaderboard shows who has won most, here or everywhere. Where no game is named
// it is of the first, of those that the person plays before the others, that has
// been played there.
func (b *Bot) leaderboard(ctx context.Context, r *request) (Answer, error) {
	candidates, _ := b.gamesFor(r)
	scope := everywhere
	if r.Chat != "" {
		scope = string(r.Chat)
	}
	for _, term := range b.tongues.phrases.read(r.args) {
		switch word := strings.ToLower(term.word); word {
		case "here", "hier":
		case "everywhere", "ueberall", "überall":
			scope = everywhere
		default:
			i := slices.IndexFunc(games.All(), func(g engine.Game) bool { return g.ID == word })
			if i < 0 {
				return Answer{}, refuse("no-term", "Term", CleanName(term.typed))
			}
			candidates = games.All()[i : i+1]
		}
	}
	for _, game := range candidates {
		all, err := b.standings(ctx, standingPrefix(game.ID, scope))
		if err != nil {
			return Answer{}, err
		}
		if len(all) > 0 {
			return Answer{Screen: leaderboardPage(r, game, scope, all)}, nil
		}
	}
	return Answer{Screen: leaderboardPage(r, candidates[0], scope, nil)}, nil
}

// standings are the totals in a scope, best first: by game points, then by
// matches won. What linked identities have is added up here and nowhere else, so
// that it always is the sum of what each of them has.
func (b *Bot) standings(ctx context.Context, prefix string) ([]standing, error) {
	each, err := b.eachStanding(ctx, prefix)
	if err != nil {
		return nil, err
	}
	var all []standing
	place := make(map[PersonID]int)
	for _, s := range each {
		own := s.Person
		s.Person = b.links.head(own)
		i, known := place[s.Person]
		switch {
		case !known:
			place[s.Person] = len(all)
			all = append(all, s)
		case own == s.Person:
			all[i] = s.plus(all[i])
		default:
			all[i] = all[i].plus(s)
		}
	}
	slices.SortStableFunc(all, func(x, y standing) int {
		return cmp.Or(cmp.Compare(y.Points, x.Points), cmp.Compare(y.Won, x.Won))
	})
	return all, nil
}

// eachStanding is the totals in a scope as stored, each identity's for itself.
func (b *Bot) eachStanding(ctx context.Context, prefix string) ([]standing, error) {
	var all []standing
	for doc, err := range b.cfg.Store.Scan(ctx, kindStanding, prefix, prefix+"~") {
		if err != nil {
			return nil, fmt.Errorf("bot: leaderboard: %w", err)
		}
		var s standing
		if err := decode(doc, &s); err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

func leaderboardPage(r *request, game engine.Game, scope string, all []standing) *Screen {
	where := "leaderboard.here"
	if scope == everywhere {
		where = "leaderboard.everywhere"
	}
	s := &Screen{Lang: r.t.Tag(), Text: []Line{
		{{Text: r.t.Say("leaderboard.title", "Game", r.t.Say("game."+game.ID), "Where", r.t.Say(where)), Style: Title}},
	}}
	if len(all) == 0 {
		s.Text = append(s.Text, Line{{Text: r.t.Say("leaderboard.empty", "Game", r.t.Say("game."+game.ID))}})
	}
	for i, x := range all {
		mine := r.person.is(x.Person)
		if i >= leaderboardSize && !mine {
			continue
		}
		s.Text = append(s.Text, standingLine(r.t, i+1, x, mine))
	}
	s.Buttons = leaderboardButtons(r, game, scope)
	return s
}

// leaderboardLine is what shows the game's leaderboard; without a scope, that of
// where it is said.
func leaderboardLine(game engine.Game, scope string) string {
	return strings.TrimSpace("leaderboard " + game.ID + " " + scope)
}

// leaderboardButtons lead to the game's other scope, of which there is none in
// private, and to the other games in the same.
func leaderboardButtons(r *request, game engine.Game, scope string) [][]Button {
	var rows [][]Button
	same := ""
	if r.Chat != "" {
		rows = [][]Button{{
			{Label: r.t.Say("leaderboard.here"), Line: leaderboardLine(game, "here"), Look: lookIf(scope != everywhere)},
			{Label: r.t.Say("leaderboard.everywhere"), Line: leaderboardLine(game, "everywhere"), Look: lookIf(scope == everywhere)},
		}}
		same = "here"
		if scope == everywhere {
			same = "everywhere"
		}
	}
	var all []Button
	for _, g := range games.All() {
		all = append(all, Button{Label: r.t.Say("game." + g.ID), Line: leaderboardLine(g, same), Look: lookIf(g.ID == game.ID)})
	}
	return append(rows, all)
}

func standingLine(t *words.Tongue, place int, x standing, mine bool) Line {
	style := Plain
	if mine {
		style = Strong
	}
	line := Line{
		{Text: fmt.Sprintf("%d. %s ", place, isolate(x.Name)), Style: style},
		{Text: x.Person.shortID(), Style: Dim},
		{Text: " – " + t.Count("leaderboard.line", x.Matches, "Points", render.Signed(x.Points), "Won", x.Won), Style: style},
	}
	if x.Drawn > 0 {
		line = append(line, Span{Text: t.Say("leaderboard.drawn", "Number", x.Drawn), Style: style})
	}
	return line
}

// nameOf is what the person is called, fit to be shown. Who is forgotten has no
// name any more.
func (b *Bot) nameOf(ctx context.Context, id PersonID, w *words.Tongue) (string, error) {
	var p person
	version, err := b.load(ctx, kindPerson, string(id), &p)
	if err != nil {
		return "", err
	}
	if version == 0 {
		return w.Say("name.deleted"), nil
	}
	return isolate(p.Name), nil
}

// namesOf are the names of those who sat at a table, by seat; "" was the computer.
func (b *Bot) namesOf(ctx context.Context, people []PersonID, w *words.Tongue) ([]string, error) {
	names := computerNames(w, len(people), func(s int) bool { return people[s] == "" })
	for s, id := range people {
		if id == "" {
			names[s] = isolate(names[s])
			continue
		}
		var err error
		if names[s], err = b.nameOf(ctx, id, w); err != nil {
			return nil, err
		}
	}
	return names, nil
}

// namesIn are names fit to be shown; the computer has one in each language.
func namesIn(t *words.Tongue, raw []string) []string {
	names := computerNames(t, len(raw), func(s int) bool { return raw[s] == "" })
	for i, name := range raw {
		names[i] = isolate(cmp.Or(name, names[i]))
	}
	return names
}

// computerNames are the names of a table's computer players by seat, "" of the
// other seats: from the second on they have a number.
func computerNames(t *words.Tongue, seats int, robot func(seat int) bool) []string {
	names, n := make([]string, seats), 0
	for s := range names {
		if !robot(s) {
			continue
		}
		if n++; n == 1 {
			names[s] = t.Say("name.computer")
		} else {
			names[s] = t.Say("name.computer.nth", "Number", n)
		}
	}
	return names
}
