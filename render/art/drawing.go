package art

import (
	"embed"
	"encoding/xml"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"tarockbot/render/pen"
)

// The drawings are SVG files, limited to what this file parses. Courts are drawn in the upper half of a card, emblems
// about the origin.
//
//go:embed drawings
var drawingFiles embed.FS

// drawings panics if a file is invalid.
var drawings = sync.OnceValue(func() map[string]element {
	files, err := drawingFiles.ReadDir("drawings")
	if err != nil {
		panic(err)
	}
	all := make(map[string]element, len(files))
	for _, f := range files {
		var root element
		text, err := drawingFiles.ReadFile("drawings/" + f.Name())
		if err == nil {
			err = xml.Unmarshal(text, &root)
		}
		if err != nil {
			panic(fmt.Errorf("render/art: %s: %w", f.Name(), err))
		}
		all[strings.TrimSuffix(f.Name(), ".svg")] = root
	}
	return all
})

// element lists its Elements from the lowest up.
type element struct {
	Place  place   `xml:"transform,attr"`
	Fill   paint   `xml:"fill,attr"`
	Stroke paint   `xml:"stroke,attr"`
	Width  float64 `xml:"stroke-width,attr"`
	Steps  steps   `xml:"d,attr"`
	CX     float64 `xml:"cx,attr"`
	CY     float64 `xml:"cy,attr"`
	R      float64 `xml:"r,attr"`
	RX     float64 `xml:"rx,attr"`
	RY     float64 `xml:"ry,attr"`

	Elements []element `xml:",any"`
}

func (e element) draw(c *pen.Canvas, l suitColors) {
	outline := e.Steps.Path
	if outline == nil {
		outline = pen.Ellipse(e.CX, e.CY, e.R+e.RX, e.R+e.RY)
	}
	c.WithTransform(pen.Move(e.Place.x, e.Place.y).Times(pen.Turn(e.Place.degrees)), func() {
		if e.Fill != nil {
			c.Fill(outline, e.Fill(l))
		}
		if e.Stroke != nil {
			c.Stroke(outline, e.Width, e.Stroke(l))
		}
		for _, inner := range e.Elements {
			inner.draw(c, l)
		}
	})
}

type place struct{ x, y, degrees float64 }

// UnmarshalXMLAttr parses "translate(x y)" or "translate(x y) rotate(degrees)".
func (p *place) UnmarshalXMLAttr(attr xml.Attr) error {
	if n, err := fmt.Sscanf(attr.Value, "translate(%g %g) rotate(%g)", &p.x, &p.y, &p.degrees); n < 2 {
		return fmt.Errorf("transform %q: %w", attr.Value, err)
	}
	return nil
}

type paint func(suitColors) pen.Paint

var paints = map[string]paint{
	"none":        nil,
	"var(--suit)": func(l suitColors) pen.Paint { return l.color },
	"var(--dark)": func(l suitColors) pen.Paint { return l.dark },
	"var(--pale)": func(l suitColors) pen.Paint { return l.color.Mix(Cream, .82) },
	"var(--crown)": func(suitColors) pen.Paint {
		return pen.Gradient{From: pen.Point{X: -30, Y: 30}, To: pen.Point{X: 30, Y: 70}, Start: LightGold, End: Gold}
	},
	"var(--moon)": func(suitColors) pen.Paint {
		return pen.Gradient{From: pen.Point{X: -38}, To: pen.Point{X: 14}, Start: Moonlight, End: Gold}
	},
}

// UnmarshalXMLAttr parses a paint's name or "#rrggbb".
func (p *paint) UnmarshalXMLAttr(attr xml.Attr) error {
	named, ok := paints[attr.Value]
	if ok {
		*p = named
		return nil
	}
	var hex uint32
	if _, err := fmt.Sscanf(attr.Value, "#%06x", &hex); err != nil {
		return fmt.Errorf("no paint %q: %w", attr.Value, err)
	}
	*p = func(suitColors) pen.Paint { return pen.RGB(hex) }
	return nil
}

type steps struct{ *pen.Path }

var stepPattern = regexp.MustCompile(`\pL\PL*`)

// UnmarshalXMLAttr parses the absolute commands M, L, Q, C and Z.
func (s *steps) UnmarshalXMLAttr(attr xml.Attr) error {
	s.Path = new(pen.Path)
	for _, step := range stepPattern.FindAllString(attr.Value, -1) {
		var v []float64
		for _, word := range strings.Fields(strings.ReplaceAll(step[1:], ",", " ")) {
			number, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return fmt.Errorf("step %q: %w", step, err)
			}
			v = append(v, number)
		}
		switch step[:1] + strconv.Itoa(len(v)) {
		case "M2":
			s.MoveTo(v[0], v[1])
		case "L2":
			s.LineTo(v[0], v[1])
		case "Q4":
			s.QuadTo(v[0], v[1], v[2], v[3])
		case "C6":
			s.CubeTo(v[0], v[1], v[2], v[3], v[4], v[5])
		case "Z0":
			s.Close()
		default:
			return fmt.Errorf("no step %q", step)
		}
	}
	return nil
}
