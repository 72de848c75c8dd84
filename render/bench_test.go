package render_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
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

// BenchmarkOthers draws a picture like the talon's with other programs, which get the cards as pictures
// and start for each picture.
func BenchmarkOthers(b *testing.B) {
	dir := b.TempDir()
	in, out := filepath.Join(dir, "board.svg"), filepath.Join(dir, "board.png")
	if err := os.WriteFile(in, boardSVG(b), 0o600); err != nil {
		b.Fatal(err)
	}
	for _, other := range []struct {
		name string
		args []string
	}{
		{"rsvg-convert", []string{"-o", out, in}},
		{"chromium", []string{"--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + dir,
			"--window-size=1200,675", "--screenshot=" + out, "file://" + in}},
	} {
		b.Run(other.name, func(b *testing.B) {
			program, err := exec.LookPath(other.name)
			if err != nil {
				b.Skip("not installed")
			}
			for b.Loop() {
				if text, err := exec.Command(program, other.args...).CombinedOutput(); err != nil {
					b.Fatalf("%v: %s", err, text)
				}
			}
			picture, err := os.Stat(out)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(picture.Size())/1000, "kB/picture")
		})
	}
}

// boardSVG returns the talon's board as input for another program.
func boardSVG(b *testing.B) []byte {
	fonts, err := art.LoadFonts()
	if err != nil {
		b.Fatal(err)
	}
	deck := art.NewPrinter(fonts).Deck(art.Style{King: "K", Queen: "D", Cavalier: "C", Valet: "B"})
	var s strings.Builder
	s.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1200" height="675">
<defs><radialGradient id="felt" gradientUnits="userSpaceOnUse" cx="600" cy="310" r="744">
<stop offset="0" stop-color="#235244"/><stop offset="1" stop-color="#0c1f1a"/></radialGradient>
<filter id="shadow" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="7"/></filter></defs>
<rect width="1200" height="675" fill="url(#felt)"/>
<rect x="9" y="9" width="1182" height="657" rx="5" fill="none" stroke="#d9a93b" stroke-opacity=".55" stroke-width="1.6"/>
`)
	text := func(x, y, size int, color, anchor, text string) {
		fmt.Fprintf(&s, `<text x="%d" y="%d" font-size="%d" fill="%s" text-anchor="%s" font-family="Open Sans, DejaVu Sans" font-weight="bold">%s</text>`+"\n",
			x, y, size, color, anchor, text)
	}
	text(46, 72, 52, "#f3d27a", "start", "Dreiblatt")
	for i, name := range []string{"Änni Müßig", "Jörg W."} {
		x := 30 + 858*i
		fmt.Fprintf(&s, `<rect x="%d" y="104" width="282" height="388" rx="18" fill="#f3d27a" fill-opacity=".5" filter="url(#shadow)"/>`, x)
		fmt.Fprintf(&s, `<rect x="%d" y="104" width="282" height="388" rx="18" fill="#123a2e" stroke="#f3d27a" stroke-width="4"/>`, x)
		text(x+141, 166, 46, "#f4ecd8", "middle", name)
		text(x+141, 342, 86, "#f4ecd8", "middle", "+12")
		text(x+141, 384, 29, "#b4c2b4", "middle", "Gesamt")
		fmt.Fprintf(&s, `<rect x="%d" y="414" width="162" height="52" rx="26" fill="#f3d27a"/>`, x+60)
		text(x+141, 452, 34, "#1b1408", "middle", "sagt an")
	}
	s.WriteString(`<rect x="30" y="512" width="1140" height="134" rx="18" fill="#091b16" fill-opacity=".67"/>` + "\n")
	for i, c := range cards(b, "XI", "DC", "D2", "D4", "X", "C9").Cards() {
		x, y := 422+126*(i%3), 118+184*(i/3)
		var picture bytes.Buffer
		if err := png.Encode(&picture, deck.Card(c, 104, 0)); err != nil {
			b.Fatal(err)
		}
		fmt.Fprintf(&s, `<rect x="%d" y="%d" width="104" height="166" rx="8" fill-opacity=".5" filter="url(#shadow)"/>`, x+2, y+7)
		fmt.Fprintf(&s, `<image x="%d" y="%d" width="104" height="166" xlink:href="data:image/png;base64,%s"/>`+"\n",
			x, y, base64.StdEncoding.EncodeToString(picture.Bytes()))
	}
	for i, sign := range []string{"VIII", "VII", "V", "XVII", "XV"} {
		fmt.Fprintf(&s, `<rect x="%d" y="566" width="87" height="66" rx="11" fill="#17493a" stroke="#d9a93b" stroke-width="3"/>`, 56+100*i)
		text(99+100*i, 614, 40, "#f3d27a", "middle", sign)
	}
	s.WriteString("</svg>\n")
	return []byte(s.String())
}
