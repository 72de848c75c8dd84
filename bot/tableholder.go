package bot

import (
	"context"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/bot/match"
	"tarockbot/bot/pages"
	"tarockbot/bot/people"
	"tarockbot/bot/speech"
	"tarockbot/bot/tables"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/storage"
)

// tableHolder erases somebody from tables, and tells them of theirs.
type tableHolder struct{ *Bot }

func (b tableHolder) holder() keep.Holder {
	return keep.Holder{Kind: tables.KindTable, Erase: b.erase, Tell: b.tell}
}

// toldTable is a table as its player sees it.
type toldTable struct {
	Code    chat.TableID `json:"code"`
	Stage   match.Stage  `json:"stage"`
	Rules   string       `json:"rules"`
	Chat    ChatID       `json:"chat,omitempty"`
	Seat    int          `json:"seat"` // from 1; 0 for who is only asked
	Players []string     `json:"players"`
	Totals  []int        `json:"totals,omitempty"`
	// Hand and Laid are the own cards in the deal that is played.
	Hand []card.Card `json:"hand,omitempty"`
	Laid []card.Card `json:"laid,omitempty"`
	// Chosen is a half-made choice, Ahead the card set in advance, and Missed one
	// that might not be played when its turn came.
	Chosen []string `json:"chosen,omitempty"`
	Ahead  string   `json:"ahead,omitempty"`
	Missed string   `json:"missed,omitempty"`
	// TimeLeft is how long the own clock still runs, such as "71h59m0s"; "" if it
	// isn't one's turn. TimedOut is how often others have claimed that it was up.
	TimeLeft string `json:"timeLeft,omitempty"`
	TimedOut int    `json:"timedOut,omitempty"`
}

func (b tableHolder) tell(_ context.Context, d *keep.Disclosure) error {
	var all []toldTable
	for _, x := range b.register.About(people.Person{ID: d.Asks.Person, Linked: people.Group{All: d.Accounts}}) {
		if t := b.tables.Peek(x.ID); t != nil {
			all = append(all, b.told(t, d))
		}
	}
	d.Fields["tables"] = all
	return nil
}

// told is the table as the one sees it who asks.
func (b tableHolder) told(t *match.Table, d *keep.Disclosure) toldTable {
	seat := t.SeatOf(match.Who{ID: d.Asks.Person, Linked: d.Accounts})
	x := toldTable{Code: t.ID, Stage: t.Stage, Rules: t.Setup.Rules, Chat: t.Chat, Seat: int(seat) + 1, Players: plainNames(pages.View{Table: t}.Names(b.words.In(d.Lang)))}
	if len(t.Match.Done) > 0 {
		x.Totals = t.Match.Standing().Totals
	}
	if seat == engine.Nobody {
		return x
	}
	c := t.Chairs[seat]
	x.Ahead, x.Missed, x.TimedOut = c.Ahead, c.Missed, c.TimedOut
	if c.Timer != (match.Timer{}) && t.Waiting().Has(seat) {
		x.TimeLeft = c.Timer.Remaining(b.facts).Round(time.Second).String()
	}
	if deal := t.Match.Deal; deal != nil {
		hand := deal.View(seat).Hand
		x.Hand, x.Laid = hand.Cards.Cards(), hand.Laid.Cards()
		if l, err := b.tables.Open(b.running, t.ID); err == nil {
			x.Chosen = slices.Clone(l.ChosenFor(seat))
			l.Unlock()
		}
	}
	return x
}

// plainNames are names without what keeps their writing direction to themselves.
func plainNames(names []string) []string {
	plain := make([]string, len(names))
	for i, name := range names {
		plain[i] = speech.PlainName(name)
	}
	return plain
}

// erase lets somebody leave all their tables, and takes id and name out of
// those and all others. What shows them a table in private says that it is over
// for them, as long as they can be reached.
func (b tableHolder) erase(ctx context.Context, x *keep.Erasure) error {
	var ids []chat.TableID
	for doc, err := range b.store.Naming(ctx, tables.KindTable, x.User) {
		if err != nil {
			return err
		}
		ids = append(ids, chat.TableID(doc.Key.ID))
	}
	for _, id := range ids {
		if err := b.eraseTable(ctx, id, x.Identity); err != nil {
			return err
		}
	}
	b.awaitShown(ids, Place{User: x.User})
	for _, id := range ids {
		if err := b.dropMessage(ctx, id, Place{User: x.User}); err != nil {
			return err
		}
	}
	return nil
}

// eraseTable is erase for one. One that can't be read any more is deleted.
func (b tableHolder) eraseTable(ctx context.Context, id chat.TableID, x chat.Identity) error {
	code, err := keep.NewCode(b.cfg.Random)
	if err != nil {
		return err
	}
	if _, err := b.tables.Look(ctx, id); err != nil && chat.UnlessRefused(err) != nil {
		b.cfg.Log.Error("table deleted that couldn't be read, as somebody is forgotten", "table", id, "err", err)
		return b.deleteTable(ctx, id)
	}
	_, err = b.tables.Update(ctx, id, Input{ID: "forget/" + code}, people.Person{}, func(c *tables.Change) (Answer, error) {
		if !c.Remembers(x) {
			return Answer{}, chat.Refuse("not-seated")
		}
		return Answer{}, b.leaveForGood(ctx, c, x)
	})
	return chat.UnlessRefused(err)
}

// deleteTable deletes a table that can't be read, with what is known of it.
func (b tableHolder) deleteTable(ctx context.Context, id chat.TableID) error {
	l := b.tables.Lock(id)
	defer l.Unlock()
	drafts := string(id) + "." // see draftID
	its := func(doc storage.Doc) bool {
		a, err := tables.AlarmKey(doc.Key.ID).Parse()
		return doc.Key.Kind != tables.KindAlarm || err == nil && a.What == "table" && a.ID == string(id)
	}
	for _, x := range []struct{ kind, from, to string }{
		{tables.KindTable, string(id), string(id)}, {tables.KindBrief, string(id), string(id)}, {tables.KindDraft, drafts, drafts + "~"}, {tables.KindAlarm, "", ""},
	} {
		if err := b.store.Erase(ctx, x.kind, x.from, x.to, its); err != nil {
			return err
		}
	}
	l.State = nil
	b.tables.Drop(l)
	return b.dirty.Delete(ctx, id)
}

// leaveForGood lets somebody leave the table, whatever it is at, and takes them
// out of it.
func (b tableHolder) leaveForGood(ctx context.Context, c *tables.Change, x chat.Identity) error {
	seat := engine.Seat(slices.IndexFunc(c.Chairs, func(ch match.Chair) bool { return ch.Person == x.Person }))
	asked := engine.Seat(slices.IndexFunc(c.Chairs, func(ch match.Chair) bool { return ch.For == x.User }))
	switch {
	case c.Stage == match.Open && seat == 0:
		c.Close("withdrawn")
	case c.Stage == match.Open && seat != engine.Nobody:
		c.Chairs[seat] = match.Chair{}
	case c.Stage == match.Open && asked != engine.Nobody:
		c.Table.Decline(asked, match.DeclineReasons()[0])
	case c.Stage == match.Playing && seat != engine.Nobody:
		if err := b.dealer.LeaveMatch(ctx, c, seat.Bit(), engine.Resign); err != nil {
			return err
		}
	}
	c.Erase(x)
	return nil
}

// How long to wait until somebody's panels have been put away.
const (
	farewellTime  = 30 * time.Second
	firstFarewell = 10 * time.Millisecond // between looks; doubles with each
)

// awaitShown waits until the tables' messages in the place show the newest, unless
// nobody can be reached there.
func (b tableHolder) awaitShown(ids []chat.TableID, place Place) {
	waited, wait := time.Duration(0), firstFarewell
	for _, id := range ids {
		for waited < farewellTime && !b.isShown(id, place) {
			if !b.sleep(wait) {
				return
			}
			waited += wait
			wait = min(2*wait, time.Second)
		}
	}
}

// isShown says whether nothing more is going to be shown of the table in the place.
func (b tableHolder) isShown(id chat.TableID, place Place) bool {
	l, err := b.tables.Open(b.running, id)
	if err != nil {
		return true
	}
	defer l.Unlock()
	if !b.serves(place) {
		return true
	}
	m := l.State.MessageIn(place)
	return m == nil || b.messages.Rests(keyOf(id, place), b.standing(l.State, *m))
}

// dropMessage forgets that the table is shown in the place.
func (b tableHolder) dropMessage(ctx context.Context, id chat.TableID, place Place) error {
	l, err := b.tables.Open(ctx, id)
	if err != nil {
		return chat.UnlessRefused(err)
	}
	defer l.Unlock()
	if l.State.MessageIn(place) == nil {
		return nil
	}
	next := l.State.Clone()
	next.Messages = slices.DeleteFunc(next.Messages, func(m match.Message) bool { return m.Place == place })
	return b.tables.SaveLocked(ctx, l, next)
}
