package render

import (
	"tarockbot/render/art"
	"tarockbot/render/pen"
)

// ink numbers the colours that texts may have.
type ink int

// The inks, named by their use.
const (
	titleInk    ink = iota
	feltInk         // secondary, on the felt
	pillInk         // announcements
	nameInk         // names and numbers, on panels
	strongInk       // primary, on panels
	labelInk        // secondary, on panels
	declarerInk     // in the declarer's golden pill
	litInk          // in light golden pills
	packetInk       // a packet's number
	queryInk        // an awaited card's question mark
	inkCount
)

// inks lists each ink's colour and the grounds below it. An uneven ground counts with its darkest and
// brightest colour.
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

// The grounds below texts.
var (
	felts        = []pen.Color{art.Felt, art.FeltEdge}
	wells        = []pen.Color{art.Empty.Over(art.Felt), art.Empty.Over(art.FeltEdge)}
	panelGrounds = []pen.Color{art.Panel.Over(art.Felt), art.Panel.Over(art.FeltEdge), art.TurnPanel}
)
