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

// StoredDeal is the stored form of a finished deal: its record, the players and the proof of its deck.
type StoredDeal struct {
	Record engine.Record
	Players
	Proof *fair.Proof // nil if the deck can't be checked
}

// Players is the players of a table, by seat.
type Players struct {
	People []chat.PersonID `json:"people"`           // "" for the computer
	Levels []robot.Level   `json:"levels,omitempty"` // the computer's; see Chairs.Levels
}

// Players returns the table's players.
func (cs Chairs) Players() Players {
	people := make([]chat.PersonID, len(cs))
	for s, c := range cs {
		people[s] = c.Person
	}
	return Players{people, cs.Levels()}
}

// besideRecord is what a stored deal holds besides the fields of its record.
type besideRecord struct {
	Players
	Proof *fair.Proof `json:"proof,omitempty"`
}

// MarshalJSON writes the record's fields, then the players and the proof.
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

// UnmarshalJSON reads what MarshalJSON wrote.
func (s *StoredDeal) UnmarshalJSON(text []byte) error {
	var beside besideRecord
	if err := json.Unmarshal(text, &beside); err != nil {
		return err
	}
	s.Players, s.Proof = beside.Players, beside.Proof
	return json.Unmarshal(text, &s.Record)
}

// DealFile returns a stored deal as it is given to people. The fields are a whitelist: every field of engine.Record
// must be listed, and the players at the end of the match are left out, because nobody signed them. Old records get
// the edition of the rules that settled them.
func DealFile(stored []byte) ([]byte, error) {
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

// DealID returns the code of the table's nth finished deal, from 1.
func DealID(id chat.TableID, n int) string { return fmt.Sprintf("%s-%d", id, n) }
