package art

import "tarockbot/render/pen"

type box struct{ x, y, w, h float64 }

// writeRank lets descenders, such as that of Q, extend below the box by at most a sixth. It thickens hairlines.
func writeRank(c *pen.Canvas, f *pen.Font, rank string, b box, color pen.Color) {
	sign, _ := f.Outline(rank, 100)
	left, _, right, bottom := sign.Bounds()
	capital := capitalHeight(f)
	tall := min(b.h/capital, b.h*7/6/(capital+bottom))
	wide := min(tall*.92, b.w/(right-left))
	c.FillAndStroke(sign.Transform(pen.Move(b.x+(b.w-(right-left)*wide)/2-left*wide, b.y+capital*tall).
		Times(pen.Scale(wide, tall))), color, 1.6, color)
}

// capitalHeight measures at size 100.
func capitalHeight(f *pen.Font) float64 {
	h, _ := f.Outline("H", 100)
	_, top, _, _ := h.Bounds()
	return -top
}

func fillBox(c *pen.Canvas, f *pen.Font, text string, b box, color pen.Color) {
	sign, _ := f.Outline(text, 100)
	left, top, right, bottom := sign.Bounds()
	tall := b.h / (bottom - top)
	wide := min(tall, b.w/(right-left))
	c.FillAndStroke(sign.Transform(pen.Move(b.x+(b.w-(right-left)*wide)/2-left*wide, b.y-top*tall).
		Times(pen.Scale(wide, tall))), color, b.h*.03, color)
}

// stretchInto lets accents extend above the box.
func stretchInto(c *pen.Canvas, f *pen.Font, word string, b box, color pen.Color) {
	const apart, bolder = 6, 2.4
	letters, x := new(pen.Path), 0.0
	for _, r := range word {
		letter, width := f.Outline(string(r), 100)
		letters.Append(letter.Transform(pen.Move(x, 0)))
		x += width + apart
	}
	left, _, right, _ := letters.Bounds()
	tall, wide := (b.h-bolder)/capitalHeight(f), (b.w-bolder)/(right-left)
	c.FillAndStroke(letters.Transform(pen.Move(b.x+bolder/2-left*wide, b.y+b.h-bolder/2).
		Times(pen.Scale(wide, tall))), color, bolder, color)
}
