package art

import (
	"bytes"
	"image"
	"image/png"
	"path/filepath"
	"testing"

	"tarockbot/engine/card"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/render/pen"
	"tarockbot/render/rendertest"
)

// Processors round differently, so colours may differ a little.
const tolerance = 8

func check(t *testing.T, name string, got *image.RGBA) {
	t.Helper()
	var data bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.NoCompression}
	if *golden.Update {
		encoder.CompressionLevel = png.BestCompression
	}
	if err := encoder.Encode(&data, got); err != nil {
		t.Fatal(err)
	}
	rendertest.CheckPicture(t, filepath.Join("testdata", name+".png"), data.Bytes(), tolerance)
}

var (
	german  = Style{King: "K", Queen: "D", Cavalier: "C", Valet: "B"}
	english = Style{King: "K", Queen: "Q", Cavalier: "C", Valet: "J"}
)

func newDeck(t testing.TB, s Style) *Deck {
	t.Helper()
	fonts, err := LoadFonts()
	if err != nil {
		t.Fatal(err)
	}
	return NewPrinter(fonts).Deck(s)
}

func drawSheet(n, columns, w, h int, place func(c *pen.Canvas, i, x, y int)) *image.RGBA {
	const gap = 6
	rows := (n + columns - 1) / columns
	c := pen.NewCanvas(columns*(w+gap)+gap, rows*(h+gap)+gap)
	size := c.Image.Rect.Size()
	c.Fill(pen.Rect(0, 0, float64(size.X), float64(size.Y)), pen.RGB(0x313338))
	for i := range n {
		place(c, i, gap+i%columns*(w+gap), gap+i/columns*(h+gap))
	}
	return c.Image
}

func wholePack() (all []card.Card) {
	for suit := range card.Suit(card.Suits) {
		cards := suit.Cards()
		for n := cards.Len() - 1; n >= 0; n-- {
			all = append(all, cards.Nth(n))
		}
	}
	return all
}

func parseCards(t testing.TB, codes ...string) (all []card.Card) {
	t.Helper()
	for _, code := range codes {
		k, err := card.Parse(code)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, k)
	}
	return all
}

func drawFaces(d *Deck, cards []card.Card, columns, width int) *image.RGBA {
	return drawSheet(len(cards), columns, width, Height(width), func(c *pen.Canvas, i, x, y int) {
		c.Paste(d.Card(cards[i], width, 0), x, y)
	})
}

func TestEveryCard(t *testing.T) {
	check(t, "cards-de", drawFaces(newDeck(t, german), wholePack(), 11, 72))
}

func TestLargeCards(t *testing.T) {
	d := newDeck(t, english)
	check(t, "large", drawFaces(d, parseCards(t, "XXI", "SQ", "XIV", "DV", "HK", "CC", "S10", "D3"), 4, 200))
}

func TestEmblems(t *testing.T) {
	const size = 180
	shown := parseCards(t, "I", "II", "III", "IIII", "V", "XIII", "XXI", "SKUS")
	check(t, "emblems", drawSheet(len(shown), 4, size, size, func(c *pen.Canvas, i, x, y int) {
		place := pen.Move(float64(x)+size/2, float64(y)+size/2).Times(pen.Scale(size/110., size/110.))
		c.WithTransform(place, func() { emblem(c, shown[i]) })
	}))
}

func TestTwoColours(t *testing.T) {
	style := english
	style.TwoColours = true
	check(t, "two-colours", drawFaces(newDeck(t, style), parseCards(t, "HK", "DQ", "SC", "CV", "H4", "D4", "S10", "C10"), 8, 100))
}

func TestBack(t *testing.T) { check(t, "back", newDeck(t, german).Card(Back, 200, 0)) }

func TestTiles(t *testing.T) {
	d, cards := newDeck(t, german), wholePack()
	check(t, "tiles", drawSheet(len(cards), 11, 62, 47, func(c *pen.Canvas, i, x, y int) {
		d.Tile(c, cards[i], float64(x), float64(y), 62, 47)
	}))
}

func TestEmojis(t *testing.T) {
	d, cards := newDeck(t, english), wholePack()
	check(t, "emojis", drawSheet(len(cards), 11, EmojiSize, EmojiSize, func(c *pen.Canvas, i, x, y int) {
		c.Paste(d.Emoji(cards[i]), x, y)
	}))
}

func TestShadowsAndGlow(t *testing.T) {
	d, cards := newDeck(t, german), parseCards(t, "HK", "SKUS", "D1")
	c := pen.NewCanvas(560, 260)
	c.Fill(pen.Rect(0, 0, 560, 260), Felt)
	for i, degrees := range []int{-3, 3, 0} {
		x := 30 + i*170
		if i == 1 {
			d.Glow(c, Shape{x, 20, 130, Height(130), 10, degrees}, 8, LightGold.Fade(.9))
		}
		d.DrawWithShadow(c, cards[i], x, 20, 130, degrees)
	}
	c.Fill(pen.RoundRect(370, 20, 130, float64(Height(130)), 10), Veil)
	d.DrawWithShadow(c, card.Count, 240, 180, 60, 90)
	check(t, "laid", c.Image)
}
