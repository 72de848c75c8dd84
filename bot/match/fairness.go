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

// Fairness holds the secrets of a table's decks; only receipts are public. It is immutable except for its cache:
// each step returns a new one.
type Fairness struct {
	Chain     fair.Chain  `json:"chain"`
	Anchor    fair.Anchor `json:"anchor"`
	DecksMade int         `json:"made,omitempty"`
	// LastSignature is the last receipt's signature, or the anchor's.
	LastSignature fair.Signature `json:"last"`
	// Deal has no cuts while a player is asked. It is nil without a checkable deal.
	Deal *fair.Proof `json:"deal,omitempty"`
	// CutDeadlineMillis is the running time of the host's cut, in milliseconds.
	CutDeadlineMillis int64 `json:"cutBy,omitempty"`
	// Draws are kept until the first deal ends.
	Draws []fair.Proof `json:"draws,omitempty"`

	text []byte // cache, guarded by the table's lock
}

func (f *Fairness) encode() (text []byte, err error) {
	if f.text == nil {
		f.text, err = json.Marshal(f)
	}
	return f.text, err
}

func (f *Fairness) with(step func(*Fairness)) *Fairness {
	next := *f
	next.text = nil
	step(&next)
	return &next
}

// Decks commits to, cuts and reveals decks.
type Decks struct{ t *Table }

// Decks returns the table's decks.
func (t *Table) Decks() Decks { return Decks{t} }

// SetChain starts a chain with the last seed. previous is the signature to continue, or nil.
func (d Decks) SetChain(last fair.Hash, previous fair.Signature, key ed25519.PrivateKey) {
	chain := fair.Chain{Table: string(d.t.ID), Length: fair.ChainLength, LastSeed: last}
	anchor := chain.Publish(previous, key)
	next := &Fairness{Chain: chain, Anchor: anchor, LastSignature: anchor.Signature}
	if d.t.Fair != nil {
		next.Draws = d.t.Fair.Draws
		for s := range d.t.Chairs { // the new chain's maker knows these texts
			d.t.Chairs[s].Cut = ""
		}
	}
	d.t.Fair = next
}

// HasSeed reports whether the chain has an unused seed.
func (d Decks) HasSeed() bool { return d.t.Fair != nil && d.t.Fair.DecksMade < d.t.Fair.Chain.Length }

// LastSignature returns the last receipt's signature, or nil.
func (d Decks) LastSignature() fair.Signature {
	if d.t.Fair == nil {
		return nil
	}
	return d.t.Fair.LastSignature
}

// Receipt returns the running deal's receipt, or nil.
func (d Decks) Receipt() *fair.Receipt {
	if d.t.Fair == nil || d.t.Fair.Deal == nil {
		return nil
	}
	return &d.t.Fair.Deal.Receipt
}

// Draw makes and reveals the deck that decides the first dealer. It needs HasSeed.
func (d Decks) Draw(key ed25519.PrivateKey) []card.Card {
	p := d.commit(d.context(fair.ForDraw, 0), key)
	deck := d.cut(&p, d.typed)
	p.Reveal(fair.DeckText(deck), key)
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Draws = append(slices.Clip(f.Draws), p) })
	return deck
}

// CommitAndCut commits to the next deck and cuts it with earlier texts. It needs HasSeed.
func (d Decks) CommitAndCut(key ed25519.PrivateKey) []card.Card {
	p := d.commit(d.context(fair.ForDeal, d.t.Match.Score().Dealer), key)
	deck := d.cut(&p, d.typed)
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal = &p })
	return deck
}

const cutTime = 20 * time.Second

// CommitForCut commits to the next deck, which a player then cuts. It needs HasSeed.
func (d Decks) CommitForCut(key ed25519.PrivateKey, f Facts) {
	ctx := d.context(fair.ForDeal, d.t.Match.Score().Dealer)
	ctx.Level = fair.LevelCutter
	p, by := d.commit(ctx, key), (f.RunningTime() + cutTime).Milliseconds()
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal, f.CutDeadlineMillis = &p, by })
}

// Cut cuts the committed deck. The host uses "".
func (d Decks) Cut(text string) []card.Card {
	p := *d.t.Fair.Deal
	deck := d.cut(&p, func(engine.Seat) string { return text })
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal, f.CutDeadlineMillis = &p, 0 })
	return deck
}

// Cutter returns the seat to cut the next deck, or Nobody.
func (d Decks) Cutter() engine.Seat {
	t := d.t
	if !t.Setup.CutEach || t.Stage != Playing || t.Match.Deal != nil || t.Chairs.HasOnePerson() {
		return engine.Nobody
	}
	if s := d.cutterFor(t.Match.Score().Dealer); !t.Chairs[s].Robot {
		return s
	}
	return engine.Nobody
}

func (d Decks) cutterFor(dealer engine.Seat) engine.Seat {
	deal := fair.Context{Kind: fair.ForDeal, Seats: make([]string, len(d.t.Chairs)), Dealer: int(dealer)}
	return engine.Seat(deal.Cutters()[0])
}

// WaitsForCut returns the Cutter of a committed deck, or Nobody.
func (d Decks) WaitsForCut() engine.Seat {
	if d.Receipt() == nil {
		return engine.Nobody
	}
	return d.Cutter()
}

// CutDeadline returns the running time of the host's cut, or Never.
func (d Decks) CutDeadline() time.Duration {
	if d.WaitsForCut() == engine.Nobody {
		return Never
	}
	return time.Duration(d.t.Fair.CutDeadlineMillis) * time.Millisecond
}

// CheckDealt refuses moves before the cut.
func (d Decks) CheckDealt() error {
	if s := d.WaitsForCut(); s != engine.Nobody {
		return chat.Refuse("cut-waits", "Name", displayname.Isolate(d.t.Chairs[s].Name))
	}
	return nil
}

// CutText returns the seat's text for the match or, with CutEach, for the running deal.
func (d Decks) CutText(s engine.Seat) string {
	if d.t.Setup.CutEach {
		return d.textInRunning(s)
	}
	return d.typed(s)
}

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

// FirstDealCutBy returns the earliest deal that the seat may cut; 0 for the running one. Redeals can delay it.
// counts is false without such a deal.
func (d Decks) FirstDealCutBy(s engine.Seat) (deal int, counts bool) {
	if d.textInRunning(s) != "" {
		return 0, true
	}
	st, ahead := d.t.Match.Score(), 0
	if d.Receipt() != nil { // the score lacks the running deal
		ahead = 1
	}
	for d.cutterFor(engine.Seat((int(st.Dealer)+ahead)%len(d.t.Chairs))) != s {
		ahead++
	}
	return len(d.t.Match.Done) + 1 + ahead, !st.Over && (d.t.Match.Setup.Length == 0 || ahead < st.ToPlay)
}

func (d Decks) typed(s engine.Seat) string { return d.t.Chairs[s].Cut }

func (d Decks) context(kind fair.Kind, dealer engine.Seat) fair.Context {
	t := d.t
	ctx := fair.Context{
		Table: string(t.ID), Number: t.Fair.DecksMade + 1, Kind: kind,
		Rules: t.Setup.Rules, RulesVersion: fair.RulesVersion(t.Setup.Rules, engine.Edition, t.Setup.Options),
		Dealer: int(dealer), Order: fair.OrderOf(t.Match.Rules().Cards()),
	}
	for _, c := range t.Chairs {
		ctx.Seats = append(ctx.Seats, string(c.Person))
	}
	if slices.ContainsFunc(ctx.Cutters(), func(s int) bool { return d.t.Chairs[s].Cut != "" }) {
		ctx.Level = fair.LevelCutter
	}
	return ctx
}

func (d Decks) commit(ctx fair.Context, key ed25519.PrivateKey) fair.Proof {
	f := d.t.Fair
	p := fair.Proof{Receipt: f.Chain.Commit(f.Anchor, ctx, f.LastSignature, key), Seed: f.Chain.Seed(ctx.Number)}
	d.t.Fair = f.with(func(f *Fairness) { f.DecksMade, f.LastSignature = ctx.Number, p.Signature })
	return p
}

func (d Decks) cut(p *fair.Proof, text func(engine.Seat) string) []card.Card {
	for _, s := range p.Context.Cutters() {
		p.Cuts = append(p.Cuts, p.Context.NewCut(s, text(engine.Seat(s))))
	}
	return p.Deck(d.t.Match.Rules().Cards())
}

// reveal removes the finished deal's unsigned proof.
func (d Decks) reveal() *fair.Proof {
	if d.Receipt() == nil {
		return nil
	}
	p := *d.t.Fair.Deal
	p.Draws = d.t.Fair.Draws
	d.t.Fair = d.t.Fair.with(func(f *Fairness) { f.Deal, f.Draws = nil, nil })
	return &p
}

// CheckCut refuses if the seat can't cut. Each player cuts once a match or, with CutEach, when asked.
func (d Decks) CheckCut(s engine.Seat) error {
	t := d.t
	switch {
	case t.Stage == Open: // decks depend on players: a host could choose them to match a text
		return chat.Refuse("cut-early")
	case t.Stage != Playing || t.Fair == nil:
		return chat.Refuse("cut-over")
	case t.Chairs.HasOnePerson():
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

// EraseCuts removes the person's texts but not their hashes.
func EraseCuts(p fair.Proof, person chat.PersonID) (_ fair.Proof, erased bool) {
	p.Cuts = slices.Clone(p.Cuts)
	for i, c := range p.Cuts {
		if p.Context.Seats[c.Seat] == string(person) && c.Text != nil && *c.Text != "" {
			p.Cuts[i].Text, erased = nil, true
		}
	}
	var erasedInDraws bool
	p.Draws, erasedInDraws = eraseAllCuts(p.Draws, person)
	return p, erased || erasedInDraws
}

func eraseAllCuts(proofs []fair.Proof, person chat.PersonID) (left []fair.Proof, erased bool) {
	for _, p := range proofs {
		p, erasedHere := EraseCuts(p, person)
		left, erased = append(left, p), erased || erasedHere
	}
	return left, erased
}

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
