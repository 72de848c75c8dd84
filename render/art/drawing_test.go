package art

import (
	"encoding/xml"
	"strings"
	"testing"
)

func TestDrawingErrors(t *testing.T) {
	for text, want := range map[string]string{
		`<path d="M0,0 H5"/>`:             `no step "H5"`,
		`<path d="M0,0 L5"/>`:             `no step "L5"`,
		`<path d="M0,1-2"/>`:              `"1-2"`,
		`<path fill="red"/>`:              `no paint "red"`,
		`<path stroke="var(--none)"/>`:    `no paint "var(--none)"`,
		`<g transform="scale(2)"/>`:       `transform "scale(2)"`,
		`<circle cx="0" cy="0" r="one"/>`: `"one"`,
	} {
		err := xml.Unmarshal([]byte("<svg>"+text+"</svg>"), new(element))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got error %v, want one with %s", text, err, want)
		}
	}
}

func TestDrawingsExist(t *testing.T) {
	names := []string{"mask", "owl", "cockatoo", "marabou", "moon", "fool"}
	for _, f := range figures {
		names = append(names, f.drawing)
	}
	for _, name := range names {
		if len(drawings()[name].Elements) == 0 {
			t.Errorf("drawing %s doesn't exist or is empty", name)
		}
	}
	if len(drawings()) != len(names) {
		t.Errorf("%d drawings, want %d", len(drawings()), len(names))
	}
}
