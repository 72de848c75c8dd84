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

type deal struct {
	number  int // position in the file, from 1
	record  engine.Record
	game    engine.Game
	set     engine.RuleSet
	proof   fair.Proof
	edition int // see editionCommitted
}

type unchecked struct {
	remark Remark
	err    error // nil if the record and the proof can be read
}

// maxDraws bounds the draws of a deal. Only level draws are repeated, so honest hosts need far fewer.
const maxDraws = 32

// leastLength is the shortest accepted chain. A host that could end chains early could choose the next chain knowing
// the texts that players have typed.
const leastLength = fair.ChainLength / 8

func checkDeal(number int, text []byte) (decks []Deck) {
	d := deal{number: number}
	why := d.parseRecord(text)
	if why == nil {
		why = d.parseProof(text)
	}
	if why != nil {
		return []Deck{{Deal: number, Rules: d.record.Rules, Remarks: []Remark{why.remark}, Err: why.err}}
	}
	for i := range d.proof.Draws[:min(len(d.proof.Draws), maxDraws)] {
		decks = append(decks, d.newDeck(&d.proof.Draws[i], d.checkDraw(i)))
	}
	faults, remark := replay(d.record)
	own := d.newDeck(&d.proof, slices.Concat(d.proof.Check(Outcome(d.record)), d.compare(), faults))
	own.deal = &d
	own.addRemark(remark)
	return append(decks, own)
}

func (d *deal) parseRecord(text []byte) *unchecked {
	rules, err := engine.RecordRules(text)
	if err != nil {
		if _, notReceipt := ParseReceipts(text); notReceipt == nil {
			return &unchecked{remark: RemarkReceipt}
		}
		return &unchecked{RemarkUnreadable, err}
	}
	if d.game, err = games.ByRules(rules); err != nil {
		return &unchecked{RemarkUnreadable, err}
	}
	d.set, _ = d.game.RuleSet(rules)
	if d.record, err = engine.ParseRecord(text); err != nil {
		return &unchecked{RemarkUnreadable, err}
	}
	return nil
}

func (d *deal) parseProof(text []byte) *unchecked {
	var beside struct{ Proof *json.RawMessage }
	if err := json.Unmarshal(text, &beside); err != nil {
		return &unchecked{RemarkUnreadable, err}
	}
	if beside.Proof == nil {
		return &unchecked{remark: RemarkNoProof}
	}
	var head struct{ Protocol string } // proofs of other protocols may have another form
	if err := json.Unmarshal(*beside.Proof, &head); err != nil {
		return &unchecked{RemarkUnreadable, err}
	}
	if head.Protocol != fair.Version {
		return &unchecked{RemarkProtocol, fmt.Errorf("verify: the protocol is %.40q, not %q", head.Protocol, fair.Version)}
	}
	if err := json.Unmarshal(*beside.Proof, &d.proof); err != nil {
		return &unchecked{RemarkUnreadable, err}
	}
	d.edition = d.editionCommitted()
	return nil
}

func (d *deal) newDeck(p *fair.Proof, faults fair.Faults) Deck {
	deck := Deck{Deal: d.number, Rules: d.record.Rules, Proof: p, Faults: faults}
	if slices.ContainsFunc(p.Cuts, func(c fair.Cut) bool { return c.Text == nil }) {
		deck.addRemark(RemarkErased)
	}
	if p.Context.Level > fair.LevelCutter {
		deck.addRemark(RemarkUnbound)
	}
	return deck
}

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
	f.Require(slices.Equal(r.Deck, d.proof.Deck(pack)), FaultDeck, "the proof leads to another deck")
	return f
}

// editionCommitted returns the edition that the receipt commits to, or 0 if none fits. An update may have come during
// the deal, so it may be older than the record's.
func (d *deal) editionCommitted() int {
	r := d.record
	oldest := min(r.Edition, engine.FirstEdition)
	if r.IsNewer() {
		oldest = r.Edition // a forged record may claim a huge edition
	}
	for edition := oldest; edition <= r.Edition; edition++ {
		if d.proof.Context.RulesVersion == fair.RulesVersion(r.Rules, edition, r.Options) {
			return edition
		}
	}
	return 0
}

func (d *deal) nextDealer() engine.Seat {
	if d.record.Result == nil {
		return engine.Nobody
	}
	match := engine.Setup{Rules: d.record.Rules, Options: d.record.Options, First: d.record.Dealer}
	return d.game.Next(match, []engine.Result{*d.record.Result}).Dealer
}

func replay(r engine.Record) (f fair.Faults, remark Remark) {
	if r.IsNewer() {
		return nil, RemarkNewer
	}
	again, err := games.Replay(r)
	if err != nil {
		f.Add(FaultMoves, "%v", err)
		return f, ""
	}
	switch result := again.Result(); {
	case result == nil && r.Result == nil:
		return nil, RemarkNoResult
	case r.Result == nil:
		f.Add(FaultResult, "the deal is over, but has no result")
	case result == nil:
		f.Add(FaultResult, "the deal is not over, but has a result")
	case r.IsOlder() && !result.Matches(*r.Result):
		return nil, RemarkOlder
	default:
		f.Require(result.Matches(*r.Result), FaultResult, "the rules give another result for the moves")
	}
	return f, ""
}

// checkDraw requires that only the last draw chooses the dealer.
func (d *deal) checkDraw(i int) fair.Faults {
	p, pack := d.proof.Draws[i], d.set.Cards()
	deck := p.Deck(pack)
	f := p.Check(fair.DeckText(deck))
	want := d.proof.Context
	want.Kind, want.Number, want.Dealer = fair.ForDraw, want.Number-len(d.proof.Draws)+i, 0
	want.Level, want.Beacon = p.Context.Level, p.Context.Beacon
	f.Require(bytes.Equal(want.Bytes(), p.Context.Bytes()), FaultDraw, "the draw isn't for this deal")
	first, decided := engine.CutForDeal(deck[:d.game.Seats])
	last := i == len(d.proof.Draws)-1
	f.Require(decided == last && (!last || first == d.record.Dealer),
		FaultDraw, "the cards drawn don't make seat %d the dealer", d.record.Dealer+1)
	f.Require(len(p.Draws) == 0, FaultDraw, "a draw has draws of its own")
	return f
}
