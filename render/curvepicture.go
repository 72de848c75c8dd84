package render

import (
	"math"
	"slices"
	"strconv"

	"tarockbot/render/art"
	"tarockbot/render/pen"
	"tarockbot/render/plan"
)

const ratingHeight = 542

var (
	curvePanel   = box{margin, panelTop, width - 2*margin - panelWidth - 18, ratingHeight}
	figuresPanel = box{width - margin - panelWidth, panelTop, panelWidth, ratingHeight}
	curvePlot    = box{curvePanel.x + 118, curvePanel.y + 66, curvePanel.w - 148, ratingHeight - 170}
)

const (
	scaleGap     = 14
	legendSample = 56
	legendGap    = 12
	smallNumber  = 62
	starOffset   = 28
)

// spanLabelPlaces holds each label's share of the plot's width, and its distance below the plot.
var spanLabelPlaces = [3]struct{ share, below float64 }{{0.5, 44}, {1, 88}, {0.5, 44}}

type curve plan.Curve

func (p curve) height() int { return boardHeight }

func (p curve) draw(s *sheet) {
	heading{Heading: plan.Heading{Title: p.Title, Corner: p.Corner}}.draw(s)
	if p.Note != "" {
		in := box{margin, panelTop, width - 2*margin, ratingHeight}
		s.panel(in)
		s.writeFitted(s.fonts.Text, p.Note, 40, spot{in.x + in.w/2, in.y + in.h/2, in.w - 60, pen.Center}, labelInk)
		return
	}
	s.panel(curvePanel)
	s.panel(figuresPanel)
	p.drawFigures(s, figuresPanel)
	p.drawLegend(s, curvePlot)
	p.drawSpan(s, curvePlot)
	p.drawPlot(s, newScale(p.Rated, curvePlot))
}

func (p curve) drawFigures(s *sheet, in box) {
	const now, other = 246, (ratingHeight - 246) / 2
	x := in.x + in.w/2
	drawFigure(s, p.Now, 86, x, in.y, 84)
	s.Text(s.fonts.Bold, p.Doubt, readable, spot{x: x, y: in.y + 176, align: pen.Center}, nameInk)
	if p.Mark != "" {
		s.pill(p.Mark, mutedPill(s.fonts.Text), spot{x, in.y + 184, panelWidth - 2*panelPad, pen.Center})
	}
	for i, f := range []plan.Figure{p.Best, p.Matches} {
		y := in.y + now + float64(i)*other
		s.rule(in.x+30, y, in.x+in.w-30, y)
		drawFigure(s, f, smallNumber, x, y, 72)
	}
	if p.Peak >= 0 {
		s.star(x-s.numberWidth(p.Best.Number, smallNumber)/2-starOffset, in.y+now+96, 16, 2)
	}
}

func drawFigure(s *sheet, f plan.Figure, size, x, y, below float64) {
	const room, label = panelWidth - 40, 46
	s.label(f.Label, spot{x, y + label, room, pen.Center}, labelInk)
	s.number(f.Number, size, x-s.numberWidth(f.Number, size)/2, y+label+below)
}

func (p curve) drawLegend(s *sheet, in box) {
	const high = 26
	x, y := in.x, in.y-32
	s.Fill(pen.Rect(x, y-high/2, legendSample, high), bandFill)
	for _, edge := range []float64{y - high/2, y + high/2} {
		s.Stroke(pen.Line(x, edge, x+legendSample, edge), bandLine, bandEdge)
	}
	s.Stroke(pen.Line(x, y, x+legendSample, y), curveLine, art.LightGold)
	x += legendSample + legendGap
	x += s.Text(s.fonts.Text, p.Legend[0], readable, spot{x: x, y: y + halfCapital}, labelInk) + 3*legendGap
	if p.Legend[1] != "" {
		drawDashed(s, []pen.Point{{X: x, Y: y}, {X: x + legendSample, Y: y}})
		s.Text(s.fonts.Text, p.Legend[1], readable, spot{x: x + legendSample + legendGap, y: y + halfCapital}, labelInk)
	}
}

func (p curve) drawSpan(s *sheet, in box) {
	for i, align := range []pen.Align{pen.Left, pen.Center, pen.Right} {
		place := spanLabelPlaces[i]
		s.label(p.Span[i], spot{in.x + in.w*float64(align), in.y + in.h + place.below, in.w * place.share, align}, labelInk)
	}
}

type scale struct {
	in        box
	low, high float64
	matches   int
}

// newScale limits all bands to the last one's width: early uncertainty must not flatten the curve.
func newScale(rated []plan.Rated, in box) scale {
	const leastRange, margin = 40, 0.05
	low, high := math.Inf(1), math.Inf(-1)
	for _, r := range rated {
		band := float64(min(r.Deviation, rated[len(rated)-1].Deviation))
		low, high = min(low, float64(r.Rating)-band), max(high, float64(r.Rating)+band)
	}
	added := max((high-low)*margin, (leastRange-(high-low))/2)
	return scale{in, low - added, high + added, len(rated)}
}

func (c scale) x(match int) float64 {
	return c.in.x + c.in.w*(float64(match)+0.5)/float64(c.matches)
}

func (c scale) y(rating int) float64 {
	return c.in.y + c.in.h*(c.high-float64(rating))/(c.high-c.low)
}

func (c scale) at(match, rating int) pen.Point { return pen.Point{X: c.x(match), Y: c.y(rating)} }

func (c scale) lines() (all []int) {
	step := 1000
	for _, finer := range []int{500, 200, 100, 50, 20, 10} {
		if (c.high-c.low)/float64(finer) <= 6 {
			step = finer
		}
	}
	for rating := int(math.Ceil(c.low/float64(step))) * step; float64(rating) <= c.high; rating += step {
		all = append(all, rating)
	}
	return all
}

const (
	curveLine = 6
	bandLine  = 2.4
)

var (
	bandFill = art.Green.Mix(art.Cream, 0.12)
	bandEdge = art.Green.Mix(art.Cream, 0.45)
)

func (p curve) drawPlot(s *sheet, c scale) {
	p.drawBand(s, c)
	for _, rating := range c.lines() {
		y := c.y(rating)
		s.Stroke(pen.Line(c.in.x, y, c.in.x+c.in.w, y), 1.4, art.Muted.Fade(0.35))
		at := spot{x: c.in.x - scaleGap, y: y + halfCapital, align: pen.Right}
		s.Text(s.fonts.Text, strconv.Itoa(rating), readable, at, labelInk)
	}
	for from := 0; from < len(p.Rated)-1; {
		to := from + 1
		for to < len(p.Rated)-1 && isDashed(p.Rated, to) == isDashed(p.Rated, from) {
			to++
		}
		p.drawSegment(s, c, from, to)
		from = to
	}
	p.drawMarks(s, c)
}

func (p curve) drawBand(s *sheet, c scale) {
	above, below := c.edge(p.Rated, 1), c.edge(p.Rated, -1)
	around := polyline(above)
	for _, at := range slices.Backward(below) {
		around.LineTo(at.X, at.Y)
	}
	s.Clip(pen.Rect(c.in.x, c.in.y, c.in.w, c.in.h), func() {
		s.Fill(around.Close(), bandFill)
		s.Stroke(polyline(above), bandLine, bandEdge)
		s.Stroke(polyline(below), bandLine, bandEdge)
	})
}

func (c scale) edge(rated []plan.Rated, sign int) []pen.Point {
	points := make([]pen.Point, 0, len(rated)+2)
	for i, r := range rated {
		points = append(points, c.at(i, r.Rating+sign*r.Deviation))
	}
	first, last := points[0], points[len(points)-1]
	first.X, last.X = c.in.x, c.in.x+c.in.w
	return append(slices.Insert(points, 0, first), last)
}

func polyline(points []pen.Point) *pen.Path {
	line := pen.MoveTo(points[0].X, points[0].Y)
	for _, p := range points[1:] {
		line.LineTo(p.X, p.Y)
	}
	return line
}

// isDashed reports whether the line from the match to the next one is dashed.
func isDashed(rated []plan.Rated, match int) bool {
	return rated[match].Provisional || rated[match+1].Provisional
}

func (p curve) drawSegment(s *sheet, c scale, from, to int) {
	points := make([]pen.Point, 0, to-from+1)
	for i := from; i <= to; i++ {
		points = append(points, c.at(i, p.Rated[i].Rating))
	}
	if isDashed(p.Rated, from) {
		drawDashed(s, points)
		return
	}
	s.Stroke(polyline(points), curveLine, art.LightGold)
}

func drawDashed(s *sheet, points []pen.Point) {
	const dash, gap = 10, 14
	left := float64(dash)
	drawing := true
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := math.Hypot(b.X-a.X, b.Y-a.Y)
		for at := 0.0; at < length; {
			n := min(left, length-at)
			if drawing {
				s.Stroke(partOfLine(a, b, at/length, (at+n)/length), curveLine, art.LightGold)
			}
			at += n
			if left -= n; left <= 0 {
				left = gap
				if drawing = !drawing; drawing {
					left = dash
				}
			}
		}
	}
}

func partOfLine(a, b pen.Point, from, to float64) *pen.Path {
	dx, dy := b.X-a.X, b.Y-a.Y
	return pen.Line(a.X+dx*from, a.Y+dy*from, a.X+dx*to, a.Y+dy*to)
}

func (p curve) drawMarks(s *sheet, c scale) {
	const maxDots = 25
	for i, r := range p.Rated {
		at := c.at(i, r.Rating)
		switch {
		case i == len(p.Rated)-1:
			s.FillAndStroke(pen.Circle(at.X, at.Y, 12), art.LightGold, 4, art.Ink)
		case len(p.Rated) <= maxDots:
			s.Fill(pen.Circle(at.X, at.Y, 7), art.LightGold)
		}
	}
	if p.Peak >= 0 {
		at := c.at(p.Peak, p.Rated[p.Peak].Rating)
		s.star(at.X, at.Y, 24, 3)
	}
}
