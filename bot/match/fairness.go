package match

import (
	"cmp"
	"crypto/ed25519"
	"encoding/json"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
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
	// As long as somebody is waited for to cut, the deal isn't dealt and the proof has no cut.
	Deal *fair.Proof `json:"deal,omitempty"`
	// CutBy is how long the bot will have run when the host cuts instead, in milliseconds.
	CutBy int64 `json:"cutBy,omitempty"`
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

// SetChain gives the table a chain of decks whose last seed that is, and which follows the
// signature; empty for none.
func (d Decks) SetChain(last fair.Hash, previous fair.Signature, key ed25519.PrivateKey) {
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

// HasSeed says that there is a seed for another deck.
func (d Decks) HasSeed() bool { return d.t.Fair != nil && d.t.Fair.Made < d.t.Fair.Chain.Length }

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
// table must have a seed for it; see HasSeed.
func (d Decks) Draw(key ed25519.PrivateKey) []card.Card {
	p := d.commit(d.context(fair.ForDraw, 0), key)
	deck := d.cut(&p, d.typed)
	p.Reveal(fair.TextOf(deck), key)
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Draws = append(slices.Clip(f.Draws), p) })
	return deck
}

// Next commits to the next deal's deck, and makes it: cut by the text of who cuts by the
// rules. The table must have a seed for it; see HasSeed.
func (d Decks) Next(key ed25519.PrivateKey) []card.Card {
	p := d.commit(d.context(fair.ForDeal, d.t.Match.Score().Dealer), key)
	deck := d.cut(&p, d.typed)
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal = &p })
	return deck
}

// cutTime is how long somebody is waited for to cut one deck.
const cutTime = 20 * time.Second

// Ask commits to the next deal's deck, and lets the table wait for who cuts it. The table
// must have a seed for it; see HasSeed.
func (d Decks) Ask(key ed25519.PrivateKey, f Facts) {
	ctx := d.context(fair.ForDeal, d.t.Match.Score().Dealer)
	ctx.Level = fair.ByCutter
	p, by := d.commit(ctx, key), (f.Ran() + cutTime).Milliseconds()
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal, f.CutBy = &p, by })
}

// Cut makes the deck that has been committed to, with the text; "" is the host's.
func (d Decks) Cut(text string) []card.Card {
	p := *d.t.Fair.Deal
	deck := d.cut(&p, func(int) string { return text })
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal, f.CutBy = &p, 0 })
	return deck
}

// Cutter is the seat that is to be asked to cut the next deal's deck by itself; Nobody
// where it isn't cut so.
func (d Decks) Cutter() engine.Seat {
	t := d.t
	if !t.Setup.CutEach || t.Stage != Playing || t.Match.Deal != nil || t.Chairs.OnePerson() {
		return engine.Nobody
	}
	if s := d.cutterFor(int(t.Match.Score().Dealer)); !t.Chairs[s].Robot {
		return engine.Seat(s)
	}
	return engine.Nobody
}

// cutterFor is the seat that cuts the deck of a dealer.
func (d Decks) cutterFor(dealer int) int {
	return fair.Context{Kind: fair.ForDeal, Seats: make([]string, len(d.t.Chairs)), Dealer: dealer}.Cutters()[0]
}

// WaitsForCut is the Cutter, once the deck is committed to; Nobody if none is waited for.
func (d Decks) WaitsForCut() engine.Seat {
	if d.Receipt() == nil {
		return engine.Nobody
	}
	return d.Cutter()
}

// CutAt is when the host cuts, in the bot's running time; Never if nobody is waited for.
func (d Decks) CutAt() time.Duration {
	if d.WaitsForCut() == engine.Nobody {
		return Never
	}
	return time.Duration(d.t.Fair.CutBy) * time.Millisecond
}

// Dealt says whom a deal waits for that isn't dealt yet.
func (d Decks) Dealt() error {
	if s := d.WaitsForCut(); s != engine.Nobody {
		return chat.Refuse("cut-waits", "Name", speech.Isolate(d.t.Chairs[s].Name))
	}
	return nil
}

// Text is what the seat's player has typed to cut with: for all decks of the match, or for
// that which is played; "" for nothing.
func (d Decks) Text(s engine.Seat) string {
	if !d.t.Setup.CutEach {
		return d.typed(int(s))
	}
	if d.Receipt() != nil {
		for _, c := range d.t.Fair.Deal.Cuts {
			if c.Seat == int(s) && c.Text != nil {
				return *c.Text
			}
		}
	}
	return ""
}

// CountsFrom is the number of the deal from which the seat's Text counts at the earliest, for a dealer may deal
// again: 0 if the deck that is played is cut with it. It is false where the match has no such deal.
func (d Decks) CountsFrom(s engine.Seat) (deal int, counts bool) {
	now, st := d.Receipt() != nil, d.t.Match.Score()
	if now && slices.ContainsFunc(d.t.Fair.Deal.Cuts, func(c fair.Cut) bool { return c.Seat == int(s) && c.Text != nil && *c.Text != "" }) {
		return 0, true
	}
	ahead := 0
	if now { // the deal that is played isn't counted yet
		ahead = 1
	}
	for d.cutterFor((int(st.Dealer)+ahead)%len(d.t.Chairs)) != int(s) {
		ahead++
	}
	return len(d.t.Match.Done) + 1 + ahead, !st.Over && (d.t.Match.Setup.Length == 0 || ahead < st.ToPlay)
}

// typed is what the seat cuts with in all decks of the match.
func (d Decks) typed(s int) string { return d.t.Chairs[s].Cut }

// context is what the next deck of the chain is for.
func (d Decks) context(kind fair.Kind, dealer engine.Seat) fair.Context {
	t := d.t
	ctx := fair.Context{
		Table: string(t.ID), Number: t.Fair.Made + 1, Kind: kind,
		Rules: t.Setup.Rules, Version: fair.RulesVersion(t.Setup.Rules, engine.Edition, t.Setup.Options),
		Dealer: int(dealer), Order: fair.Order(t.Match.Rules().Cards()),
	}
	for _, c := range t.Chairs {
		ctx.Seats = append(ctx.Seats, string(c.Person))
	}
	if slices.ContainsFunc(ctx.Cutters(), func(s int) bool { return d.typed(s) != "" }) {
		ctx.Level = fair.ByCutter
	}
	return ctx
}

// commit fixes the deck with the context.
func (d Decks) commit(ctx fair.Context, key ed25519.PrivateKey) fair.Proof {
	f := d.t.Fair
	p := fair.Proof{Receipt: f.Chain.Commit(f.Anchor, ctx, f.Last, key), Seed: f.Chain.Seed(ctx.Number)}
	d.t.Fair = f.with(func(f *Fairness) { f.Made, f.Last = ctx.Number, p.Signature })
	return p
}

// cut makes the deck, cut with the texts of who cuts by the rules. Whatever is typed later
// counts from the next.
func (d Decks) cut(p *fair.Proof, text func(seat int) string) []card.Card {
	for _, s := range p.Context.Cutters() {
		p.Cuts = append(p.Cuts, p.Context.Cut(s, text(s)))
	}
	return p.Deck(d.t.Match.Rules().Cards())
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

// MayCut says why the seat's player can't cut, if they can't: each does once a match, or
// when their deck is to be cut, and nobody does alone with the computer.
func (d Decks) MayCut(s engine.Seat) error {
	t := d.t
	switch {
	case t.Stage == Open: // who sits there goes into the decks, and could be chosen to go with a text
		return chat.Refuse("cut-early")
	case t.Stage != Playing || t.Fair == nil:
		return chat.Refuse("cut-over")
	case t.Chairs.OnePerson():
		return chat.Refuse("cut-alone")
	case d.WaitsForCut() == s:
		return nil
	case t.Setup.CutEach:
		return cmp.Or(d.Dealt(), chat.Refuse("cut-each"))
	case t.Chairs[s].Cut != "":
		return chat.Refuse("cut-done")
	}
	if _, counts := d.CountsFrom(s); !counts {
		return chat.Refuse("cut-over")
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
