package render

import (
	"tarockbot/render/art"
	"tarockbot/render/pen"
)

type ink int

const (
	titleInk ink = iota
	feltInk      // secondary, on the felt
	pillInk
	nameInk
	strongInk // primary, on panels
	labelInk  // secondary, on panels
	declarerInk
	litInk
	packetInk
	queryInk
	inkCount
)

// inks lists an uneven ground with its darkest and brightest colour.
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

var (
	felts        = []pen.Color{art.Felt, art.FeltEdge}
	wells        = []pen.Color{art.Empty.Over(art.Felt), art.Empty.Over(art.FeltEdge)}
	panelGrounds = []pen.Color{art.Panel.Over(art.Felt), art.Panel.Over(art.FeltEdge), art.TurnPanel}
)
