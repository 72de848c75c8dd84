package proofs

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"testing"

	"tarockbot/engine/fair"

	"tarockbot/bot/platform/web"
)

func TestVerifyOnThePage(t *testing.T) {
	file, err := os.ReadFile("../../../../engine/verify/testdata/match.json")
	if err != nil {
		t.Fatal(err)
	}
	var deals []map[string]any
	if err := json.Unmarshal(file, &deals); err != nil {
		t.Fatal(err)
	}
	anchor := deals[0]["proof"].(map[string]any)["anchor"].(map[string]any)
	own := anchor["key"].(string)
	receiptFields := make(map[string]any)
	for _, field := range []string{"protocol", "anchor", "context", "commitment", "previous", "key", "signature"} {
		receiptFields[field] = deals[3]["proof"].(map[string]any)[field]
	}
	receipt, err := json.Marshal(receiptFields)
	if err != nil {
		t.Fatal(err)
	}
	last, err := json.Marshal(deals[3])
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		keys []string
		web.VerifyInput
		want string
	}{
		{"fair", nil, web.VerifyInput{Deals: file}, "fair [] false [] 5"},
		{"with key, anchor and receipt", []string{own}, web.VerifyInput{Deals: file, Anchor: anchor["hash"].(string), Receipts: receipt}, "fair [] false [] 5"},
		{"with another bot's key", []string{fair.Key{}.String()}, web.VerifyInput{Deals: file}, "violated [] false [] 5"},
		{"one deal", nil, web.VerifyInput{Deals: last}, "unchecked [] false [{abcd2345 1 4 false false}] 1"},
		{"with an invalid receipt", nil, web.VerifyInput{Deals: file, Receipts: []byte("7")}, "unchecked [] true [] 5"},
		{"no deals", nil, web.VerifyInput{}, "unchecked [] true [] 0"},
	} {
		r := Verify(c.VerifyInput, c.keys)
		if got := fmt.Sprint(r.Verdict, " ", r.Faults, " ", r.Unreadable, " ", r.Missing, " ", len(r.Decks)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	cuts := []web.TypedCut{{Seat: 1, Text: "Grüß Gott"}}
	want := []web.DeckResult{
		{Deal: 1, InMatch: 1, Table: "abcd2345", Number: 1, Draw: true, Level: 1, Fair: true, Verdict: "fair", Cuts: cuts},
		{Deal: 1, InMatch: 1, Table: "abcd2345", Number: 2, Level: 1, Fair: true, Verdict: "fair", Cuts: cuts},
		{Deal: 4, InMatch: 4, Table: "abcd2345", Number: 5, Fair: true, Verdict: "fair", Notes: []string{"no-result"}},
	}
	got := Verify(web.VerifyInput{Deals: file}, nil).Decks
	if got = append(got[:2:2], got[4]); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
