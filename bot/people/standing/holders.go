package standing

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
)

// Holders returns the holders of standings, in the order of erasure. The log keeps random ids.
func (st *Standings) Holders() []documents.Holder {
	return []documents.Holder{
		{
			Kind:         KindMatch,
			CheckForm:    documents.CheckForm[Match],
			NotErased:    "others' ratings are computed from it, and it holds random ids only",
			NotDisclosed: "the person's history has it",
		},
		{
			Kind:      KindStanding,
			CheckForm: documents.CheckForm[Standing],
			Erase:     st.eraseStandings,
			Disclose:  st.discloseGames("standings", KindStanding),
		},
		{
			Kind:         KindPlace,
			CheckForm:    documents.CheckForm[taken],
			NotErased:    "erasing the standing deletes it",
			NotDisclosed: "it is computed from the standing",
		},
		{
			Kind:         KindBand,
			CheckForm:    documents.CheckForm[band],
			NotErased:    "it holds counts only, and erasing the standing lowers them",
			NotDisclosed: "it counts many people",
		},
		{
			Kind:      KindRival,
			CheckForm: documents.CheckForm[Tally],
			Erase:     st.store.EraseByPerson(KindRival),
			Disclose:  st.discloseRivals,
		},
		{
			Kind:      KindStats,
			CheckForm: documents.CheckForm[PlayStats],
			Erase:     st.store.EraseByPerson(KindStats),
			Disclose:  st.discloseGames("styles", KindStats),
		},
		{
			Kind:         KindScope,
			CheckForm:    documents.CheckForm[chat.ChatID],
			NotErased:    "it is about a chat, not a person",
			NotDisclosed: "it is about a chat, not a person",
		},
	}
}

func (st *Standings) discloseGames(field, kind string) func(context.Context, *documents.Disclosure) error {
	return func(ctx context.Context, d *documents.Disclosure) (err error) {
		for i, who := range d.Accounts {
			own := make(map[string]map[string]json.RawMessage)
			for e := range documents.UntilError(documents.DecodeAll[map[string]json.RawMessage](st.store.ScanPerson(ctx, kind, who.Person)), &err) {
				delete(e.Value, "today") // RatedDay.Met has others' ids
				own[strings.TrimPrefix(e.Key.ID, StandingID(who.Person, ""))] = e.Value
			}
			d.PerAccount[i][field] = own
		}
		return err
	}
}

type disclosedRival struct {
	User  chat.UserID `json:"user"`
	Game  string      `json:"game"`
	Rival string      `json:"rival"`
	Tally
}

const maxRivalBytes = chat.MaxFile / 8

func (st *Standings) discloseRivals(ctx context.Context, d *documents.Disclosure) (err error) {
	var all []disclosedRival
	room, left := maxRivalBytes, 0
	for _, who := range d.Accounts {
		for doc := range documents.UntilError(st.store.ScanPerson(ctx, KindRival, who.Person), &err) {
			if room < 0 {
				left++
				continue
			}
			other, game := splitRivalID(doc.Key.ID)
			rival := disclosedRival{User: who.User, Game: game}
			if decodeErr := documents.Decode(doc, &rival.Tally); decodeErr != nil {
				return decodeErr
			}
			names, namesErr := d.Names(ctx, []chat.PersonID{other})
			if namesErr != nil {
				return namesErr
			}
			rival.Rival = names[0]
			room -= documents.DisclosedSize(rival)
			all = append(all, rival)
		}
	}
	d.Fields["rivals"], d.Fields["rivalsLeft"] = all, left
	return err
}

func (st *Standings) eraseStandings(ctx context.Context, x *documents.Erasure) error {
	boards := st.Lock()
	defer boards.Unlock()
	was, err := st.EntrantOf(ctx, x.Person)
	if err != nil {
		return err
	}
	docs, err := boards.UpdatePlaces(ctx, []Entrant{was}, nil)
	if err != nil {
		return err
	}
	for doc, err := range st.store.ScanPerson(ctx, KindStanding, x.Person) {
		if err != nil {
			return fmt.Errorf("bot: read standings: %w", err)
		}
		doc.Data = nil
		docs = append(docs, doc)
	}
	return st.store.Commit(ctx, docs...)
}
