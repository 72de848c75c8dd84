package match

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/fair"
	"tarockbot/engine/robot"
)

// StoredDeal is the stored form of a finished deal.
type StoredDeal struct {
	Record engine.Record
	Players
	Proof *fair.Proof // nil if nobody can check the deck
}

// Players lists a table's players by seat.
type Players struct {
	People []chat.PersonID `json:"people"` // "" for the computer
	Levels []robot.Level   `json:"levels,omitempty"`
}

// Players returns the table's players.
func (cs Chairs) Players() Players {
	people := make([]chat.PersonID, len(cs))
	for s, c := range cs {
		people[s] = c.Person
	}
	return Players{people, cs.Levels()}
}

type besideRecord struct {
	Players
	Proof *fair.Proof `json:"proof,omitempty"`
}

// MarshalJSON merges the fields of record, players and proof.
func (s StoredDeal) MarshalJSON() ([]byte, error) {
	text, err := json.Marshal(s.Record)
	if err != nil {
		return nil, err
	}
	beside, err := json.Marshal(besideRecord{s.Players, s.Proof})
	if err != nil {
		return nil, err
	}
	return slices.Concat(text[:len(text)-1], []byte(","), beside[1:]), nil
}

// UnmarshalJSON decodes MarshalJSON's output.
func (s *StoredDeal) UnmarshalJSON(text []byte) error {
	var beside besideRecord
	if err := json.Unmarshal(text, &beside); err != nil {
		return err
	}
	s.Players, s.Proof = beside.Players, beside.Proof
	return json.Unmarshal(text, &s.Record)
}

// ExportDeal returns a stored deal for users. It must list all fields of engine.Record, but not the unsigned final
// players.
func ExportDeal(stored []byte) ([]byte, error) {
	var d struct {
		Format  json.RawMessage `json:"format,omitempty"`
		Rules   json.RawMessage `json:"rules,omitempty"`
		Options json.RawMessage `json:"options,omitempty"`
		Dealer  json.RawMessage `json:"dealer,omitempty"`
		Deck    json.RawMessage `json:"deck,omitempty"`
		Actions json.RawMessage `json:"actions,omitempty"`
		Result  json.RawMessage `json:"result,omitempty"`
		Edition int             `json:"edition"`
		Levels  json.RawMessage `json:"levels,omitempty"`
		Proof   json.RawMessage `json:"proof,omitempty"`
	}
	if err := json.Unmarshal(stored, &d); err != nil {
		return nil, fmt.Errorf("bot: deal: %w", err)
	}
	d.Edition = cmp.Or(d.Edition, engine.FirstEdition)
	return json.Marshal(d)
}

// DealID returns the code of the nth deal, from 1.
func DealID(id chat.TableID, n int) string { return fmt.Sprintf("%s-%d", id, n) }
