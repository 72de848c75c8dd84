package command

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/match"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/past"
	"tarockbot/engine"
	"tarockbot/engine/fair"
	"tarockbot/engine/verify"
)

// cut stores the person's cut text: "cut CODE TEXT". The text cuts the match's next deck or, with CutEach, the waiting
// deck. "cut CODE off" declines.
func cut(ctx context.Context, r *Request, named chat.TableID, typed string) (chat.Answer, error) {
	id, err := tableToCut(r, named)
	if err != nil {
		return chat.Answer{}, err
	}
	text := displayname.CleanText(typed, fair.MaxText)
	if text == "" {
		t, err := r.sv.Tables.Table(ctx, id)
		if err == nil {
			err = checkCut(r, t)
		}
		return chat.Answer{Ask: screens.AskCut(id, r.Words)}, err
	}
	return r.sv.Tables.Update(ctx, id, r.Input, r.Person, func(c *tables.Change) (chat.Answer, error) {
		if err := checkCut(r, c.Table); err != nil {
			return chat.Answer{}, err
		}
		if c.Setup.CutEach {
			return cutDeck(ctx, r, c, text)
		}
		if r.isOff(text) { // cutting is voluntary
			return r.alert("cut.off"), nil
		}
		c.Chairs[r.seat(c.Table)].Cut = text
		return r.alert("cut.done"), nil
	})
}

// cutDeck cuts the waiting deck and deals. Buttons send "off REVISION".
func cutDeck(ctx context.Context, r *Request, c *tables.Change, text string) (chat.Answer, error) {
	word, rev, _ := strings.Cut(text, " ")
	if r.isOff(word) && (rev == "" || isNumber(rev)) {
		if c.IsOldRevision(rev) {
			return chat.Answer{}, chat.Refuse("stale")
		}
		return r.alert("cut.uncut"), r.sv.Tables.Dealer.Cut(ctx, c, "")
	}
	return r.alert("cut.dealt"), r.sv.Tables.Dealer.Cut(ctx, c, text)
}

func tableToCut(r *Request, named chat.TableID) (chat.TableID, error) {
	if named != "" {
		return named, nil
	}
	isSeated := func(_ *match.Table, s engine.Seat) bool { return s != engine.Nobody }
	mayCut := func(t *match.Table, s engine.Seat) bool { return isSeated(t, s) && t.Decks().CheckCut(s) == nil }
	for _, accepts := range []seatTest{mayCut, isSeated} { // a table where the person can't cut gives the reason
		if t := firstTableWhere(r, accepts); t != nil {
			return t.ID, nil
		}
	}
	return "", chat.RefusePublicly("no-such-table")
}

func checkCut(r *Request, t *match.Table) error {
	s, err := seatAt(r, t)
	if err != nil {
		return err
	}
	return t.Decks().CheckCut(s)
}

// proof sends a player the running deal's receipt, which later proves that the deck was fixed. In the first deal the
// file includes the draws.
func proof(ctx context.Context, r *Request, named chat.TableID) (chat.Answer, error) {
	id, err := myTable(r, named, "")
	if err != nil {
		return chat.Answer{}, err
	}
	t, err := r.sv.Tables.Table(ctx, id)
	if err == nil {
		_, err = seatAt(r, t)
	}
	if err != nil {
		return chat.Answer{}, err
	}
	receipt := t.Decks().Receipt()
	if receipt == nil {
		return chat.Answer{}, chat.Refuse("proof-none")
	}
	kept := []any{receipt}
	for _, draw := range t.Fair.Draws { // the cards of the draw are public
		kept = append(kept, draw)
	}
	data, err := json.Marshal(kept)
	if err != nil {
		return chat.Answer{}, fmt.Errorf("bot: receipt: %w", err)
	}
	code := match.DealID(t.ID, len(t.Match.Done)+1)
	page := screens.Receipt{Table: t, Code: code, VerifyLine: r.sv.Language.Lexicon.Translate("verify "+code, r.Words)}
	file := &chat.File{Name: "tarock-receipt-" + code + ".json", Type: "application/json", Data: append(data, '\n')}
	return chat.Answer{Screen: page.Screen(r.Words), File: file}, nil
}

// verifyDeal checks a finished deal: "verify CODE-DEAL". Anybody with the code may ask. The file includes earlier
// deals, to show skipped decks.
func verifyDeal(ctx context.Context, r *Request, deal string) (chat.Answer, error) {
	if deal == "" {
		return lastDeals(ctx, r)
	}
	id, number, ok := splitDealID(deal)
	if !ok {
		return chat.Answer{}, chat.Refuse("no-replay")
	}
	code := match.DealID(id, number)
	switch found, err := r.sv.Archive.HasDeal(ctx, id, number); {
	case err != nil:
		return chat.Answer{}, fmt.Errorf("bot: verify: %w", err)
	case !found:
		return chat.Answer{}, chat.Refuse("no-replay")
	}
	deals := past.NewDealsFile()
	if err := deals.Add(ctx, r.sv.Store, id, number); err != nil {
		return chat.Answer{}, err
	}
	file := deals.File("tarock-" + code + ".json")
	report := verify.File(file.Data, verify.Evidence{})
	page := screens.Verification{Code: code, Verdict: report.Verdict()}
	for _, d := range report.Decks {
		if d.Proof != nil {
			page.Level, page.Cuts = d.Proof.EffectiveLevel(), d.Proof.Cuts // the deal's own proof comes last
		}
	}
	return chat.Answer{Screen: page.Screen(r.Words), File: file}, nil
}
