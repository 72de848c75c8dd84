package match

import (
	"encoding/json"
	"fmt"

	"tarockbot/engine"
	"tarockbot/engine/games"
)

// Parse reads storedTable; Encode writes its fields by hand.
type storedTable struct {
	*Table
	Done []storedResult `json:"done,omitempty"`
	Left engine.Seats   `json:"left,omitempty"`
	Deal *engine.Record `json:"deal,omitempty"`
	Fair *Fairness      `json:"fair,omitempty"`
}

// storedResult adds fields that records omit.
type storedResult struct {
	Result   engine.Result      `json:"result"`
	End      engine.End         `json:"end,omitzero"`
	Drawn    bool               `json:"drawn,omitempty"`
	How      []engine.Breakdown `json:"how,omitempty"`
	InTricks []int              `json:"in_tricks,omitempty"`
}

func storeResult(r engine.Result) storedResult {
	s := storedResult{Result: r, End: r.End, Drawn: r.Drawn, InTricks: r.InTricks}
	for _, item := range r.Items {
		s.How = append(s.How, item.Breakdown)
	}
	return s
}

func (s storedResult) restore() engine.Result {
	r := s.Result
	r.End, r.Drawn, r.InTricks = s.End, s.Drawn, s.InTricks
	for i, how := range s.How[:min(len(s.How), len(r.Items))] {
		r.Items[i].Breakdown = how
	}
	return r
}

// resultsJSON caches the first n results, because every move stores the table.
type resultsJSON struct {
	n    int
	text []byte
}

func (d resultsJSON) with(all []engine.Result) (resultsJSON, error) {
	for ; d.n < len(all); d.n++ {
		result, err := json.Marshal(storeResult(all[d.n]))
		if err != nil {
			return d, err
		}
		if d.n > 0 {
			d.text = append(d.text, ',')
		}
		d.text = append(d.text, result...)
	}
	return d, nil
}

// Encode returns the storedTable as JSON. It appends parts that the json package would parse again.
func (t *Table) Encode() ([]byte, error) {
	data, err := json.Marshal(struct {
		*Table
		Left engine.Seats `json:"left,omitempty"`
	}{t, t.Match.Left})
	if err != nil {
		return nil, err
	}
	if t.encodedResults, err = t.encodedResults.with(t.Match.Done); err != nil {
		return nil, err
	}
	data = data[:len(data)-1]
	if t.encodedResults.n > 0 {
		data = append(append(append(data, `,"done":[`...), t.encodedResults.text...), ']')
	}
	if t.Match.Deal != nil {
		if data, err = t.Match.Deal.AppendRecord(append(data, `,"deal":`...)); err != nil {
			return nil, err
		}
	}
	if t.Fair != nil {
		text, err := t.Fair.encode()
		if err != nil {
			return nil, err
		}
		data = append(append(data, `,"fair":`...), text...)
	}
	return append(data, '}'), nil
}

// Parse decodes a stored table and replays its deal.
func Parse(id string, data []byte) (*Table, error) {
	t := new(Table)
	s := storedTable{Table: t}
	if err := json.Unmarshal(data, &s); err != nil {
		return nil, fmt.Errorf("bot: table %s: %w", id, err)
	}
	game, err := games.ByRules(t.Setup.Rules)
	if err != nil {
		return nil, fmt.Errorf("bot: table %s: %w", id, err)
	}
	t.Match, t.Fair = engine.Match{Game: game, Setup: t.Setup.Setup, Left: s.Left}, s.Fair
	for _, r := range s.Done {
		t.Match.Done = append(t.Match.Done, r.restore())
	}
	if s.Deal != nil {
		// The error names discarded cards; don't log them.
		if t.Match.Deal, err = engine.Replay(game, *s.Deal); err != nil {
			return nil, fmt.Errorf("bot: table %s: its deal can't be replayed", id)
		}
	}
	return t, nil
}
