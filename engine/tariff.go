package engine

// UnbidValue is the value of a deal left before a bid (R10).
const UnbidValue = 3

// Tariff holds the prices of additive scoring, (G + E + bonuses) × M (RULES 2).
type Tariff struct {
	Games    [len(Contracts)][]int // G, by contract and level
	Levels   []Name
	Prices   [WordCount]Price
	NoExcess bool // an announced Panzer replaces E (R13)
}

// Price is the worth of a bonus before M, or 0. In a Solo, Early applies if it is set (R17).
type Price struct {
	Early, Late, Silent int
	Announce            Party
	Unannounced         Party // seats for which an unannounced bonus counts
}

// Party is the declarer or any seat.
type Party bool

// The parties.
const (
	DeclarerOnly Party = false
	AnySeat      Party = true
)

// At returns the price of an announcement now.
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

// BidValue returns G × M of the standing bid, or UnbidValue.
func (t *Tariff) BidValue(a *Auction) int {
	if a.Leader == Nobody {
		return UnbidValue
	}
	return t.Games[a.Contract][a.Level] * Contracts[a.Contract].Times
}

// Show sets the worth and the level of the standing bid.
func (t *Tariff) Show(table *PublicView, a *Auction) {
	if a.Leader != Nobody {
		table.ContractWorth, table.Level = t.BidValue(a), t.Levels[a.Level]
	}
}
