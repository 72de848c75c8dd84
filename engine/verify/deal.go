package verify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"tarockbot/engine"
	"tarockbot/engine/fair"
	"tarockbot/engine/games"
)

// deal is one deal of a file, read.
type deal struct {
	record  engine.Record
	game    engine.Game
	set     engine.RuleSet
	proof   fair.Proof
	edition int // that was named before it was dealt; 0 if that can't be found
}

// maxDraws is more draws than a first deal ever has: few are level.
const maxDraws = 32

// leastLength is of the shortest chain that may be: the next is made when texts are known that
// count for it.
const leastLength = fair.ChainLength / 8

// checkDeal checks a deal, and the draws before it.
func checkDeal(number int, text []byte) []Deck {
	d, note, err := parse(text)
	if note != "" {
		return []Deck{{Deal: number, Rules: d.record.Rules, Remarks: []Remark{note}, Err: err}}
	}
	var decks []Deck
	for i := range d.proof.Draws[:min(len(d.proof.Draws), maxDraws)] {
		faults := d.checkDraw(i)
		decks = append(decks, newDeck(number, d.record.Rules, &d.proof.Draws[i], faults))
	}
	own := newDeck(number, d.record.Rules, &d.proof, append(d.proof.Check(Outcome(d.record)), d.compare()...))
	own.deal = &d
	faults, note := replay(d.record)
	own.Faults = append(own.Faults, faults...)
	if note != "" {
		own.Remarks = append(own.Remarks, note)
	}
	return append(decks, own)
}

// parse reads a deal. The note says why it can't be checked; "" if it can.
func parse(text []byte) (d deal, note Remark, err error) {
	rules, err := engine.RecordRules(text)
	if err != nil {
		if _, no := ParseReceipts(text); no == nil {
			return d, RemarkReceipt, nil
		}
		return d, RemarkUnreadable, err
	}
	if d.game, err = games.ByRules(rules); err != nil {
		return d, RemarkUnreadable, err
	}
	if d.record, err = engine.ParseRecord(text); err != nil {
		return d, RemarkUnreadable, err
	}
	d.set, _ = d.game.RuleSet(rules) // ByRules found it there
	var beside struct {
		Proof *json.RawMessage `json:"proof"`
	}
	if err = json.Unmarshal(text, &beside); err != nil {
		return d, RemarkUnreadable, err
	}
	if beside.Proof == nil {
		return d, RemarkNoProof, nil
	}
	var head struct {
		Protocol string `json:"protocol"`
	}
	if err = json.Unmarshal(*beside.Proof, &head); err != nil {
		return d, RemarkUnreadable, err
	}
	if head.Protocol != fair.Version {
		return d, RemarkProtocol, fmt.Errorf("verify: the protocol is %.40q, not %q", head.Protocol, fair.Version)
	}
	if err = json.Unmarshal(*beside.Proof, &d.proof); err != nil {
		return d, RemarkUnreadable, err
	}
	d.edition = d.promised()
	return d, "", nil
}

// newDeck returns a deck that could be checked.
func newDeck(deal int, rules string, p *fair.Proof, faults fair.Faults) Deck {
	d := Deck{Deal: deal, Rules: rules, Proof: p, Faults: faults}
	if slices.ContainsFunc(p.Cuts, func(c fair.Cut) bool { return c.Text == nil }) {
		d.Remarks = append(d.Remarks, RemarkErased)
	}
	if p.Context.Level > fair.ByCutter {
		d.Remarks = append(d.Remarks, RemarkUnbound)
	}
	return d
}

// compare returns the differences between the proof and the record.
func (d *deal) compare() (f fair.Faults) {
	c, r, pack := d.proof.Context, d.record, d.set.Cards()
	f.Require(c.Kind == fair.ForDeal, FaultRecord, "the deck is for a %.40q, not a deal", c.Kind)
	f.Require(c.Rules == r.Rules, FaultRecord, "the proof is for the rules %.40q", c.Rules)
	f.Require(d.edition > 0, FaultRecord, "the proof is for other options, or another edition of the rules")
	f.Require(r.Options != nil, FaultRecord, "the options are missing")
	f.Require(c.Dealer == int(r.Dealer), FaultRecord, "the proof is for dealer %d", c.Dealer)
	f.Require(len(c.Seats) == d.game.Seats, FaultRecord, "the proof is for %d seats", len(c.Seats))
	f.Require(c.Order == fair.OrderOf(pack), FaultRecord, "the proof is for the pack %.40q", c.Order)
	f.Require(d.proof.Anchor.Length >= leastLength, fair.FaultAnchor, "a chain of only %d decks", d.proof.Anchor.Length)
	draws := len(d.proof.Draws)
	f.Require(draws <= maxDraws, FaultDraw, "%d draws", draws)
	f.Require(draws == 0 || c.Number == draws+1, FaultDraw, "draws for deck %d, which isn't the first", c.Number)
	f.Require(slices.Equal(r.Deck, d.proof.Deck(pack)), FaultDeck, "the deck isn't what the proof leads to")
	return f
}

// promised returns the edition of the rules that was named before the deal, with its options; 0 if
// there is none. A program with newer rules may have come while it was played.
func (d *deal) promised() int {
	r := d.record
	oldest := r.Edition
	if !r.Newer() {
		oldest = min(oldest, engine.FirstEdition)
	}
	for edition := oldest; edition <= r.Edition; edition++ {
		if d.proof.Context.Version == fair.RulesVersion(r.Rules, edition, r.Options) {
			return edition
		}
	}
	return 0
}

// nextDealer returns the seat that deals the deal after this one; Nobody if this one has no
// result.
func (d *deal) nextDealer() engine.Seat {
	if d.record.Result == nil {
		return engine.Nobody
	}
	match := engine.Setup{Rules: d.record.Rules, Options: d.record.Options, First: d.record.Dealer}
	return d.game.Next(match, []engine.Result{*d.record.Result}).Dealer
}

// replay plays the deal again. The note says what of it isn't compared.
func replay(r engine.Record) (f fair.Faults, note Remark) {
	if r.Newer() {
		return nil, RemarkNewer
	}
	again, err := games.Replay(r)
	if err != nil {
		f.Require(false, FaultMoves, "%v", err)
		return f, ""
	}
	switch result := again.Result(); {
	case result == nil && r.Result == nil:
		return nil, RemarkNoResult
	case r.Result == nil:
		f.Require(false, FaultResult, "the deal is over, but has no result")
	case result == nil:
		f.Require(false, FaultResult, "the deal is not over, but has a result")
	case r.Older() && !result.Same(*r.Result):
		return nil, RemarkOlder
	default:
		f.Require(result.Same(*r.Result), FaultResult, "the rules make another result of the moves")
	}
	return f, ""
}

// checkDraw checks one of the draws, from which each seat got a card: the last must have
// told who deals, and those before it mustn't.
func (d *deal) checkDraw(i int) fair.Faults {
	p, pack := d.proof.Draws[i], d.set.Cards()
	deck := p.Deck(pack)
	f := p.Check(fair.TextOf(deck))
	want := d.proof.Context
	want.Kind, want.Number, want.Dealer = fair.ForDraw, want.Number-len(d.proof.Draws)+i, 0
	want.Level, want.Beacon = p.Context.Level, p.Context.Beacon
	f.Require(bytes.Equal(want.Bytes(), p.Context.Bytes()), FaultDraw, "the draw isn't for this deal")
	first, told := engine.CutForDeal(deck[:d.game.Seats])
	last := i == len(d.proof.Draws)-1
	f.Require(told == last && (!last || first == d.record.Dealer), FaultDraw, "the cards drawn don't make seat %d the dealer", d.record.Dealer+1)
	f.Require(len(p.Draws) == 0, FaultDraw, "there are draws for a draw")
	return f
}
