package render_test

import (
	"testing"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// BenchmarkPicture draws and encodes with cached cards: a board takes 18 ms and 120 kB at most, a hand of
// sixteen 28 ms and 130 kB, a rating 20 ms and 60 kB.
func BenchmarkPicture(b *testing.B) {
	s, w := studio(b), catalogue(b).In("de")
	for _, p := range gallery(b) {
		switch p.name {
		case "exchange-after-a-deal", "after", "trick-taken", "won", "hand-exchange", "hand-fresh", "hand-24", "seat", "rating", "rating-away":
		default:
			continue
		}
		b.Run(p.name, func(b *testing.B) {
			picture, size := p.picture(s, w), 0
			draws(b, picture)
			for b.Loop() {
				data, err := picture.Anew()
				if err != nil {
					b.Fatal(err)
				}
				size = len(data)
			}
			b.ReportMetric(float64(size)/1000, "kB/picture")
		})
	}
}

// BenchmarkSecondRequest asks for a cached picture: by its Picture, and from a table's state.
func BenchmarkSecondRequest(b *testing.B) {
	s, w, p := studio(b), catalogue(b).In("de"), boards(b)[8]
	picture := p.picture(s, w)
	draws(b, picture)
	b.Run("picture", func(b *testing.B) {
		for b.Loop() {
			draws(b, picture)
		}
	})
	b.Run("state", func(b *testing.B) {
		for b.Loop() {
			draws(b, p.picture(s, w))
		}
	})
}

// BenchmarkCardsCold draws all cards of one size with shadows into an empty cache: 0.6 s at most.
func BenchmarkCardsCold(b *testing.B) {
	fonts, err := art.LoadFonts()
	if err != nil {
		b.Fatal(err)
	}
	table := pen.NewCanvas(300, 400)
	for b.Loop() {
		deck := art.NewPrinter(fonts).Deck(art.Style{King: "K", Queen: "D", Cavalier: "C", Valet: "B"})
		for c := range card.Card(card.Count) {
			deck.Lay(table, c, 40, 30, 200, 0)
		}
	}
}
