package engine

// UnbidValue is the value of a deal that a player leaves before anybody bid (R10).
const UnbidValue = 3

// Tariff is the prices of a rule set whose scores only add up: (G + E + bonuses) × M,
// item by item (RULES 2). AddUp says which seat gets each item.
type Tariff struct {
	Games    [len(Contracts)][]int // G, by contract and by how often the contract was raised
	Levels   []Name                // the names of a contract's levels
	Prices   [WordCount]Price
	NoExcess bool // an announced Panzer takes the place of E (R13)
}

// Price is the worth of a bonus before M, announced early, late or not at all; 0 if the bonus can't be had that way. A
// bonus announced in a Solo counts as announced before the talon, or after it if it has
// no early price (R17).
type Price struct {
	Early, Late, Silent int
	Announce            Party // the seats that may announce the bonus
	Unannounced         Party // the seats for which the bonus counts unannounced
}

// Party says which seats may do something. The zero value is the declarer alone.
type Party bool

// The parties.
const (
	DeclarerOnly Party = false
	AnySeat      Party = true
)

// At returns the worth of the bonus if a seat announces it now: in a Solo, or early or late.
func (p *Price) At(solo, early bool) int {
	if early || solo && p.Early > 0 {
		return p.Early
	}
	return p.Late
}

// Offered returns the bonuses that have a price.
func (t *Tariff) Offered() (offered WordSet) {
	for b := range Bonuses.All() {
		if t.Prices[b] != (Price{}) {
			offered |= b.Bit()
		}
	}
	return offered
}

// BidValue returns G × M of the auction's standing bid at its level; UnbidValue without a bid.
func (t *Tariff) BidValue(a *Auction) int {
	if a.Leader == Nobody {
		return UnbidValue
	}
	return t.Games[a.Contract][a.Level] * Contracts[a.Contract].Times
}

// Show fills in the worth of the standing bid, and the name of its level.
func (t *Tariff) Show(table *PublicView, a *Auction) {
	if a.Leader != Nobody {
		table.ContractWorth, table.Level = t.BidValue(a), t.Levels[a.Level]
	}
}
