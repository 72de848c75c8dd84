package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/bot/upkeep/doctor"
	"tarockbot/engine"
	"tarockbot/engine/verify"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// What the bot promises, by number. Each is checked on all that happens, not only on what is
// left: see [knowledge.stored], [knowledge.answered] and [knowledge.check].
const (
	neverLost   = "P1, what was seen is never lost, and nothing has its effect twice"
	decidedOnce = "P2, each input is decided once"
	ownCards    = "P3, a hand goes to its owner alone"
	ratedOnce   = "P4, each match is rated once"
	checkable   = "P5, each deal can be checked"
	fairClocks  = "P6, nobody loses time that they didn't have"
	apart       = "P7, one fault touches nobody else"
	fullDisk    = "P8, a failing disk breaks nothing"
	patient     = "P9, the networks' pauses are kept"
	oneActs     = "P10, of two processes one acts"
	wholeCopies = "P11, a copy made at any moment is whole"
	forgotten   = "P12, who is forgotten is gone"
)

// knowledge is what the judge has seen.
type knowledge struct {
	*world
	deals     int64  // that are over
	commits   uint64 // that are durable
	tables    map[string]*table
	inputs    map[string]chat.Input
	effects   map[string]int // by input
	moves     map[string]int // changes of tables, by input
	person    map[chat.UserID]string
	linked    bool // some are
	forgotten map[*person]bool
	removed   map[string]bool      // persons who have wanted to be forgotten
	moved     map[chat.ChatID]bool // chats of which a network has told that they go on elsewhere
	doubts    []func()             // what is to be judged once nothing moves
}

func newKnowledge(w *world) *knowledge {
	return &knowledge{
		world: w, tables: make(map[string]*table), inputs: make(map[string]chat.Input), effects: make(map[string]int), moves: make(map[string]int),
		person: make(map[chat.UserID]string), forgotten: make(map[*person]bool), removed: make(map[string]bool), moved: make(map[chat.ChatID]bool),
	}
}

// table is what the judge reads of a stored table.
type table struct {
	Stage  match.Stage
	Rev    int64
	Paused bool
	Chairs match.Chairs
	Setup  match.Setup
	Done   []json.RawMessage
	Deal   *struct {
		Deck    []string
		Actions []string
	}
	asked []time.Time // when each seat was asked what it is asked now, in time that counts
}

func (t *table) actions() []string {
	if t.Deal == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.Deal.Actions), func(a string) bool { return strings.HasSuffix(a, " pass") }) // a record may leave them out
}

// people is how many play.
func (t *table) people() (n int) {
	for _, c := range t.Chairs {
		if c.User != "" {
			n++
		}
	}
	return n
}

// stored judges a commit that is durable, and the input that led to it.
func (k *knowledge) stored(input string, docs []storage.Doc) {
	var all []string
	kinds := make(map[string]bool)
	for _, d := range docs {
		all = append(all, fmt.Sprintf("%s %s, %d bytes", d.Key.Kind, d.Key.ID, len(d.Data)))
		kinds[d.Key.Kind] = true
	}
	slices.Sort(all)
	k.record("stored by %q: %q", input, all)
	if k.commits++; mix(k.seed, k.commits)%copyEvery == 0 {
		c := k.copied()
		k.doubts = append(k.doubts, func() { k.sound(c) })
	}
	effect := false
	for _, d := range docs {
		switch {
		case d.Unchanged:
		case d.Key.Kind == "link":
			k.linked = true
		case d.Key.Kind == "identity" && d.Data != nil:
			k.person[chat.UserID(d.Key.ID)] = strings.Trim(string(d.Data), `"`)
		case d.Key.Kind == "removed":
			k.removed[d.Key.ID] = true
		case d.Key.Kind == "deal" && d.Version == 0:
			k.deals++
		case d.Key.Kind == "table" && d.Data == nil:
			delete(k.tables, d.Key.ID)
		case d.Key.Kind == "table":
			effect = k.table(k.inputs[input], d, kinds) || effect
		}
	}
	if effect {
		k.effects[input]++
	}
	if in := k.inputs[input]; k.effects[input] > 1 && input != "" && !slices.Contains(manifold, verb(in.Line)) {
		k.broken(decidedOnce, "%q of %s has %d effects", in.Line, in.User, k.effects[input])
	}
}

// table judges what has become of a table, and says whether it is another game.
func (k *knowledge) table(in chat.Input, doc storage.Doc, with map[string]bool) (effect bool) {
	id, now := doc.Key.ID, new(table)
	if err := json.Unmarshal(doc.Data, now); err != nil {
		k.broken(neverLost, "table %s: %v", id, err)
		return false
	}
	was := k.tables[id]
	k.tables[id] = now
	if effect = was == nil; effect {
		was = new(table)
	}
	if now.Rev > was.Rev {
		k.moves[in.ID]++
	}
	k.line(id, in, was, now)
	k.clocks(id, was, now)
	if len(was.Done) != len(now.Done) || !slices.Equal(was.actions(), now.actions()) {
		k.acted(id, in, was, now)
		effect = true
	}
	if was.Stage == match.Playing && now.Stage == match.Finished {
		if among := !slices.ContainsFunc(now.Chairs, func(c match.Chair) bool { return c.Robot }); among && !with["match"] {
			k.broken(ratedOnce, "match %s ends without a line in the log", id)
		}
		effect = true
	}
	return effect
}

// manifold are the commands that change many tables.
var manifold = []string{"forget", "unlink", "link", "block", "settings", "away", "back", ""}

func verb(line string) string {
	word, _, _ := strings.Cut(line, " ")
	return word
}

// line: a table goes on from where it was.
func (k *knowledge) line(id string, in chat.Input, was, now *table) {
	before, after := was.actions(), now.actions()
	back := slices.Contains([]string{"undo", "back", "consent"}, verb(in.Line))
	same := len(was.Done) == len(now.Done) && was.Deal != nil
	switch {
	case now.Rev < was.Rev:
		k.broken(neverLost, "table %s is revision %d after %d", id, now.Rev, was.Rev)
	case len(now.Done) < len(was.Done):
		k.broken(neverLost, "table %s has lost a finished deal", id)
	case now.Rev == was.Rev && !slices.Equal(before, after):
		k.broken(neverLost, "table %s has two states of revision %d", id, now.Rev)
	case same && !back && (len(after) < len(before) || !slices.Equal(after[:len(before)], before)) && now.Deal != nil:
		k.broken(neverLost, "table %s goes from %q to %q by %q", id, before, after, in.Line)
	case same && now.Deal != nil && !slices.Equal(was.Deal.Deck, now.Deal.Deck):
		k.broken(neverLost, "table %s has other cards than before", id)
	}
	if same && back && now.people() > 1 {
		k.takenBack(id, in, before[min(len(after), len(before)):], now)
	}
	for s := range was.Chairs {
		if now.Chairs[s].Step < was.Chairs[s].Step {
			k.broken(neverLost, "table %s: seat %d is at step %d after %d", id, s, now.Chairs[s].Step, was.Chairs[s].Step)
		}
	}
}

// takenBack judges moves that were taken back: cards that others have seen stay, and without
// their consent a person takes back only their own moves.
func (k *knowledge) takenBack(id string, in chat.Input, tail []string, now *table) {
	if len(tail) == 0 {
		return
	}
	whose, _, _ := strings.Cut(tail[0], " ")
	seat := slices.IndexFunc(now.Chairs, func(c match.Chair) bool { return c.User == in.User || c.Via == in.User })
	consented := verb(in.Line) == "consent"
	for _, a := range tail {
		switch own := strings.HasPrefix(a, whose+" "); {
		case !own && strings.Contains(a, " play "):
			k.broken(neverLost, "table %s takes back %q, cards that others have seen", id, tail)
		case !consented && (!own || whose != strconv.Itoa(seat)):
			k.broken(neverLost, "table %s takes back %q, and %s asked nobody", id, tail, in.User)
		}
	}
}

// acted judges what an input has done at a table.
func (k *knowledge) acted(id string, in chat.Input, was, now *table) {
	words := strings.Fields(in.Line)
	if len(words) < 3 || words[0] != "do" && words[0] != "confirm" {
		return
	}
	seat := slices.IndexFunc(now.Chairs, func(c match.Chair) bool { return c.User == in.User || c.Via == in.User })
	switch {
	case words[1] != id:
		k.broken(decidedOnce, "%q changes table %s", in.Line, id)
	case seat < 0:
		k.broken(decidedOnce, "%s plays at %s without a seat", in.User, id)
	case strconv.Itoa(was.Chairs[seat].Step) != words[2]:
		k.broken(decidedOnce, "%q counts at step %d", in.Line, was.Chairs[seat].Step)
	}
}

// clocks judges how clocks run: whoever is waited for has all the time that they were given.
func (k *knowledge) clocks(id string, was, now *table) {
	now.asked = make([]time.Time, len(now.Chairs))
	for s, c := range now.Chairs {
		ran := k.ranOn(c.Timer.On)
		if s < len(was.Chairs) && was.Chairs[s].Step == c.Step && was.Chairs[s].Timer == c.Timer {
			now.asked[s] = was.asked[s]
		} else {
			now.asked[s] = ran.Add(time.Duration(c.Timer.LeftMillis) * time.Millisecond)
		}
		up := c.Reminded == match.TimeUp && s < len(was.Chairs) && was.Chairs[s].Reminded != match.TimeUp
		if early := now.asked[s].Sub(ran); up && early > slack {
			k.broken(fairClocks, "table %s: seat %d's time is up %v too early", id, s, early)
		}
		if c.Timer.On != "" && mix(k.seed, uint64(now.Rev))%16 == 0 {
			k.waited(id, s)
		}
	}
}

// slack is how inexact the judge's clock is.
const slack = 5 * time.Second

// ranOn is a clock that stands still while the network is away.
func (k *knowledge) ranOn(network string) time.Time {
	now := time.Now()
	for _, n := range k.nets {
		if n.name == network {
			now = now.Add(-n.away)
			if n.isLost() {
				now = now.Add(-time.Since(n.lost))
			}
		}
	}
	return now
}

// waited: a clock runs only for who is waited for. What a commit says is read once it is
// there.
func (k *knowledge) waited(id string, seat int) {
	k.doubts = append(k.doubts, func() {
		t := k.read(id)
		if t != nil && t.Chairs[seat].Timer.On != "" && !t.Waiting().Has(engine.Seat(seat)) {
			k.broken(fairClocks, "table %s: seat %d's clock runs, and nobody waits for it", id, seat)
		}
	})
}

// read is a table as it is stored; nil if there is none.
func (k *knowledge) read(id string) *match.Table {
	_, t, err := k.disk.table(id)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		k.broken(neverLost, "%v", err)
	}
	return t
}

// hears notes the input, and says whether it comes again.
func (k *knowledge) hears(in chat.Input) (again bool) {
	_, again = k.inputs[in.ID]
	k.inputs[in.ID] = in
	for _, who := range k.people {
		if who.user == in.User {
			k.forgotten[who] = false // they are back
		}
	}
	return again
}

// answered judges what an input was answered.
func (k *knowledge) answered(p *process, in chat.Input, again bool, a chat.Answer, err error) {
	words := strings.Fields(in.Line)
	switch {
	case err != nil && p.store.stopped() == nil && !errors.Is(err, storage.ErrFull):
		k.broken(apart, "%q of %s: %v", in.Line, in.User, err)
	case err != nil || a.Refused || len(words) == 0:
	case slices.Contains([]string{"do", "confirm"}, words[0]) && k.moves[in.ID] == 0:
		k.broken(neverLost, "%q of %s is acknowledged, and not stored", in.Line, in.User)
	case !again && words[0] == "forget" && words[len(words)-1] == "yes":
		for _, who := range k.people {
			if who.user == in.User {
				k.forgotten[who] = true
				who.left = k.chance.IntN(2) == 0
			}
		}
	}
}

// check judges a request as it departs.
func (k *knowledge) check(s *send) {
	if until, is := s.limited[s.message()]; is && s.screen.Table != "" && s.departed.Before(until) { // notices can't be told apart
		k.broken(patient, "%v is shown %v too early", s.place, until.Sub(s.departed))
	}
	if s.process != k.process && s.process != k.zombie {
		k.broken(oneActs, "a process that is over shows something")
	}
	if lost := s.process.store.lostAt(); k.disk.shared && !lost.IsZero() && s.departed.After(lost) {
		k.broken(oneActs, "a process shows something that isn't to act any more")
	}
	for _, o := range offersOf(&s.screen) {
		words := strings.Fields(o.line)
		if len(words) < 3 || !slices.Contains([]string{"do", "confirm", "pick"}, words[0]) {
			continue
		}
		if s.place.Chat != "" {
			k.broken(ownCards, "%q is offered in public", o.line)
		}
		step, _ := strconv.Atoi(words[2])
		t := k.tables[words[1]]
		if t == nil || !slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.Step >= step }) {
			k.broken(neverLost, "%q is offered before it is stored", o.line)
		} else if k.isStranger(s.place.User, t) {
			k.broken(ownCards, "%q is offered to %s", o.line, s.place.User)
		}
	}
}

// isStranger says that the user doesn't sit at the table, as far as that is sure.
func (k *knowledge) isStranger(u chat.UserID, t *table) bool {
	return !k.linked && !k.removed[k.person[u]] && !slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.User == u })
}

// plays says that the person sits at a table that goes on.
func (k *knowledge) plays(p *person) bool {
	for _, t := range k.tables {
		if (t.Stage == match.Playing || t.Stage == match.Open) && slices.ContainsFunc(t.Chairs, func(c match.Chair) bool { return c.User == p.user }) {
			return true
		}
	}
	return false
}

// copyEvery is after how many commits a copy is made, about.
const copyEvery = 512

// copied is a copy of all that is stored.
func (k *knowledge) copied() storage.Store {
	all := k.documents()
	for i := range all {
		all[i].Version = 0
	}
	c := memory.New()
	k.must(c.Commit(context.Background(), all...))
	return c
}

// sound judges a store that no process has open, or a copy of one.
func (k *knowledge) sound(s storage.Store) {
	report, err := doctor.Examine(context.Background(), s, bot.Forms())
	if err != nil || len(report.Faults) > 0 {
		k.broken(wholeCopies, "the doctor finds %q, %v", report.Faults, err)
	}
	audit, err := doctor.Audit(context.Background(), s, k.clock.Now())
	if err != nil || audit.Wrong > 0 {
		k.broken(ratedOnce, "the audit finds %q, %v", audit.Faults, err)
	}
	k.verify(s)
}

// verify checks the proofs of all deals that are over, of each table together.
func (k *knowledge) verify(s storage.Store) {
	deals := make(map[string][]string) // by table
	for doc, err := range s.Scan(context.Background(), "deal", "", "") {
		if err != nil {
			k.broken(checkable, "%v", err)
			return
		}
		table, _, _ := strings.Cut(doc.Key.ID, "-")
		deals[table] = append(deals[table], string(doc.Data))
	}
	for _, table := range slices.Sorted(maps.Keys(deals)) {
		file := "[" + strings.Join(deals[table], ",") + "]"
		if r := verify.File([]byte(file), verify.Kept{}); r.Verdict() != verify.Fair || len(r.Holes) > 0 {
			k.broken(checkable, "table %s is %s: %+v", table, r.Verdict(), r)
		}
	}
}

// finish ends all mishaps, waits until they are mended, and judges what is left.
func (w *world) finish() {
	w.mend()
	w.pass(30 * time.Minute)
	w.known.offered()
	w.known.goesOn()
	w.known.followed()
	w.known.gone()
	w.known.silent()
	w.known.shown()
	w.known.sound(w.disk.Store)
	w.compareTwins()
}

// mend ends all that goes wrong.
func (w *world) mend() {
	w.trouble.mishaps = false
	w.trouble.panics.Store(0)
	w.disk.setFull(false)
	w.disk.mu.Lock()
	w.process.store.dies = death{}
	w.disk.mu.Unlock()
	w.steps += 10 // no request is late any more
	w.goOn()
	w.handLate()
	for _, n := range w.nets {
		if n.isLost() {
			n.disconnect()
		}
	}
	for _, p := range w.people {
		if p.net.blocked[p.private()] {
			p.block()
		}
		if p.net.blocked[p.room] {
			p.kick()
		}
	}
	w.steps++
	w.handLate() // behind what was late, the same events may have come
	w.settle()
	w.buryZombie()
}

// offered: whoever is waited for is offered something.
func (k *knowledge) offered() {
	k.eachWaiting(func(t *match.Table, s engine.Seat) {
		if c := t.Chairs[s]; !c.Robot && !c.Absent && !k.isOffered(t, s) {
			k.broken(neverLost, "table %s waits for seat %d, who is offered nothing: %+v, %+v", t.ID, s, c, t.Messages)
		}
	})
}

// goesOn: no table waits for a computer, for a clock that doesn't run out, or for a cut that
// nobody makes.
func (k *knowledge) goesOn() {
	ran := k.ran()
	for _, t := range k.active() {
		if decks := t.Decks(); decks.CutAt() < ran-time.Minute {
			k.broken(fairClocks, "table %s still waits for seat %d to cut", t.ID, decks.WaitsForCut())
		}
	}
	k.eachWaiting(func(t *match.Table, s engine.Seat) {
		c := t.Chairs[s]
		if c.Robot || c.Absent {
			k.broken(neverLost, "table %s waits for a computer", t.ID)
		}
		late := k.ranOn(c.Timer.On).Sub(k.tables[string(t.ID)].asked[s]) - k.disk.wasFull
		if c.Timer.On != "" && c.Reminded != match.TimeUp && late > mostLost {
			k.broken(fairClocks, "table %s: seat %d's time never ends: %+v", t.ID, s, c)
		}
	})
}

// ran is how long the bot has run, as it has stored that.
func (k *knowledge) ran() time.Duration {
	var clock struct{ Bot int64 } // milliseconds
	doc, err := k.disk.Get(context.Background(), storage.Key{Kind: "clock", ID: "running"})
	if err == nil {
		err = json.Unmarshal(doc.Data, &clock)
	}
	if err != nil {
		k.broken(fullDisk, "running time: %v", err)
	}
	return time.Duration(clock.Bot) * time.Millisecond
}

// mostLost is how much running time kills may lose.
const mostLost = 20 * time.Minute

// eachWaiting does that for all seats that are waited for.
func (k *knowledge) eachWaiting(do func(*match.Table, engine.Seat)) {
	for _, t := range k.active() {
		if t.Stage == match.Playing && t.Waiting() == 0 && t.Decks().WaitsForCut() == engine.Nobody {
			k.broken(neverLost, "table %s waits for nobody", t.ID)
		}
		for s := range t.Waiting().All() {
			do(t, s)
		}
	}
}

// active are the tables that go on.
func (k *knowledge) active() (all []*match.Table) {
	for _, id := range slices.Sorted(maps.Keys(k.tables)) {
		if t := k.read(id); t != nil && t.IsActive() {
			all = append(all, t)
		}
	}
	return all
}

// followed: no table stays in a chat that goes on elsewhere.
func (k *knowledge) followed() {
	for _, t := range k.active() {
		for _, m := range t.Messages {
			if k.moved[m.Place.Chat] {
				k.broken(neverLost, "table %s stays in %s, which goes on elsewhere", t.ID, m.Place.Chat)
			}
		}
	}
}

// isOffered says that some message that the seat's person reads offers its next step.
func (k *knowledge) isOffered(t *match.Table, seat engine.Seat) bool {
	step := fmt.Sprintf(" %s %d", t.ID, t.Chairs[seat].Step)
	isNext := func(o offer) bool { return o.isMove() && strings.Contains(o.line+" ", step+" ") }
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool {
		p := k.showing(m, string(t.ID))
		offers := p != nil && slices.ContainsFunc(p.offers, isNext)
		return m.Seat == seat && (offers || k.deletedAt()[tablePlace{m.Place, string(t.ID)}]) // who has deleted it gets it by their next word
	})
}

// showing is the message as it stands; nil if there is none. Which that is isn't stored where
// messages don't outlive the process: there it is the newest of the place that shows the table.
func (w *world) showing(m match.Message, table string) *post {
	for _, n := range w.nets {
		if p := n.posts[m.Ref]; p != nil && !n.traits.Forgets {
			return p
		}
		for _, p := range slices.Backward(n.at[m.Place]) {
			if p.screen.Table == table {
				return p
			}
		}
	}
	return nil
}

// gone: nothing stored names who was forgotten and hasn't come back.
func (k *knowledge) gone() {
	for _, doc := range k.documents() {
		text := doc.Key.ID + " " + string(doc.Data)
		for _, p := range k.people {
			if k.forgotten[p] && (strings.Contains(text, p.name) || strings.Contains(text, string(p.user))) {
				k.broken(forgotten, "%s %s names %s", doc.Key.Kind, doc.Key.ID, p.name)
			}
		}
	}
}

// silent: the log tells nothing of how the cards lie.
func (k *knowledge) silent() {
	log := k.history.log.String()
	for id, t := range k.tables {
		for i := 3; t.Deal != nil && i <= len(t.Deal.Deck); i++ {
			for _, between := range []string{" ", ",", `","`} {
				if three := strings.Join(t.Deal.Deck[i-3:i], between); strings.Contains(log, three) {
					k.broken(ownCards, "the log tells %q, cards of table %s", three, id)
				}
			}
		}
	}
}

// documents are all that is stored.
func (w *world) documents() (all []storage.Doc) {
	for _, kind := range bot.Kinds() {
		for doc, err := range w.disk.Store.Scan(context.Background(), kind, "", "") {
			w.must(err)
			all = append(all, doc)
		}
	}
	return all
}

// shown: all messages show what a new process lets them show that knows of none what it shows.
func (k *knowledge) shown() {
	before, deleted := k.looks(), k.deletedAt()
	k.process.bury()
	for id := range k.tables {
		k.must(k.disk.outdate(id))
	}
	k.boot()
	for at, is := range k.looks() {
		if was := before[at]; was != is && !deleted[at] {
			k.broken(neverLost, "%v shows %q and should show %q", at, less(was, is), less(is, was))
		}
	}
	k.process.bury()
}

// tablePlace is where a table is shown.
type tablePlace struct {
	chat.Place
	table string
}

// undone is a button for one revision, which a start may raise.
var undone = regexp.MustCompile(`((?:undo|resume|extend|back) \w+ )\d+`)

// essence is what matters of a message.
func (p *post) essence() string { return undone.ReplaceAllString(p.look, "$1") }

// looks are what tables look like where they are shown.
func (k *knowledge) looks() map[tablePlace]string {
	all := make(map[tablePlace]string)
	for _, t := range k.active() {
		for _, m := range t.Messages {
			p := k.showing(m, string(t.ID))
			switch at := (tablePlace{m.Place, string(t.ID)}); {
			case p == nil, m.Last > 0: // a last word stays as it is
			case m.Seat != engine.Nobody && len(p.offers) == 0:
				all[at] = "the last word to who isn't linked any more"
			default:
				all[at] = p.screen.Lang + "\n" + p.essence()
			}
		}
	}
	return all
}

// less are the lines of the text that the other hasn't.
func less(text, other string) []string {
	return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return strings.Contains(other, l) })
}

// deletedAt are the places where people have deleted what stood there.
func (w *world) deletedAt() map[tablePlace]bool {
	all := make(map[tablePlace]bool)
	for _, n := range w.nets {
		maps.Copy(all, n.deleted)
	}
	return all
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}
