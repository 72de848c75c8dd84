package match

import (
	"crypto/ed25519"
	"encoding/json"
	"slices"

	"tarockbot/bot/chat"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/fair"
)

// Fairness is what a table's decks are made of, so that anybody can check them; see
// package fair. It is secret but for what receipts tell. It isn't changed: each step makes
// another.
type Fairness struct {
	Chain  fair.Chain  `json:"chain"`
	Anchor fair.Anchor `json:"anchor"`
	Made   int         `json:"made,omitempty"` // how many decks
	// Last is the signature of the last receipt, or of the anchor if there is none.
	Last fair.Signature `json:"last"`
	// Deal is the proof of the deal that is played; nil if it can't be checked, or none is.
	Deal *fair.Proof `json:"deal,omitempty"`
	// Draws are the proofs of the draws for the first deal, until that is over.
	Draws []fair.Proof `json:"draws,omitempty"`

	text []byte // its stored form, once it has been asked for: a table is stored after every move
}

// encode is the stored form.
func (f *Fairness) encode() (text []byte, err error) {
	if f.text == nil {
		f.text, err = json.Marshal(f)
	}
	return f.text, err
}

// with is what has become of it after the step.
func (f *Fairness) with(step func(*Fairness)) *Fairness {
	next := *f
	next.text = nil
	step(&next)
	return &next
}

// Decks is a table as its decks are made.
type Decks struct{ t *Table }

// DecksOf is how the table's decks are made.
func DecksOf(t *Table) Decks { return Decks{t} }

// Secure gives the table a chain of decks whose last seed that is, and which follows the
// signature; empty for none.
func (d Decks) Secure(last fair.Hash, previous fair.Signature, key ed25519.PrivateKey) {
	chain := fair.Chain{Table: string(d.t.ID), Length: fair.ChainLength, Last: last}
	anchor := chain.Publish(previous, key)
	next := &Fairness{Chain: chain, Anchor: anchor, Last: anchor.Signature}
	if d.t.Fair != nil { // it goes on where that one ends
		next.Draws = d.t.Fair.Draws
		for s := range d.t.Chairs { // who makes it knows these texts
			d.t.Chairs[s].Cut = ""
		}
	}
	d.t.Fair = next
}

// Secured says that there is a seed for another deck.
func (d Decks) Secured() bool { return d.t.Fair != nil && d.t.Fair.Made < d.t.Fair.Chain.Length }

// LastSignature is that of the last receipt; empty for none.
func (d Decks) LastSignature() fair.Signature {
	if d.t.Fair == nil {
		return nil
	}
	return d.t.Fair.Last
}

// Receipt is what is published of the deal that is played; nil if it can't be checked.
func (d Decks) Receipt() *fair.Receipt {
	if d.t.Fair == nil || d.t.Fair.Deal == nil {
		return nil
	}
	return &d.t.Fair.Deal.Receipt
}

// Draw makes a deck that seats draw from for the first deal, and reveals it at once. The
// table must be Secured.
func (d Decks) Draw(key ed25519.PrivateKey) []card.Card {
	p, deck := d.commit(fair.ForDraw, 0, key)
	p.Reveal(fair.TextOf(deck), key)
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Draws = append(slices.Clip(f.Draws), p) })
	return deck
}

// Next commits to the next deal's deck, and makes it: cut by the text of who cuts by the
// rules. The table must be Secured.
func (d Decks) Next(key ed25519.PrivateKey) []card.Card {
	p, deck := d.commit(fair.ForDeal, d.t.Match.Standing().Dealer, key)
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal = &p })
	return deck
}

// commit makes the next deck of the chain. Whatever is typed later counts from the next.
func (d Decks) commit(kind fair.Kind, dealer engine.Seat, key ed25519.PrivateKey) (fair.Proof, []card.Card) {
	t := d.t
	pack := t.Match.Rules().Cards()
	ctx := fair.Context{
		Table: string(t.ID), Number: t.Fair.Made + 1, Kind: kind,
		Rules: t.Setup.Rules, Version: fair.RulesVersion(t.Setup.Rules, engine.Edition, t.Setup.Options),
		Dealer: int(dealer), Order: fair.Order(pack),
	}
	for _, c := range t.Chairs {
		ctx.Seats = append(ctx.Seats, string(c.Person))
	}
	typed := func(s int) bool { return t.Chairs[s].Cut != "" }
	if slices.ContainsFunc(ctx.Cutters(), typed) {
		ctx.Level = fair.ByCutter
	}
	p := fair.Proof{Receipt: t.Fair.Chain.Commit(t.Fair.Anchor, ctx, t.Fair.Last, key), Seed: t.Fair.Chain.Seed(ctx.Number)}
	for _, s := range ctx.Cutters() {
		p.Cuts = append(p.Cuts, ctx.Cut(s, t.Chairs[s].Cut))
	}
	t.Fair = t.Fair.with(func(f *Fairness) { f.Made, f.Last = ctx.Number, p.Signature })
	return p, p.Deck(pack)
}

// reveal takes the proof of the deal that is over, and of the draws before it; nil if it
// can't be checked. It is still to be signed.
func (d Decks) reveal() *fair.Proof {
	if d.Receipt() == nil {
		return nil
	}
	p := *d.t.Fair.Deal
	p.Draws = d.t.Fair.Draws
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal, f.Draws = nil, nil })
	return &p
}

// MayCut says why the seat's player can't cut, if they can't: each does once a match, and
// nobody does alone with the computer.
func (d Decks) MayCut(s engine.Seat) error {
	t := d.t
	switch {
	case !t.IsActive() || t.Fair == nil:
		return chat.Refuse("cut-over")
	case t.Chairs.OnePerson():
		return chat.Refuse("cut-alone")
	case t.Chairs[s].Cut != "":
		return chat.Refuse("cut-done")
	}
	return nil
}

// EraseCuts is the proof without the texts that the person typed, and says whether there
// was one. Their hashes stay.
func EraseCuts(p fair.Proof, person chat.PersonID) (_ fair.Proof, erased bool) {
	p.Cuts, p.Draws = slices.Clone(p.Cuts), slices.Clone(p.Draws)
	for i, c := range p.Cuts {
		if p.Context.Seats[c.Seat] == string(person) && c.Text != nil && *c.Text != "" {
			p.Cuts[i].Text, erased = nil, true
		}
	}
	for i, d := range p.Draws {
		var also bool
		p.Draws[i], also = EraseCuts(d, person)
		erased = erased || also
	}
	return p, erased
}

// erase is EraseCuts for the table's own.
func (d Decks) erase(person chat.PersonID) {
	if d.t.Fair == nil {
		return
	}
	d.t.Fair = d.t.Fair.with(func(f *Fairness) {
		running := fair.Proof{Draws: f.Draws}
		if f.Deal != nil {
			running = *f.Deal
			running.Draws = f.Draws
		}
		running, _ = EraseCuts(running, person)
		f.Draws, running.Draws = running.Draws, nil
		if f.Deal != nil {
			f.Deal = &running
		}
	})
}
