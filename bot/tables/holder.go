package tables

import (
	"context"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/people"
	"tarockbot/bot/support/retry"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/robot"
	"tarockbot/storage"
)

// Holder erases somebody from tables, and tells them of theirs.
type Holder struct {
	Tables *Tables
	// Names are those of who sits at the table, by seat, as plain text in the language.
	Names func(t *match.Table, lang string) []string
	// IsSettled says whether nothing more is going to be shown of the table in the place.
	IsSettled func(l *Locked, place chat.Place) bool
}

// Holders are those of tables, of what goes with them, and of alarms.
func (h Holder) Holders() []documents.Holder {
	return []documents.Holder{
		{Kind: KindTable, Erase: h.erase, Disclose: h.disclose, Sealed: true},
		{Kind: KindSummary, Form: documents.CheckForm[Summary], NotErased: "it changes with the table", NotDisclosed: "it is what the table tells"},
		{Kind: KindDraft, Form: documents.CheckForm[draft], NotErased: "it tells cards by table and seat, and goes with the table", NotDisclosed: "it is told with the table", Sealed: true},
		{Kind: KindDeal, Erase: h.eraseCuts, NotDisclosed: "`history export` gives it"},
		{Kind: KindKey, Form: documents.CheckForm[SigningKey], NotErased: "it is the bot's own", NotDisclosed: "it is the bot's own"},
		{Kind: KindClock, Form: documents.CheckForm[storedClock], NotErased: "it is about the bot", NotDisclosed: "it is about the bot"},
		{Kind: KindAlarm, Erase: h.eraseAlarms, NotDisclosed: "it is when the bot looks at what is told"},
	}
}

// eraseAlarms takes away the alarms of the person.
func (h Holder) eraseAlarms(ctx context.Context, x *documents.Erasure) error {
	return h.Tables.Store.Erase(ctx, KindAlarm, "", "", func(doc storage.Doc) bool {
		a, err := AlarmKey(doc.Key.ID).Parse()
		return err == nil && a.What != WakeTable && PersonOf(a.ID) == string(x.Person)
	})
}

// disclosedTable is a table as its player sees it.
type disclosedTable struct {
	Code    chat.TableID `json:"code"`
	Stage   match.Stage  `json:"stage"`
	Rules   string       `json:"rules"`
	Chat    chat.ChatID  `json:"chat,omitempty"`
	Seat    int          `json:"seat"` // from 1; 0 for who is only asked
	Players []string     `json:"players"`
	// Levels are those of the computer players, by seat.
	Levels []robot.Level `json:"levels,omitempty"`
	Totals []int         `json:"totals,omitempty"`
	// Hand and Laid are the own cards in the deal that is played.
	Hand []card.Card `json:"hand,omitempty"`
	Laid []card.Card `json:"laid,omitempty"`
	// Chosen is a half-made choice, Ahead the card set in advance, and Missed one
	// that might not be played when its turn came.
	Chosen []string `json:"chosen,omitempty"`
	Ahead  string   `json:"ahead,omitempty"`
	Missed string   `json:"missed,omitempty"`
	// TimeLeft is how long the own clock still runs, such as "71h59m0s"; "" if it isn't
	// one's turn. TimedOut is how often others have claimed that it was up.
	TimeLeft string `json:"timeLeft,omitempty"`
	TimedOut int    `json:"timedOut,omitempty"`
	// Cut is what they have typed to cut with.
	Cut string `json:"cut,omitempty"`
}

func (h Holder) disclose(_ context.Context, d *documents.Disclosure) error {
	var all []disclosedTable
	for _, x := range h.Tables.Index.About(people.Person{ID: d.Requester.Person, Linked: people.Group{All: d.Accounts}}) {
		if t := h.Tables.snapshotIfAny(x.ID); t.Table != nil {
			all = append(all, h.discloseTable(t, d))
		}
	}
	d.Fields["tables"] = all
	return nil
}

// discloseTable returns the table as the requester sees it.
func (h Holder) discloseTable(t Snapshot, d *documents.Disclosure) disclosedTable {
	seat := t.Chairs.SeatOf(match.Participant{ID: d.Requester.Person, Linked: d.Accounts})
	x := disclosedTable{Code: t.ID, Stage: t.Stage, Rules: t.Setup.Rules, Chat: t.Chat, Seat: int(seat) + 1, Players: h.Names(t.Table, d.Lang), Levels: t.Chairs.Levels()}
	if len(t.Match.Done) > 0 {
		x.Totals = t.Match.Score().Totals
	}
	if seat == engine.Nobody {
		return x
	}
	c := t.Chairs[seat]
	x.Ahead, x.Missed, x.TimedOut, x.Cut = c.Ahead, c.Missed, c.TimedOut, t.Table.Decks().CutText(seat)
	if c.Timer != (match.Timer{}) && t.Waiting().Has(seat) {
		x.TimeLeft = c.Timer.Remaining(h.Tables.Facts).Round(time.Second).String()
	}
	if deal := t.Match.Deal; deal != nil {
		hand := deal.View(seat).Hand
		x.Hand, x.Laid, x.Chosen = hand.Cards.Cards(), hand.Laid.Cards(), t.ChosenFor(seat)
	}
	return x
}

// erase lets somebody leave all their tables, and takes id and name out of all. What
// shows them a table in private says that it is over for them, if they can be reached.
func (h Holder) erase(ctx context.Context, x *documents.Erasure) error {
	var ids []chat.TableID
	for _, kind := range []string{KindTable, KindSummary} { // a summary names them where the table is sealed for good
		for doc, err := range h.Tables.Store.Mentioning(ctx, kind, string(x.User)) {
			if err != nil {
				return err
			}
			if id := chat.TableID(doc.Key.ID); !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	for _, id := range ids {
		if err := h.eraseTable(ctx, id, x.Identity); err != nil {
			return err
		}
	}
	h.awaitShown(ids, chat.Place{User: x.User})
	for _, id := range ids {
		if err := h.dropMessage(ctx, id, chat.Place{User: x.User}); err != nil {
			return err
		}
	}
	return nil
}

// eraseCuts takes what somebody has typed to cut with out of the proofs of finished deals.
// What else a deal tells of them stays: it is what seats have done, and who sat there by
// random ids.
func (h Holder) eraseCuts(ctx context.Context, x *documents.Erasure) error {
	for doc, err := range h.Tables.Store.Mentioning(ctx, KindDeal, string(x.Person)) {
		if err != nil {
			return err
		}
		var deal match.StoredDeal
		if err := documents.Decode(doc, &deal); err != nil {
			return err
		}
		if deal.Proof == nil {
			continue
		}
		proof, erased := match.EraseCuts(*deal.Proof, x.Person)
		if !erased {
			continue
		}
		deal.Proof = &proof
		without, err := documents.Encode(KindDeal, doc.Key.ID, doc.Version, deal)
		if err != nil {
			return err
		}
		if err := h.Tables.Store.Commit(ctx, without); err != nil { // nobody else changes a finished deal
			return err
		}
	}
	return nil
}

// eraseTable is erase for one. One that can't be read any more is deleted.
func (h Holder) eraseTable(ctx context.Context, id chat.TableID, x chat.Identity) error {
	if _, err := h.Tables.Snapshot(ctx, id); chat.UnlessRefused(err) != nil || chat.RefusedWith(err, "table-lost") {
		h.Tables.Log.Error("table deleted that couldn't be read, as somebody is forgotten", "table", id, "err", err)
		return h.deleteTable(ctx, id)
	}
	return h.Tables.UpdateByNobody(ctx, id, "forget", func(c *Change) error {
		if !c.HoldsOf(x) {
			return chat.Refuse("not-seated")
		}
		return h.eraseFrom(ctx, c, x)
	})
}

// deleteTable deletes a table that can't be read, with what is known of it.
func (h Holder) deleteTable(ctx context.Context, id chat.TableID) error {
	l := h.Tables.lock(id)
	defer l.Unlock()
	drafts := string(id) + "." // see draftID
	its := func(doc storage.Doc) bool {
		a, err := AlarmKey(doc.Key.ID).Parse()
		return doc.Key.Kind != KindAlarm || err == nil && a.What == WakeTable && a.ID == string(id)
	}
	for _, x := range []struct{ kind, from, to string }{
		{KindTable, string(id), string(id)}, {KindSummary, string(id), string(id)}, {KindDraft, drafts, drafts + "~"}, {KindAlarm, "", ""},
	} {
		if err := h.Tables.Store.Erase(ctx, x.kind, x.from, x.to, its); err != nil {
			return err
		}
	}
	h.Tables.forget(l)
	return h.Tables.Dirty.Delete(ctx, id)
}

// eraseFrom lets somebody leave the table, whatever it is at, and takes them out of
// it.
func (h Holder) eraseFrom(ctx context.Context, c *Change, x chat.Identity) error {
	who := match.Participant{ID: x.Person, Users: []chat.UserID{x.User}}
	switch seat := c.Chairs.SeatOf(who); {
	case c.Stage == match.Open:
		if _, err := c.Challenge().Refuse(who, match.DeclineReasons()[0]); chat.UnlessRefused(err) != nil {
			return err
		}
	case c.Stage == match.Playing && seat != engine.Nobody:
		if err := h.Tables.Dealer.LeaveMatch(ctx, c, seat.Bit(), engine.Resign); err != nil {
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

// awaitShown waits until the tables' messages in the place show the newest, unless nobody
// can be reached there.
func (h Holder) awaitShown(ids []chat.TableID, place chat.Place) {
	waited, pauses := time.Duration(0), retry.Backoff{First: firstFarewell, Last: time.Second}
	for _, id := range ids {
		for waited < farewellTime && !h.isShown(id, place) {
			pause := pauses.Next()
			if !retry.Sleep(h.Tables.Running, pause) {
				return
			}
			waited += pause
		}
	}
}

// isShown says whether nothing more is going to be shown of the table in the place.
func (h Holder) isShown(id chat.TableID, place chat.Place) bool {
	l, err := h.Tables.Open(h.Tables.Running, id)
	if err != nil {
		return true
	}
	defer l.Unlock()
	return h.IsSettled(l, place)
}

// dropMessage forgets that the table is shown in the place.
func (h Holder) dropMessage(ctx context.Context, id chat.TableID, place chat.Place) error {
	return chat.UnlessRefused(h.Tables.With(ctx, id, func(l *Locked) error {
		if l.now.Messages.In(place) == nil {
			return nil
		}
		c := l.Change()
		c.Messages = slices.DeleteFunc(c.Messages, func(m match.Message) bool { return m.Place == place })
		return h.Tables.Commit(ctx, l, c)
	}))
}
