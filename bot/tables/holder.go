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
	"tarockbot/bot/tables/alarms"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/robot"
	"tarockbot/storage"
)

// Holder erases people from tables, and discloses tables.
type Holder struct {
	*Tables
	Names func(t *match.Table, lang string) []string
	// IsSettled reports whether no delivery of the message in the place is pending.
	IsSettled func(l *Locked, place chat.Place) bool
}

// Holders returns the package's holders.
func (h Holder) Holders() []documents.Holder {
	return []documents.Holder{
		{Kind: KindTable, Erase: h.erase, Disclose: h.disclose, Sealed: true},
		{
			Kind: KindSummary, CheckForm: documents.CheckForm[Summary],
			NotErased: "erasing the person from the table updates it", NotDisclosed: "it is computed from the table",
		},
		{
			Kind:      KindDirty,
			NotErased: "it holds a table's id only, and is deleted with the table", NotDisclosed: "it holds a table's id only",
		},
		{
			Kind: KindDraft, CheckForm: documents.CheckForm[draft], Sealed: true,
			NotErased:    "it holds cards by table and seat, and is deleted with the table",
			NotDisclosed: "it is disclosed with the table",
		},
		{Kind: KindKey, CheckForm: documents.CheckForm[SigningKey], NotErased: "it is the bot's own", NotDisclosed: "it is the bot's own"},
	}
}

type disclosedTable struct {
	Code    chat.TableID  `json:"code"`
	Stage   match.Stage   `json:"stage"`
	Rules   string        `json:"rules"`
	Chat    chat.ChatID   `json:"chat,omitempty"`
	Seat    int           `json:"seat"` // from 1; 0 for an invited person
	Players []string      `json:"players"`
	Levels  []robot.Level `json:"levels,omitempty"`
	Totals  []int         `json:"totals,omitempty"`
	Hand    []card.Card   `json:"hand,omitempty"`
	Laid    []card.Card   `json:"laid,omitempty"`
	Chosen  []string      `json:"chosen,omitempty"`
	Ahead   string        `json:"ahead,omitempty"`
	Missed  string        `json:"missed,omitempty"`
	// TimeLeft is a duration such as "71h59m0s".
	TimeLeft string `json:"timeLeft,omitempty"`
	TimedOut int    `json:"timedOut,omitempty"`
	Cut      string `json:"cut,omitempty"`
}

func (h Holder) disclose(_ context.Context, d *documents.Disclosure) error {
	var all []disclosedTable
	for _, s := range h.Index.TablesOf(people.WithoutSettings(d.Requester, people.Group{All: d.Accounts})) {
		if t := h.snapshotOrZero(s.ID); t.Table != nil {
			all = append(all, h.discloseTable(t, d))
		}
	}
	d.Fields["tables"] = all
	return nil
}

func (h Holder) discloseTable(t Snapshot, d *documents.Disclosure) disclosedTable {
	seat := t.Chairs.SeatOf(match.Participant{ID: d.Requester.Person, Linked: d.Accounts})
	x := disclosedTable{
		Code: t.ID, Stage: t.Stage, Rules: t.Setup.Rules, Chat: t.Chat, Seat: int(seat) + 1,
		Players: h.Names(t.Table, d.Lang), Levels: t.Chairs.Levels(),
	}
	if len(t.Match.Done) > 0 {
		x.Totals = t.Match.Score().Totals
	}
	if seat == engine.Nobody {
		return x
	}
	c := t.Chairs[seat]
	x.Ahead, x.Missed, x.TimedOut, x.Cut = c.Queued, c.RejectedQueued, c.TimedOut, t.Table.Decks().CutText(seat)
	if c.Timer != (match.Timer{}) && t.Waiting().Has(seat) {
		x.TimeLeft = c.Timer.Remaining(h.Facts).Round(time.Second).String()
	}
	if deal := t.Match.Deal; deal != nil {
		hand := deal.View(seat).Hand
		x.Hand, x.Laid, x.Chosen = hand.Cards.Cards(), hand.PutAway.Cards(), t.ChosenFor(seat)
	}
	return x
}

// erase waits until the person's panels show a farewell.
func (h Holder) erase(ctx context.Context, x *documents.Erasure) error {
	var ids []chat.TableID
	for _, kind := range []string{KindTable, KindSummary} { // if no key opens a table, its summary names its people
		for doc, err := range h.config.Store.ScanMentions(ctx, kind, string(x.User)) {
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

func (h Holder) eraseTable(ctx context.Context, id chat.TableID, x chat.Identity) error {
	if _, err := h.Snapshot(ctx, id); chat.IgnoreRefusal(err) != nil || chat.IsRefusal(err, "table-lost") {
		h.config.Log.Error("unreadable table deleted during an erasure", "table", id, "err", err)
		return h.deleteTable(ctx, id)
	}
	return h.UpdateInternal(ctx, id, "forget", func(c *Change) error {
		if !c.HoldsDataOf(x) {
			return ErrUnchanged
		}
		return h.eraseFrom(ctx, c, x)
	})
}

func (h Holder) deleteTable(ctx context.Context, id chat.TableID) error {
	l := h.Memory.lock(id)
	defer l.Unlock()
	drafts := string(id) + "." // see draftID
	for _, x := range []struct{ kind, from, to string }{
		{KindTable, string(id), string(id)},
		{KindSummary, string(id), string(id)},
		{KindDraft, drafts, drafts + "~"},
	} {
		if err := h.config.Store.Erase(ctx, x.kind, x.from, x.to, func(storage.Doc) bool { return true }); err != nil {
			return err
		}
	}
	wakesIt := func(doc storage.Doc) bool {
		a, err := alarms.Key(doc.Key.ID).Parse()
		return err == nil && a.Kind == alarms.WakeTable && a.ID == string(id)
	}
	if err := h.config.Store.Erase(ctx, alarms.KindAlarm, "", "", wakesIt); err != nil {
		return err
	}
	h.forget(l)
	return h.Dirty.Delete(ctx, id)
}

func (h Holder) eraseFrom(ctx context.Context, c *Change, x chat.Identity) error {
	who := match.Participant{ID: x.Person, Users: []chat.UserID{x.User}}
	switch seat := c.Chairs.SeatOf(who); {
	case c.Stage == match.Open:
		if _, err := c.Challenge().Leave(who, match.DeclineReasons()[0]); chat.IgnoreRefusal(err) != nil {
			return err
		}
	case c.Stage == match.Playing && seat != engine.Nobody:
		if err := h.Dealer.LeaveMatch(ctx, c, seat.Bit(), engine.Resign); err != nil {
			return err
		}
	}
	c.Erase(x)
	return nil
}

const (
	farewellTime  = 30 * time.Second
	firstFarewell = 10 * time.Millisecond
)

func (h Holder) awaitShown(ids []chat.TableID, place chat.Place) {
	waited, pauses := time.Duration(0), retry.Backoff{First: firstFarewell, Last: time.Second}
	for _, id := range ids {
		for waited < farewellTime && !h.isShown(id, place) {
			pause := pauses.Next()
			if !retry.Sleep(h.config.Running, pause) {
				return
			}
			waited += pause
		}
	}
}

func (h Holder) isShown(id chat.TableID, place chat.Place) bool {
	l, err := h.Open(h.config.Running, id)
	if err != nil {
		return true
	}
	defer l.Unlock()
	return h.IsSettled(l, place)
}

func (h Holder) dropMessage(ctx context.Context, id chat.TableID, place chat.Place) error {
	return chat.IgnoreRefusal(h.WithTable(ctx, id, func(l *Locked) error {
		if l.now.Messages.In(place) == nil {
			return nil
		}
		c := l.Change()
		c.Messages = slices.DeleteFunc(c.Messages, func(m match.Message) bool { return m.Place == place })
		return h.Commit(ctx, l, c)
	}))
}
