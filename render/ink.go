package render

import (
	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// ink is what something is written in: a row of inks, which are all there are.
type ink int

// The inks, by what is written.
const (
	titleInk    ink = iota
	feltInk         // less important, on the felt
	pillInk         // announcements
	nameInk         // names and numbers, on panels
	strongInk       // what counts most, on panels
	labelInk        // less important, on panels
	declarerInk     // in the declarer's golden pill
	litInk          // in light golden pills
	packetInk       // a packet's number
	queryInk        // the sign of an awaited card
	inkCount
)

// inks are the colours with the grounds that they are written on, the darkest
// and the brightest where a ground isn't even.
var inks = [inkCount]struct {
	color pen.Color
	on    []pen.Color
}{
	titleInk:    {art.LightGold, felts},
	feltInk:     {art.Muted, felts},
	pillInk:     {art.Text, wells},
	nameInk:     {art.Text, panelGrounds},
	strongInk:   {art.LightGold, panelGrounds},
	labelInk:    {art.Muted, panelGrounds},
	declarerInk: {art.PillInk, []pen.Color{art.Gold}},
	litInk:      {art.PillInk, []pen.Color{art.LightGold}},
	packetInk:   {art.LightGold, []pen.Color{art.FeltEdge}},
	queryInk:    {art.LightGold.Fade(0.7), wells},
}

// What is written on.
var (
	felts        = []pen.Color{art.Felt, art.FeltEdge}
	wells        = []pen.Color{art.Empty.Over(art.Felt), art.Empty.Over(art.FeltEdge)}
	panelGrounds = []pen.Color{art.Panel.Over(art.Felt), art.Panel.Over(art.FeltEdge), art.TurnPanel}
)
