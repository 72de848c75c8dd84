package render_test

import (
	"slices"
	"testing"

	"tarockbot/engine/card"
	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/rendertest"
)

// With cached cards, a board takes 18 ms and 120 kB, a hand of sixteen 28 ms and 130 kB, a rating 20 ms and 60 kB.
func BenchmarkPicture(b *testing.B) {
	s, w := studio(b), rendertest.Catalogue(b).In("de")
	wanted := []string{
		"exchange-after-a-deal", "after", "trick-taken", "won", "hand-exchange", "hand-fresh", "hand-24", "seat", "rating", "rating-away",
	}
	for _, p := range rendertest.Gallery(b) {
		if !slices.Contains(wanted, p.Name) {
			continue
		}
		b.Run(p.Name, func(b *testing.B) {
			picture, size := pictureOf(s, p, w), 0
			pngOf(b, picture)
			for b.Loop() {
				data, err := picture.DrawUncached()
				if err != nil {
					b.Fatal(err)
				}
				size = len(data)
			}
			b.ReportMetric(float64(size)/1000, "kB/picture")
		})
	}
}

func BenchmarkSecondRequest(b *testing.B) {
	s, w, p := studio(b), rendertest.Catalogue(b).In("de"), rendertest.Boards(b)[8]
	picture := pictureOf(s, p, w)
	pngOf(b, picture)
	b.Run("same picture", func(b *testing.B) {
		for b.Loop() {
			pngOf(b, picture)
		}
	})
	b.Run("picture of an unchanged state", func(b *testing.B) {
		for b.Loop() {
			pngOf(b, pictureOf(s, p, w))
		}
	})
}

func BenchmarkCardsCold(b *testing.B) {
	fonts, err := art.LoadFonts()
	if err != nil {
		b.Fatal(err)
	}
	table := pen.NewCanvas(300, 400)
	for b.Loop() {
		deck := art.NewPrinter(fonts).Deck(art.Style{King: "K", Queen: "D", Cavalier: "C", Valet: "B"})
		for c := range card.Card(card.Count) {
			deck.DrawWithShadow(table, c, 40, 30, 200, 0)
		}
	}
}
