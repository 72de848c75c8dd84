package match

import (
	"cmp"
	"crypto/ed25519"
	"encoding/json"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/engine/fair"
)

// Fairness is the secret state of a table's decks, from which anybody can check them later; see package fair. Only
// receipts are public. A Fairness never changes but for its cache: each step
// returns a new one.
type Fairness struct {
	Chain  fair.Chain  `json:"chain"`
	Anchor fair.Anchor `json:"anchor"`
	Made   int         `json:"made,omitempty"` // decks made so far
	// Last is the signature of the last receipt, or of the anchor if there is none.
	Last fair.Signature `json:"last"`
	// Deal is the proof of the running deal; nil if there is none, or it can't be checked. It has no cut while a
	// player is asked to cut.
	Deal *fair.Proof `json:"deal,omitempty"`
	// CutBy is the bot's running time at which the host cuts instead, in milliseconds.
	CutBy int64 `json:"cutBy,omitempty"`
	// Draws are the proofs of the draws for the first deal, until that is over.
	Draws []fair.Proof `json:"draws,omitempty"`

	text []byte // caches the stored form, under the table's lock, because a table is stored after every move
}

// encode returns the stored form.
func (f *Fairness) encode() (text []byte, err error) {
	if f.text == nil {
		f.text, err = json.Marshal(f)
	}
	return f.text, err
}

// with returns a copy after the step.
func (f *Fairness) with(step func(*Fairness)) *Fairness {
	next := *f
	next.text = nil
	step(&next)
	return &next
}

// Decks commits to, cuts and reveals a table's decks.
type Decks struct{ t *Table }

// Decks returns the table's decks.
func (t *Table) Decks() Decks { return Decks{t} }

// SetChain starts a chain of decks with this last seed. previous is the signature that it continues; nil for none.
func (d Decks) SetChain(last fair.Hash, previous fair.Signature, key ed25519.PrivateKey) {
	chain := fair.Chain{Table: string(d.t.ID), Length: fair.ChainLength, Last: last}
	anchor := chain.Publish(previous, key)
	next := &Fairness{Chain: chain, Anchor: anchor, Last: anchor.Signature}
	if d.t.Fair != nil { // the new chain continues the old one
		next.Draws = d.t.Fair.Draws
		for s := range d.t.Chairs { // the maker of the new chain knows these texts
			d.t.Chairs[s].Cut = ""
		}
	}
	d.t.Fair = next
}

// HasSeed reports whether the chain has a seed for another deck.
func (d Decks) HasSeed() bool { return d.t.Fair != nil && d.t.Fair.Made < d.t.Fair.Chain.Length }

// LastSignature returns the signature of the last receipt; nil for none.
func (d Decks) LastSignature() fair.Signature {
	if d.t.Fair == nil {
		return nil
	}
	return d.t.Fair.Last
}

// Receipt returns the public receipt of the running deal; nil if it can't be checked.
func (d Decks) Receipt() *fair.Receipt {
	if d.t.Fair == nil || d.t.Fair.Deal == nil {
		return nil
	}
	return &d.t.Fair.Deal.Receipt
}

// Draw makes a deck that seats draw from for the first deal, and reveals it at once. The chain must have a seed; see
// HasSeed.
func (d Decks) Draw(key ed25519.PrivateKey) []card.Card {
	p := d.commit(d.context(fair.ForDraw, 0), key)
	deck := d.cut(&p, d.typed)
	p.Reveal(fair.TextOf(deck), key)
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Draws = append(slices.Clip(f.Draws), p) })
	return deck
}

// CommitAndCut commits to the next deal's deck and cuts it with the texts typed before. The chain must have a seed;
// see HasSeed.
func (d Decks) CommitAndCut(key ed25519.PrivateKey) []card.Card {
	p := d.commit(d.context(fair.ForDeal, d.t.Match.Score().Dealer), key)
	deck := d.cut(&p, d.typed)
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal = &p })
	return deck
}

// cutTime is how long a player has to cut one deck.
const cutTime = 20 * time.Second

// CommitForCut commits to the next deal's deck. The table then waits for a player to cut it. The chain must have a
// seed; see HasSeed.
func (d Decks) CommitForCut(key ed25519.PrivateKey, f Facts) {
	ctx := d.context(fair.ForDeal, d.t.Match.Score().Dealer)
	ctx.Level = fair.ByCutter
	p, by := d.commit(ctx, key), (f.Ran() + cutTime).Milliseconds()
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal, f.CutBy = &p, by })
}

// Cut cuts the committed deck with the text, and returns it. The host cuts with "".
func (d Decks) Cut(text string) []card.Card {
	p := *d.t.Fair.Deal
	deck := d.cut(&p, func(engine.Seat) string { return text })
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal, f.CutBy = &p, 0 })
	return deck
}

// Cutter returns the seat that is asked to cut the next deal's deck; Nobody if none is.
func (d Decks) Cutter() engine.Seat {
	t := d.t
	if !t.Setup.CutEach || t.Stage != Playing || t.Match.Deal != nil || t.Chairs.OnePerson() {
		return engine.Nobody
	}
	if s := d.cutterFor(t.Match.Score().Dealer); !t.Chairs[s].Robot {
		return s
	}
	return engine.Nobody
}

// cutterFor returns the seat that cuts for the dealer.
func (d Decks) cutterFor(dealer engine.Seat) engine.Seat {
	deal := fair.Context{Kind: fair.ForDeal, Seats: make([]string, len(d.t.Chairs)), Dealer: int(dealer)}
	return engine.Seat(deal.Cutters()[0])
}

// WaitsForCut returns the Cutter once the deck is committed to; Nobody if the table waits for no cut.
func (d Decks) WaitsForCut() engine.Seat {
	if d.Receipt() == nil {
		return engine.Nobody
	}
	return d.Cutter()
}

// CutAt returns the bot's running time at which the host cuts; Never if the table waits for no cut.
func (d Decks) CutAt() time.Duration {
	if d.WaitsForCut() == engine.Nobody {
		return Never
	}
	return time.Duration(d.t.Fair.CutBy) * time.Millisecond
}

// CheckDealt refuses a move while the deck is still to be cut; nil if it needs no cut.
func (d Decks) CheckDealt() error {
	if s := d.WaitsForCut(); s != engine.Nobody {
		return chat.Refuse("cut-waits", "Name", displayname.Isolate(d.t.Chairs[s].Name))
	}
	return nil
}

// CutText returns the text that the seat's player cuts with: in all decks of the match, or with CutEach in the running
// deal's; "" for none.
func (d Decks) CutText(s engine.Seat) string {
	if d.t.Setup.CutEach {
		return d.textInRunning(s)
	}
	return d.typed(s)
}

// textInRunning returns the text that the seat's player cut the running deal with; "" for none.
func (d Decks) textInRunning(s engine.Seat) string {
	if d.Receipt() != nil {
		for _, c := range d.t.Fair.Deal.Cuts {
			if c.Seat == int(s) && c.Text != nil {
				return *c.Text
			}
		}
	}
	return ""
}

// FirstDealCutBy returns the number of the earliest deal that the seat's player can cut; 0 if they cut the running
// one. It may be a later deal, because a dealer may deal again. counts is false if the match has no such deal.
func (d Decks) FirstDealCutBy(s engine.Seat) (deal int, counts bool) {
	if d.textInRunning(s) != "" {
		return 0, true
	}
	st, ahead := d.t.Match.Score(), 0
	if d.Receipt() != nil { // the running deal isn't in the score yet
		ahead = 1
	}
	for d.cutterFor(engine.Seat((int(st.Dealer)+ahead)%len(d.t.Chairs))) != s {
		ahead++
	}
	return len(d.t.Match.Done) + 1 + ahead, !st.Over && (d.t.Match.Setup.Length == 0 || ahead < st.ToPlay)
}

func (d Decks) typed(s engine.Seat) string { return d.t.Chairs[s].Cut }

// context returns the context of the chain's next deck.
func (d Decks) context(kind fair.Kind, dealer engine.Seat) fair.Context {
	t := d.t
	ctx := fair.Context{
		Table: string(t.ID), Number: t.Fair.Made + 1, Kind: kind,
		Rules: t.Setup.Rules, Version: fair.RulesVersion(t.Setup.Rules, engine.Edition, t.Setup.Options),
		Dealer: int(dealer), Order: fair.OrderOf(t.Match.Rules().Cards()),
	}
	for _, c := range t.Chairs {
		ctx.Seats = append(ctx.Seats, string(c.Person))
	}
	if slices.ContainsFunc(ctx.Cutters(), func(s int) bool { return d.t.Chairs[s].Cut != "" }) {
		ctx.Level = fair.ByCutter
	}
	return ctx
}

// commit signs the receipt of the chain's next deck.
func (d Decks) commit(ctx fair.Context, key ed25519.PrivateKey) fair.Proof {
	f := d.t.Fair
	p := fair.Proof{Receipt: f.Chain.Commit(f.Anchor, ctx, f.Last, key), Seed: f.Chain.Seed(ctx.Number)}
	d.t.Fair = f.with(func(f *Fairness) { f.Made, f.Last = ctx.Number, p.Signature })
	return p
}

// cut makes the deck, cut with the cutters' texts. A text typed later counts from the next deck.
func (d Decks) cut(p *fair.Proof, text func(engine.Seat) string) []card.Card {
	for _, s := range p.Context.Cutters() {
		p.Cuts = append(p.Cuts, p.Context.NewCut(s, text(engine.Seat(s))))
	}
	return p.Deck(d.t.Match.Rules().Cards())
}

// reveal removes and returns the unsigned proof of the deal that is over, and of its draws; nil if it can't be checked.
func (d Decks) reveal() *fair.Proof {
	if d.Receipt() == nil {
		return nil
	}
	p := *d.t.Fair.Deal
	p.Draws = d.t.Fair.Draws
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal, f.Draws = nil, nil })
	return &p
}

// CheckCut returns why the seat's player can't cut; nil if they can. Each player cuts once a match or, with CutEach,
// when the table waits for them. A person alone with the computer can't.
func (d Decks) CheckCut(s engine.Seat) error {
	t := d.t
	switch {
	case t.Stage == Open: // the players go into the decks: a host could choose them to match a text
		return chat.Refuse("cut-early")
	case t.Stage != Playing || t.Fair == nil:
		return chat.Refuse("cut-over")
	case t.Chairs.OnePerson():
		return chat.Refuse("cut-alone")
	case d.WaitsForCut() == s:
		return nil
	case t.Setup.CutEach:
		return cmp.Or(d.CheckDealt(), chat.Refuse("cut-each"))
	case t.Chairs[s].Cut != "":
		return chat.Refuse("cut-done")
	}
	if _, counts := d.FirstDealCutBy(s); !counts {
		return chat.Refuse("cut-over")
	}
	return nil
}

// EraseCuts returns the proof without the texts that the person typed, and reports whether there was one. The texts'
// hashes stay.
func EraseCuts(p fair.Proof, person chat.PersonID) (_ fair.Proof, erased bool) {
	p.Cuts = slices.Clone(p.Cuts)
	for i, c := range p.Cuts {
		if p.Context.Seats[c.Seat] == string(person) && c.Text != nil && *c.Text != "" {
			p.Cuts[i].Text, erased = nil, true
		}
	}
	var also bool
	p.Draws, also = eraseAllCuts(p.Draws, person)
	return p, erased || also
}

// eraseAllCuts does what EraseCuts does to all proofs.
func eraseAllCuts(proofs []fair.Proof, person chat.PersonID) (left []fair.Proof, erased bool) {
	for _, p := range proofs {
		p, one := EraseCuts(p, person)
		left, erased = append(left, p), erased || one
	}
	return left, erased
}

// erase removes the person's cut texts from the table's proofs.
func (d Decks) erase(person chat.PersonID) {
	if d.t.Fair == nil {
		return
	}
	d.t.Fair = d.t.Fair.with(func(f *Fairness) {
		f.Draws, _ = eraseAllCuts(f.Draws, person)
		if f.Deal != nil {
			deal, _ := EraseCuts(*f.Deal, person)
			f.Deal = &deal
		}
	})
}
