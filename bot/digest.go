package bot

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/outbox"
	"tarockbot/bot/speech"
	"tarockbot/engine"
	"tarockbot/render/words"
	"tarockbot/storage"
)

// manyGames is how many slow games wait for somebody who is told of them by one
// message, in the place of a call for each.
const manyGames = 3

// digestPause is how long nobody is called again by such a message.
const digestPause = 6 * time.Hour

// digest is the message that tells somebody of all games that wait for them. It is
// stored before it is shown, and never changed, but replaced.
type digest struct {
	Place Place `json:"place"`
	Ref   Ref   `json:"ref,omitempty"`
	// Number is that of the last that was posted, or is to be: each calls once. It is
	// its time in seconds since 1970, so that it grows also where the one before is gone.
	Number int       `json:"number"`
	Posted int       `json:"posted"` // the number of the last that was
	At     time.Time `json:"at"`     // when it was to be posted last
	// Listed are the calls that it tells of, by table; nobody makes those. Told are
	// those of them that were there when it was posted.
	Listed map[chat.TableID]int `json:"listed,omitempty"`
	Told   map[chat.TableID]int `json:"told,omitempty"`
	// Barred is until when there is none, for the last could not be posted.
	Barred time.Time `json:"barred,omitzero"`

	version int64
	// uncalled says that the message stands but nobody is called by it yet.
	uncalled bool
	// old is the one before, as long as it isn't retired: it could not be.
	old      Ref
	oldPlace Place
}

// digests are those of all people, by their heads.
type digests struct {
	deciding [64]sync.Mutex // held while it is decided what one tells of; see decide

	messages *outbox.Queue

	mu sync.Mutex
	by map[chat.PersonID]digest
}

func newDigests(messages *outbox.Queue) *digests {
	return &digests{messages: messages, by: make(map[chat.PersonID]digest)}
}

func (ds *digests) of(id chat.PersonID) digest {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	return ds.by[id]
}

func (ds *digests) keep(id chat.PersonID, d digest) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	if ds.by[id] = d; d.version == 0 {
		delete(ds.by, id)
	}
}

// drop forgets those that are the identity's.
func (ds *digests) drop(x chat.Identity) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	maps.DeleteFunc(ds.by, func(id chat.PersonID, d digest) bool { return id == x.Person || d.Place.User == x.User })
}

// decide is the lock of those who decide about the person's. No table's lock may be
// held when it is taken.
func (ds *digests) decide(id chat.PersonID) *sync.Mutex {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(id)) // never fails
	return &ds.deciding[int(sum.Sum32())%len(ds.deciding)]
}

// loadDigests reads them all, and goes on posting those that weren't.
func (b *Bot) loadDigests(ctx context.Context) error {
	for doc, err := range b.store.Scan(ctx, kindDigest, "", "") {
		if err != nil {
			return fmt.Errorf("bot: read digests: %w", err)
		}
		var d digest
		if err := keep.Decode(doc, &d); err != nil { // then each game calls by itself
			b.cfg.Log.Error("a digest is left out", "err", err)
			continue
		}
		d.version = doc.Version
		b.digests.keep(chat.PersonID(doc.Key.ID), d)
		if d.Posted < d.Number {
			b.showDigest(chat.PersonID(doc.Key.ID))
		}
	}
	return nil
}

// waitingGame is a slow game that waits for somebody.
type waitingGame struct {
	*match.Table
	place Place // where they are told
	call  int
	held  bool // it is held back
}

// slowGames are those that wait for the person, and that nothing hinders from being
// told of together; first where there is least time.
func (b *Bot) slowGames(p person) []waitingGame {
	var all []waitingGame
	tables, _ := b.gamesOf(p)
	for _, t := range tables {
		if g, ok := b.slowGame(t.ID, p); ok {
			all = append(all, g)
		}
	}
	return all
}

// slowGame is the game at the table, if it is such a one.
func (b *Bot) slowGame(id chat.TableID, p person) (waitingGame, bool) {
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if err := b.loadTable(b.running, l); err != nil {
		return waitingGame{}, false
	}
	t := l.state
	s := t.SeatOf(p.who())
	for _, m := range t.Messages {
		if s != engine.Nobody && m.Seat == s && !m.Lost && b.serves(m.Place) && b.toldAt(t, m) && b.gathers(t, s, m.Place) {
			_, held := b.heldBack(t, s)
			return waitingGame{t, m.Place, t.Chairs[s].Call, held}, true
		}
	}
	return waitingGame{}, false
}

// gathers says whether a digest may tell of the seat's turn. Nobody waits for that
// with a live game, nor when their time runs out; on a page all is in sight; and some
// don't want to be told.
func (b *Bot) gathers(t *match.Table, s engine.Seat, place Place) bool {
	c := t.Chairs[s]
	return t.Waiting().Has(s) && !t.Asks(s) && t.Setup.Pace != match.LivePace && c.Reminded < match.RemindedTwice && c.Call > 0 && !b.outbox.Forgets(place) && b.callsTo(c.User).Calls != noCalls
}

// listed says that a digest tells the seat of its turn, in place of a call.
func (b *Bot) listed(t *match.Table, s engine.Seat, place Place) bool {
	c := t.Chairs[s]
	return b.gathers(t, s, place) && c.Call <= b.digests.of(b.people.links.head(c.Person)).Listed[t.ID]
}

// tellsOf says that a digest tells the seat of its turn somewhere.
func (b *Bot) tellsOf(t *match.Table, s engine.Seat) bool {
	return slices.ContainsFunc(t.Messages, func(m match.Message) bool { return m.Seat == s && b.listed(t, s, m.Place) })
}

// concernsDigest says that what is to be shown to somebody may change what their
// digest tells: a game waits for them that it doesn't tell of, or hasn't called for
// yet, or one of which it tells doesn't wait any more.
func (b *Bot) concernsDigest(id chat.TableID, place Place) bool {
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if place.User == "" || l.state == nil {
		return false
	}
	t := l.state
	m := t.MessageIn(place)
	if m == nil || m.Seat == engine.Nobody {
		return false
	}
	d := b.digests.of(b.people.links.head(t.Chairs[m.Seat].Person))
	listed := d.Listed[t.ID]
	switch gathers := b.gathers(t, m.Seat, place); {
	case listed > 0:
		return !gathers || listed < t.Chairs[m.Seat].Call || listed > d.Told[t.ID]
	case gathers:
		_, held := b.heldBack(t, m.Seat)
		return !held
	}
	return false
}

// gather decides anew what the digest of the person tells, before something is
// shown to them. No lock may be held.
func (b *Bot) gather(user UserID) {
	p := b.callsTo(user)
	if p.ID == "" {
		return
	}
	head := p.head().Person
	if b.digests.of(head).version == 0 && len(b.register.of(p)) < manyGames {
		return
	}
	err := b.changeDigest(b.running, p, func(d digest, games []waitingGame) digest { return b.digestOf(d, games, p) })
	if err != nil && b.running.Err() == nil {
		b.cfg.Log.Warn("a digest is not kept", "err", err)
	}
}

// changeDigest changes what the person's digest tells, and shows what came of it.
func (b *Bot) changeDigest(ctx context.Context, p person, change func(digest, []waitingGame) digest) error {
	head := p.head().Person
	lock := b.digests.decide(head)
	lock.Lock()
	defer lock.Unlock()
	if slices.ContainsFunc(p.identities(), func(x chat.Identity) bool { return b.people.removing.has(x.User) }) {
		return nil
	}
	before, games := b.digests.of(head), b.slowGames(p)
	after := change(before, games)
	if !after.changes(before) {
		return nil
	}
	if err := b.keepDigest(ctx, head, after); err != nil {
		return err
	}
	b.showDigest(head)
	for _, g := range games { // single calls go, or come
		if before.Listed[g.ID] != after.Listed[g.ID] {
			b.showAgainTo(g.ID, p)
		}
	}
	return nil
}

// changes says that there is another list, or it is to be posted.
func (d digest) changes(before digest) bool {
	return d.Number != before.Number || !maps.Equal(d.Listed, before.Listed)
}

// digestOf is the digest that tells of the games, if they are enough, or else of
// what it has called for already. It is posted anew if there is something new, but
// not soon.
func (b *Bot) digestOf(d digest, games []waitingGame, p person) digest {
	before := d
	d.Listed, d.Told = make(map[chat.TableID]int), make(map[chat.TableID]int)
	fresh := false
	for _, g := range games {
		if told := before.Told[g.ID]; told >= g.call {
			d.Listed[g.ID], d.Told[g.ID] = g.call, told
		} else if !g.held {
			fresh = true
		}
	}
	now := b.cfg.Now()
	if len(games) < manyGames || !fresh || now.Before(d.Barred) || !b.people.quietUntil(p).IsZero() {
		return d
	}
	for _, g := range games {
		d.Listed[g.ID] = g.call
	}
	if next := d.At.Add(digestPause); len(d.Told) > 0 && now.Before(next) {
		if err := b.wakeAt(b.running, p.head().User, next); err != nil {
			b.cfg.Log.Warn("a digest comes later", "err", err)
		}
		return d
	}
	d.Number, d.At, d.Told = max(d.Number+1, int(now.Unix())), now.UTC(), maps.Clone(d.Listed)
	return d
}

// keepDigest stores what it tells.
func (b *Bot) keepDigest(ctx context.Context, head chat.PersonID, d digest) error {
	doc, err := keep.Encode(kindDigest, string(head), d.version, d)
	if err != nil {
		return err
	}
	empty := d.empty(b.cfg.Now())
	if empty {
		doc.Data = nil
	}
	if err := b.store.Commit(ctx, doc); err != nil {
		return err
	}
	if d.version++; empty {
		d = digest{}
	}
	b.digests.keep(head, d)
	return nil
}

// empty says that nothing depends on it any more.
func (d digest) empty(now time.Time) bool {
	return len(d.Listed) == 0 && d.Ref == "" && !now.Before(d.Barred)
}

// showAgainTo shows the person's panels of the table once more.
func (b *Bot) showAgainTo(id chat.TableID, p person) {
	l := b.tables.lock(id)
	defer l.mu.Unlock()
	if err := b.loadTable(b.running, l); err == nil {
		b.refreshFor(l, p)
	}
}

// showDigest brings the message up to date.
func (b *Bot) showDigest(head chat.PersonID) {
	key := outbox.Key{ID: string(head)}
	b.digests.messages.Force(key)
	b.digests.messages.Deliver(key, outbox.Standing{})
}

// digestMessages are the digests, as the outbox delivers them.
type digestMessages struct{ *Bot }

// digestNow is a digest and what belongs to it now.
type digestNow struct {
	digest
	reader person
	games  []waitingGame // of which it tells
	post   bool          // it is to be posted
}

// digestNow is the digest as it is now. A message in a place where the bot can't
// write any more counts for nothing.
func (b *Bot) digestNow(ctx context.Context, head chat.PersonID) (d digestNow, err error) {
	if d.reader, err = b.digestReader(ctx, head); err != nil {
		return d, err
	}
	d.digest = b.digests.of(head)
	d.games = slices.DeleteFunc(b.slowGames(d.reader), func(g waitingGame) bool { return d.Listed[g.ID] == 0 })
	d.post = d.Posted < d.Number && len(d.games) > 0
	if d.Ref != "" && !b.serves(d.Place) {
		d.Ref = ""
	}
	return d, nil
}

// digestReader is whose digest it is.
func (b *Bot) digestReader(ctx context.Context, head chat.PersonID) (person, error) {
	x, err := b.people.identityOf(ctx, head)
	if err != nil {
		return person{}, err
	}
	if g := b.people.links.of(head); len(g.all) > 0 {
		x = g.all[0]
	}
	return b.callsTo(x.User), nil
}

// standing is how its message stands.
func (d digestNow) standing() outbox.Standing {
	s := outbox.Standing{Rev: int64(d.Number), Ref: d.Ref, Old: d.old, Behind: d.post, Whole: true}
	if d.post && d.Ref != "" {
		s.Ref, s.Old = "", d.Ref
	}
	return s
}

// Want implements outbox.Source: the one before is retired, then it is posted; or it is
// edited.
func (b digestMessages) Want(ctx context.Context, key outbox.Key, try outbox.Try) (w outbox.Want, err error) {
	d, err := b.digestNow(ctx, chat.PersonID(key.ID))
	if err != nil {
		b.warnDigest(err)
		return w, err
	}
	w.Standing, w.Place = d.standing(), d.Place
	if w.Standing == (outbox.Standing{Rev: w.Rev, Whole: true}) {
		return w, outbox.ErrNone
	}
	switch try.Next(w.Standing) {
	case outbox.Retire:
		if w.Old == d.old {
			w.Place = d.oldPlace
		}
		d.Place = w.Place
		w.Screen = b.digestScreen(d.reader, d.digest, nil)
	case outbox.Post:
		w.Place = d.games[0].place
		d.Place = w.Place
		w.Screen = b.digestScreen(d.reader, d.digest, d.games)
	case outbox.Edit:
		w.Screen = b.digestScreen(d.reader, d.digest, d.games)
	case outbox.Idle, outbox.Begin:
	}
	return w, nil
}

// Shown implements outbox.Source.
func (b digestMessages) Shown(ctx context.Context, key outbox.Key, out outbox.Outcome) (outbox.Standing, error) {
	head := chat.PersonID(key.ID)
	if err := b.noteDigest(ctx, head, out); err != nil {
		b.warnDigest(err)
		return outbox.Standing{}, err
	}
	d := digestNow{digest: b.digests.of(head)}
	d.post = d.Posted < d.Number && out.Step == outbox.Retire
	return d.standing(), nil
}

// warnDigest tells the operator of a digest that isn't shown.
func (b *Bot) warnDigest(err error) {
	if b.running.Err() == nil {
		b.cfg.Log.Warn("a digest is not shown", "err", err)
	}
}

// noteDigest notes what has come of a step with the digest.
func (b *Bot) noteDigest(ctx context.Context, head chat.PersonID, out outbox.Outcome) error {
	over := out.Step == outbox.Edit && (errors.Is(out.Err, ErrGone) || out.Err == nil && out.Screen.Ended)
	switch {
	case out.Step == outbox.Retire:
		if out.Final {
			b.digests.retired(head, out.Old)
		}
		return nil
	case over: // somebody has deleted it, or it tells nothing any more
		return b.digestShown(head, out.Place, "", int(out.Rev), false)
	case out.Err == nil || out.Ref != "":
		return b.digestShown(head, out.Place, out.Ref, int(out.Rev), out.Err != nil)
	case !out.Final:
		return nil
	case errors.Is(out.Err, ErrBlocked):
		return b.giveUpDigest(ctx, head, out.Place, "")
	case (out.Step == outbox.Post || b.digests.of(head).uncalled) && ctx.Err() == nil:
		return errors.Join(out.Err, b.giveUpDigest(ctx, head, out.Place, out.Old))
	}
	return out.Err
}

// retired notes that the message is no digest of anybody any more.
func (ds *digests) retired(head chat.PersonID, ref Ref) {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	d, ok := ds.by[head]
	switch {
	case !ok:
		return
	case d.old == ref:
		d.old = ""
	case d.Ref == ref:
		d.Ref = ""
	}
	ds.by[head] = d
}

// giveUpDigest lets each game call by itself, as well as it can, for a while: the digest
// couldn't be posted. The message of that Ref has come of it; "" if none has.
func (b *Bot) giveUpDigest(ctx context.Context, head chat.PersonID, place Place, ref Ref) error {
	p, err := b.digestReader(ctx, head)
	if err != nil {
		return err
	}
	return b.changeDigest(ctx, p, func(d digest, _ []waitingGame) digest {
		d.Listed, d.Told, d.Place, d.Ref, d.Barred = nil, nil, place, ref, b.cfg.Now().UTC().Add(digestPause)
		return d
	})
}

// digestShown notes which message it is, and whether somebody is still to be called by
// it. One before that stands still is to be retired.
func (b *Bot) digestShown(head chat.PersonID, place Place, ref Ref, number int, uncalled bool) error {
	lock := b.digests.decide(head)
	lock.Lock()
	defer lock.Unlock()
	now := b.digests.of(head)
	if now.version == 0 || b.people.removing.has(place.User) { // its reader was forgotten meanwhile, or is about to be
		return nil
	}
	if now.Place == place && now.Ref == ref && now.Posted == number {
		now.uncalled = uncalled
		b.digests.keep(head, now)
		return nil
	}
	if ref != "" && now.Ref != "" && now.Ref != ref && b.serves(now.Place) {
		now.old, now.oldPlace = now.Ref, now.Place
	}
	now.Place, now.Ref, now.Posted, now.uncalled = place, ref, number, uncalled
	if err := b.keepDigest(context.WithoutCancel(b.running), head, now); err != nil && !errors.Is(err, storage.ErrClosed) {
		return err
	}
	return nil
}

// digestScreen lists the games with a button to each.
func (b *Bot) digestScreen(p person, d digest, games []waitingGame) Screen {
	w := b.tongue(p, d.Place.Platform())
	if len(games) == 0 {
		return Screen{Lang: w.Tag(), Ended: true, Text: []Line{{{Text: w.Say("digest.none"), Style: Dim}}}}
	}
	title := w.Count("digest.title", len(games))
	s := Screen{Lang: w.Tag(), Age: d.At, Text: []Line{{{Text: title, Style: Title}}},
		Buttons: [][]Button{{{Label: w.Say("button.next"), Line: "next", Look: Primary}}},
		Call:    &Call{Thread: "digest", Number: d.Number, User: d.Place.User, Text: Line{{Text: title}}, Quiet: !b.people.quietUntil(p).IsZero()}}
	r := &request{person: p, t: w}
	for _, g := range games {
		s.Text = append(s.Text, b.digestLine(g, r, w))
		s.Buttons = append(s.Buttons, []Button{gameButton(g.Table, r)})
	}
	return s
}

// digestLine tells of a game until when there is time.
func (b *Bot) digestLine(g waitingGame, r *request, w *words.Tongue) Line {
	s := g.SeatOf(r.person.who())
	line := Line{{Text: string(g.ID), Style: Code}, {Text: " " + w.Say("games.against", "Name", opponents(g.Table, r), "Deal", view{Table: g.Table}.dealNumber(w))}}
	if c := g.Chairs[s]; c.Timer.On != "" && c.Reminded < match.TimeUp && !b.clock.isLost(c.Timer.On) {
		until := b.moment(b.cfg.Now().Add(c.Timer.Remaining(truth{b})), false, r.person, w)
		line = append(append(line, Span{Text: " – ", Style: Strong}), speech.SayWhen(w, Strong, until, "digest.until")...)
	}
	return line
}
