package standing

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/storage"
)

// Kinds implements privacy.Holder.
func (*Standings) Kinds() []keep.Kind {
	return []keep.Kind{
		{Name: KindMatch, Stays: "it is what others' ratings come from, and tells random ids", Untold: "it is what histories tell"},
		{Name: KindStanding},
		{Name: KindRank, Stays: "it changes with the standing", Untold: "it follows from the standing"},
		{Name: KindBand, Stays: "it counts, and changes with the standing", Untold: "it counts many"},
		{Name: KindRival},
		{Name: KindStyle},
		{Name: KindScope, Stays: "it is about a chat of many", Untold: "it is about a chat of many"},
	}
}

// Tell implements privacy.Holder.
func (st *Standings) Tell(ctx context.Context, d *keep.Disclosure) (err error) {
	for i, who := range d.Accounts {
		if d.Each[i]["standings"], err = st.byGame(ctx, KindStanding, who.Person); err != nil {
			return err
		}
		if d.Each[i]["styles"], err = st.byGame(ctx, KindStyle, who.Person); err != nil {
			return err
		}
	}
	return st.tellRivals(ctx, d)
}

// byGame is what is stored of the account in each game, but whom it has met.
func (st *Standings) byGame(ctx context.Context, kind string, account chat.PersonID) (map[string]json.RawMessage, error) {
	own := make(map[string]json.RawMessage)
	for doc, err := range st.store.Own(ctx, kind, account) {
		var fields map[string]json.RawMessage
		if err == nil {
			err = keep.Decode(doc, &fields)
		}
		if err != nil {
			return nil, err
		}
		delete(fields, "today") // it counts others by their ids
		if own[strings.TrimPrefix(doc.Key.ID, StandingID(account, ""))], err = json.Marshal(fields); err != nil {
			return nil, err
		}
	}
	return own, nil
}

// toldRival is what somebody has reached against another, through one account.
type toldRival struct {
	User  chat.UserID `json:"user"`
	Game  string      `json:"game"`
	Rival string      `json:"rival"` // the other's name
	Tally
}

// rivalRoom is how many bytes of a file there are for rivals.
const rivalRoom = chat.MaxFile / 8

// tellRivals tells what the person has reached against each other, as far as there is
// room.
func (st *Standings) tellRivals(ctx context.Context, d *keep.Disclosure) error {
	var all []toldRival
	room, left := rivalRoom, 0
	for _, who := range d.Accounts {
		for doc, err := range st.store.Own(ctx, KindRival, who.Person) {
			if err != nil {
				return err
			}
			if room < 0 { // of these none is looked at but to be counted
				left++
				continue
			}
			rival, err := toldRivalOf(ctx, d, who, doc)
			if err != nil {
				return err
			}
			room -= keep.RoomOf(rival)
			all = append(all, rival)
		}
	}
	d.Fields["rivals"], d.Fields["rivalsLeft"] = all, left
	return nil
}

// toldRivalOf is what the document, whose id ends with "other|game", tells of the account.
func toldRivalOf(ctx context.Context, d *keep.Disclosure, who chat.Identity, doc storage.Doc) (toldRival, error) {
	other, game, _ := strings.Cut(strings.TrimPrefix(doc.Key.ID, string(who.Person)+"|"), "|")
	rival := toldRival{User: who.User, Game: game}
	if err := keep.Decode(doc, &rival.Tally); err != nil {
		return rival, err
	}
	names, err := d.Names(ctx, []chat.PersonID{chat.PersonID(other)})
	if err != nil {
		return rival, err
	}
	rival.Rival = names[0]
	return rival, nil
}

// Erase implements privacy.Holder. The log of matches and what others have reached
// against who is forgotten keep the random id.
func (st *Standings) Erase(ctx context.Context, x chat.Identity) (last func(context.Context) error, err error) {
	if err := st.eraseRanks(ctx, x.Person); err != nil {
		return nil, err
	}
	if err := st.store.EraseOwn(ctx, KindRival, x.Person); err != nil {
		return nil, err
	}
	return nil, st.store.EraseOwn(ctx, KindStyle, x.Person)
}

// eraseRanks takes somebody off all leaderboards, and deletes what they have reached.
func (st *Standings) eraseRanks(ctx context.Context, account chat.PersonID) error {
	st.Lock()
	defer st.Unlock()
	was, err := st.EntrantOf(ctx, account)
	if err != nil {
		return err
	}
	docs, err := st.Relist(ctx, []Entrant{was}, nil)
	if err != nil {
		return err
	}
	for doc, err := range st.store.Own(ctx, KindStanding, account) {
		if err != nil {
			return fmt.Errorf("bot: read standings: %w", err)
		}
		doc.Data = nil
		docs = append(docs, doc)
	}
	return st.store.Commit(ctx, docs...)
}
