package standing_test

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/people/standing"
	"tarockbot/engine"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/engine/rating"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// TestTranscripts runs testdata/*.txt, whose lines are world.commands. After each line it audits the standings.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	golden.Transcripts(t, "testdata", func(t *testing.T) func(string) ([]string, error) {
		t.Helper()
		return newWorld(t).line
	})
}

type world struct {
	*testing.T
	*standing.Standings
	store    *documents.Store
	now      time.Time
	linked   [][]chat.PersonID // head first
	hidden   map[chat.PersonID]bool
	erased   []chat.PersonID
	game     string
	chats    []chat.ChatID
	deals    []string // of the next match
	isSpoilt bool     // if set, lines don't audit the standings
	tables   int
	output   []string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{T: t, store: documents.New(memory.New(), documents.Options{}), hidden: make(map[chat.PersonID]bool)}
	w.Standings = standing.New(w.store, func() time.Time { return w.now }, w)
	if err := w.setTime([]string{"2026-02-03", "20:00"}); err != nil { // a Tuesday
		t.Fatal(err)
	}
	return w
}

func (w *world) Accounts(account chat.PersonID) []chat.PersonID {
	for _, all := range w.linked {
		if slices.Contains(all, account) {
			return all
		}
	}
	return []chat.PersonID{account}
}

func (w *world) IsListed(_ context.Context, head chat.PersonID) (bool, error) {
	return !w.hidden[head] && !slices.Contains(w.erased, head), nil
}

func (w *world) commands() map[string]func(words []string) error {
	return map[string]func([]string) error{
		"now":     w.setTime, // "now 2026-02-03 20:00", in Vienna
		"days":    w.passDays,
		"game":    func(words []string) error { w.game = words[0]; return nil },
		"in":      w.setChats, // "in CHAT CHAT", or "in private"
		"deal":    func(words []string) error { w.deals = append(w.deals, strings.Join(words, " ")); return nil },
		"match":   func(words []string) error { return w.match("", words) },
		"unrated": func(words []string) error { return w.match(words[0], words[1:]) }, // "unrated WHY", then as "match"
		"rounds":  w.rounds,                                                           // "rounds NAME N [lost]"
		"leaves":  w.leave,                                                            // "leaves NAME [CLAIMED]"
		"link":    w.link,                                                             // "link HEAD OTHER"
		"part":    w.part,
		"hide":    func(words []string) error { return w.setListed(chat.PersonID(words[0]), false) },
		"show":    func(words []string) error { return w.setListed(chat.PersonID(words[0]), true) },
		"move":    w.move, // "move OLD NEW"
		"sweep":   func([]string) error { return w.SweepLeaderboards(w.Context()) },
		"erase":   w.erase,
		"board":   w.board, // "board BY CHAT"
		"career":  w.career,
		"between": w.between,
		"tell":    w.disclose,
		"stored":  w.sayStored, // "stored KIND [ID]"
		"spoil":   w.spoil,     // "spoil KIND ID [JSON]"
		"audit":   w.audit,     // "audit [KIND...]"
	}
}

func (w *world) line(text string) ([]string, error) {
	words := strings.Fields(text)
	w.output = nil
	does := w.commands()[words[0]]
	if does == nil {
		return nil, fmt.Errorf("unknown command %q", words[0])
	}
	if err := does(words[1:]); err != nil {
		return nil, err
	}
	if w.isSpoilt {
		return w.output, nil
	}
	report, err := w.Audit(w.Context(), w.erased)
	return append(w.output, report.Faults...), err
}

func (w *world) say(format string, args ...any) {
	w.output = append(w.output, fmt.Sprintf(format, args...))
}

func (w *world) setTime(words []string) (err error) {
	w.now, err = time.ParseInLocation("2006-01-02 15:04", strings.Join(words, " "), standing.Vienna())
	return err
}

func (w *world) passDays(words []string) error {
	n, err := strconv.Atoi(words[0])
	w.now = w.now.AddDate(0, 0, n)
	return err
}

func (w *world) setChats(words []string) error {
	w.chats = nil
	for _, word := range words {
		if word != "private" {
			w.chats = append(w.chats, chatOf(word))
		}
	}
	return nil
}

func chatOf(name string) chat.ChatID {
	if name == "everywhere" {
		return standing.Everywhere
	}
	return chat.ChatID("net:" + name)
}

func (w *world) commit(docs []storage.Doc, err error) error {
	if err != nil {
		return err
	}
	return w.store.Commit(w.Context(), docs...)
}

// match records a finished match: "NAME TOTAL [left] [claimed N], ...".
func (w *world) match(unrated string, words []string) error {
	w.tables++
	m := &standing.Match{Table: chat.TableID(fmt.Sprint("table", w.tables)), Ended: w.now.UTC(), Deals: max(1, len(w.deals)), Unrated: standing.UnratedReason(unrated)}
	best, winners := 0, 0
	for seat := range strings.SplitSeq(strings.Join(words, " "), ", ") {
		s, err := seatOf(strings.Fields(seat))
		if err != nil {
			return err
		}
		m.Seats = append(m.Seats, s)
		switch {
		case s.Left || winners > 0 && s.Total < best:
		case winners > 0 && s.Total == best:
			winners++
		default:
			best, winners = s.Total, 1
		}
	}
	for i, s := range m.Seats {
		won := !s.Left && s.Total == best
		m.Seats[i].Won, m.Seats[i].Drawn = won, won && winners > 1
	}
	deals, err := w.results(m)
	if err != nil {
		return err
	}
	if m.Scope, m.OtherScopes, err = w.ScopesOf(w.Context(), w.chats); err != nil {
		return err
	}
	boards := w.Lock()
	defer boards.Unlock()
	if err := w.commit(boards.RecordMatch(w.Context(), w.game, m, deals)); err != nil {
		return err
	}
	w.sayRated(m)
	return nil
}

func seatOf(words []string) (s standing.Seat, err error) {
	if s.Person = chat.PersonID(words[0]); len(words) < 2 {
		return s, fmt.Errorf("%s has no total", words[0])
	}
	if s.Total, err = strconv.Atoi(words[1]); err != nil {
		return s, err
	}
	for i, word := range words {
		switch word {
		case "left":
			s.Left = true
		case "claimed":
			if s.TimedOut, err = strconv.Atoi(words[i+1]); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

// results parses deals: "NAME CONTRACT won|lost", "NAME BONUS won|lost [silent]", "points N N", "thrown in" or "short".
func (w *world) results(m *standing.Match) (all []engine.Result, err error) {
	for _, deal := range w.deals {
		r := engine.NewResult(len(m.Seats), engine.End{})
		for part := range strings.SplitSeq(deal, ", ") {
			if err := addPart(r, m, strings.Fields(part)); err != nil {
				return nil, err
			}
		}
		all = append(all, *r)
	}
	w.deals = nil
	return all, nil
}

func addPart(r *engine.Result, m *standing.Match, words []string) error {
	switch words[0] {
	case "thrown":
		return nil
	case "short":
		r.End.Reason = "resign"
		return nil
	case "points":
		for i, word := range words[1:] {
			points, err := strconv.Atoi(word)
			if err != nil {
				return err
			}
			r.Thirds[i] = 3 * points
		}
		return nil
	}
	seat := engine.Seat(slices.IndexFunc(m.Seats, func(s standing.Seat) bool { return s.Person == chat.PersonID(words[0]) }))
	word, err := engine.ParseWord(words[1])
	if err != nil || seat < 0 {
		return fmt.Errorf("%s can't have been played: %w", words, err)
	}
	item := engine.Item{Item: word, By: seat, Won: words[2] == "won", Value: 3, Silent: slices.Contains(words, "silent")}
	if word != engine.Valat && !engine.Bonuses.Has(word) {
		r.Declarer, r.Contract, item.Item = seat, word, engine.TheGame
	}
	if slices.Contains(words, "counting") { // no item says whether the game is won
		r.Score[seat] = map[bool]int{true: 1, false: -1}[item.Won]
		return nil
	}
	r.Items = append(r.Items, item)
	return nil
}

func (w *world) sayRated(m *standing.Match) {
	if m.Unrated != "" {
		w.say("not rated: %s", m.Unrated)
		return
	}
	var all []string
	for _, s := range m.Seats {
		name := string(s.Person)
		if s.Account != s.Person {
			name += " as " + string(s.Account)
		}
		all = append(all, fmt.Sprintf("%s %s to %s", name, ratingText(*s.Before), ratingText(*s.After)))
	}
	w.say("rated: %s", strings.Join(all, ", "))
}

func ratingText(r rating.Rating) string {
	if r.IsProvisional() {
		return fmt.Sprintf("%d?", r.Shown())
	}
	return strconv.Itoa(r.Shown())
}

func (w *world) rounds(words []string) error {
	n, err := strconv.Atoi(words[1])
	if err != nil {
		return err
	}
	said := w.output
	for day := range n {
		for i := range 10 {
			other := fmt.Sprint("b", i)
			result := []string{words[0], "1,", other, "-1"}
			if i%2 == 1 || len(words) > 2 {
				result = []string{other, "1,", words[0], "-1"}
			}
			if err := w.match("", result); err != nil {
				return err
			}
		}
		said = append(said, fmt.Sprintf("day %d: %s", day+1, w.output[len(w.output)-1]))
		w.now = w.now.AddDate(0, 0, 1)
	}
	w.output = said
	return nil
}

func (w *world) leave(words []string) error {
	claimed := 0
	if len(words) > 1 {
		var err error
		if claimed, err = strconv.Atoi(words[1]); err != nil {
			return err
		}
	}
	boards := w.Lock()
	defer boards.Unlock()
	return w.commit(boards.RecordEarlyExit(w.Context(), w.game, chat.PersonID(words[0]), claimed))
}

func (w *world) relist(from, to []standing.Entrant) error {
	boards := w.Lock()
	defer boards.Unlock()
	return w.commit(boards.UpdatePlaces(w.Context(), from, to))
}

func (w *world) entrant(all ...chat.PersonID) standing.Entrant {
	listed, err := w.IsListed(w.Context(), all[0])
	if err != nil {
		w.Fatal(err)
	}
	return standing.Entrant{All: all, Listed: listed}
}

func (w *world) link(words []string) error {
	head, other := w.Accounts(chat.PersonID(words[0])), w.Accounts(chat.PersonID(words[1]))
	both := slices.Concat(head, other)
	if err := w.relist([]standing.Entrant{w.entrant(other...), w.entrant(head...)}, []standing.Entrant{w.entrant(both...)}); err != nil {
		return err
	}
	w.linked = slices.DeleteFunc(w.linked, func(all []chat.PersonID) bool { return slices.Contains(both, all[0]) })
	w.linked = append(w.linked, both)
	return nil
}

func (w *world) part(words []string) error {
	parted := chat.PersonID(words[0])
	all := w.Accounts(parted)
	rest := slices.DeleteFunc(slices.Clone(all), func(x chat.PersonID) bool { return x == parted })
	if err := w.relist([]standing.Entrant{w.entrant(all...)}, []standing.Entrant{w.entrant(parted), w.entrant(rest...)}); err != nil {
		return err
	}
	w.linked = append(slices.DeleteFunc(w.linked, func(x []chat.PersonID) bool { return x[0] == all[0] }), rest)
	return nil
}

func (w *world) setListed(head chat.PersonID, on bool) error {
	was := w.entrant(w.Accounts(head)...)
	if err := w.relist([]standing.Entrant{was}, []standing.Entrant{{All: was.All, Listed: on}}); err != nil {
		return err
	}
	w.hidden[head] = !on
	return nil
}

func (w *world) move(words []string) error {
	return w.MoveScope(w.Context(), chatOf(words[0]), chatOf(words[1]))
}

func (w *world) erase(words []string) error {
	who := chat.Identity{Person: chat.PersonID(words[0]), User: chat.UserID("net:" + words[0])}
	for range 2 {
		for _, h := range w.Holders() {
			if h.Erase == nil {
				continue
			}
			if err := h.Erase(w.Context(), &documents.Erasure{Identity: who}); err != nil {
				return err
			}
		}
	}
	w.erased = append(w.erased, who.Person)
	return nil
}

func (w *world) board(words []string) error {
	scope, err := w.ScopeOf(w.Context(), chatOf(words[1]))
	if err != nil {
		return err
	}
	b := standing.Leaderboard{Order: standing.Order(words[0]), Game: w.game, Scope: scope}
	switch words[0] {
	case "week":
		b.Order = standing.WeekOf(w.now)
	case "month":
		b.Order = standing.MonthOf(w.now)
	}
	places, err := b.PlacesAfter(w.Context(), w.store, "", 1000)
	if err != nil {
		return err
	}
	for _, p := range places {
		tx := documents.NewTransaction(w.store)
		rank := b.Rank(w.Context(), tx, p.Score)
		if tx.Err() != nil {
			return tx.Err()
		}
		w.say("%d. %s %d", rank, p.Person, p.Score)
	}
	if len(places) == 0 {
		w.say("nobody")
	}
	return nil
}

func (w *world) career(words []string) error {
	c, err := w.CareerOf(w.Context(), chat.PersonID(words[0]), w.game)
	if err != nil {
		return err
	}
	if c.RatedMatches > 0 {
		w.say("rated %s, rank %d, after %d matches", ratingText(c.Rating), c.Rank, c.RatedMatches)
	}
	w.say("%s", tallyText(c.Totals))
	x := c.Stats
	if x.Deals > 0 {
		w.say("%d deals played out, %d points a deal", x.Deals, x.Thirds/3/x.Deals)
	}
	for _, word := range slices.Sorted(maps.Keys(x.Contracts)) {
		w.say("declared %s %d times, won %d", word, x.Contracts[word].Made, x.Contracts[word].Won)
	}
	for _, word := range slices.Sorted(maps.Keys(x.Announced)) {
		w.say("announced %s %d times, won %d", word, x.Announced[word].Made, x.Announced[word].Won)
	}
	if x.Left+x.TimedOut > 0 {
		w.say("left %d matches, claimed %d times", x.Left, x.TimedOut)
	}
	if len(c.Stats.Curve) > 0 {
		w.say("%s", curveText(c))
	}
	return nil
}

func tallyText(x standing.Tally) string {
	return fmt.Sprintf("%d points in %d matches of %d deals, %d won, %d drawn", x.Points, x.Matches, x.Deals, x.Won, x.Drawn)
}

func curveText(c standing.Career) string {
	var all []string
	for _, x := range c.Stats.Curve {
		all = append(all, strconv.Itoa(x.Points)+map[bool]string{true: "?"}[x.Provisional])
	}
	if n := len(all); n > 6 {
		all = slices.Concat(all[:2], []string{fmt.Sprintf("(%d more)", n-4)}, all[n-2:])
	}
	return fmt.Sprintf("curve %s, the best was %s", strings.Join(all, " "), cmp.Or(strings.TrimPrefix(strconv.Itoa(c.Stats.Best), "0"), "none"))
}

func (w *world) between(words []string) error {
	x, err := w.TallyAgainst(w.Context(), chat.PersonID(words[0]), chat.PersonID(words[1]), w.game)
	w.say("%s", tallyText(x))
	return err
}

func (w *world) disclose(words []string) error {
	var accounts []chat.Identity
	for _, x := range w.Accounts(chat.PersonID(words[0])) {
		accounts = append(accounts, chat.Identity{Person: x, User: chat.UserID("net:" + x)})
	}
	d := documents.NewDisclosure(accounts[0], accounts)
	d.Names = func(_ context.Context, people []chat.PersonID) (names []string, err error) {
		for _, id := range people {
			names = append(names, "Mr "+string(id))
		}
		return names, nil
	}
	for _, h := range w.Holders() {
		if h.Disclose == nil {
			continue
		}
		if err := h.Disclose(w.Context(), d); err != nil {
			return err
		}
	}
	for name, x := range d.Fields {
		d.PerAccount[0][name] = x
	}
	for i, fields := range d.PerAccount {
		for _, name := range slices.Sorted(maps.Keys(fields)) {
			data, err := json.Marshal(fields[name])
			if err != nil {
				return err
			}
			w.say("%s %s: %s", accounts[i].Person, name, data)
		}
	}
	return nil
}

func (w *world) sayStored(words []string) error {
	from, to := "", ""
	if len(words) > 1 {
		from, to = words[1], words[1]
	}
	for doc, err := range w.store.Scan(w.Context(), words[0], from, to) {
		if err != nil {
			return err
		}
		text := doc.Key.ID
		if from != "" {
			text = string(doc.Data)
		}
		w.say("%s", text)
	}
	return nil
}

func (w *world) spoil(words []string) error {
	w.isSpoilt = true
	key := storage.Key{Kind: words[0], ID: words[1]}
	version, err := w.store.Load(w.Context(), key.Kind, key.ID, new(json.RawMessage))
	if err != nil {
		return err
	}
	doc := storage.Doc{Key: key, Version: version}
	if len(words) > 2 {
		doc.Data = []byte(words[2])
	}
	return w.store.Commit(w.Context(), doc)
}

func (w *world) audit(kinds []string) error {
	report, err := w.Audit(w.Context(), w.erased)
	if err != nil {
		return err
	}
	slices.Sort(report.Faults)
	for _, fault := range report.Faults {
		if kind, _, _ := strings.Cut(fault, " "); slices.Contains(kinds, kind) {
			w.say("%.100s", fault)
		}
	}
	w.say("%d matches, %d standings and %d places; %d things are wrong", report.Matches, report.Standings, report.Places, report.WrongCount)
	return nil
}
