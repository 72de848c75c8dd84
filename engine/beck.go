package engine

// BeckTariff returns the tariff of Beck's rule sets (RULES 1.9, 2.2).
func BeckTariff() *Tariff {
	return &Tariff{
		Games: [...][]int{{3, 4, 5}, {3}, {3}, {3}}, Levels: []Name{"", "unterer", "unterer-held"},
		Prices: [WordCount]Price{
			Pagat:        {Early: 20, Late: 10, Silent: 5, Unannounced: AnySeat},
			Uhu:          {Early: 20, Late: 10, Silent: 5, Unannounced: AnySeat},
			Absolute:     {Early: 10, Late: 5},
			Panzer:       {Early: 40, Late: 20},
			WithoutTrull: {Early: 16, Late: 8, Silent: 4},
			WithoutKings: {Early: 15, Late: 10, Silent: 5},
			Valat:        {Early: 48, Late: 24, Silent: 12},
			Trull:        {Silent: 4, Unannounced: AnySeat},
			Kings:        {Silent: 5, Unannounced: AnySeat},
			TwoTrull:     {Silent: 2, Unannounced: AnySeat},
		},
	}
}

// BeckAuction returns the auction of Beck's rule sets. Only a Dreiblatt can be taken over (RULES 2.1).
func BeckAuction() AuctionStyle {
	return AuctionStyle{GoodReplacesPass: true, Duel: true, TakeLimits: []int{1}, HoldRaises: true}
}
