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
	questionInk
	inkCount
)

// inks lists the darkest and the brightest colour of each uneven ground.
var inks = [inkCount]struct {
	color   pen.Color
	grounds []pen.Color
}{
	titleInk:    {art.LightGold, feltGrounds},
	feltInk:     {art.Muted, feltGrounds},
	pillInk:     {art.Text, pillGrounds},
	nameInk:     {art.Text, panelGrounds},
	strongInk:   {art.LightGold, panelGrounds},
	labelInk:    {art.Muted, panelGrounds},
	declarerInk: {art.PillInk, []pen.Color{art.Gold}},
	litInk:      {art.PillInk, []pen.Color{art.LightGold}},
	packetInk:   {art.LightGold, []pen.Color{art.FeltEdge}},
	questionInk: {art.LightGold.Fade(0.7), pillGrounds},
}

var (
	feltGrounds  = []pen.Color{art.Felt, art.FeltEdge}
	pillGrounds  = []pen.Color{art.Empty.Over(art.Felt), art.Empty.Over(art.FeltEdge)}
	panelGrounds = []pen.Color{art.Panel.Over(art.Felt), art.Panel.Over(art.FeltEdge), art.TurnPanel}
)
