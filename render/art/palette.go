package art

import "tarockbot/render/pen"

// Colours used in more than one place. The drawings have their own.
var (
	// Cards.
	Cream        = pen.RGB(0xFBF5E6)
	DeepCream    = pen.RGB(0xF1E6CC)
	CardEdge     = pen.RGB(0xBFAE86)
	Ink          = pen.RGB(0x1D1B1A)
	Ermine       = pen.RGB(0xFFFDF6)
	Gold         = pen.RGB(0xD9A93B)
	LightGold    = pen.RGB(0xF3D27A)
	Moonlight    = pen.RGB(0xFFF3C4)
	Green        = pen.RGB(0x17493A) // tarocks
	DarkGreen    = pen.RGB(0x0E3329)
	Burgundy     = pen.RGB(0x7A1B2B) // Pagat, Mond and Sküs
	DarkBurgundy = pen.RGB(0x54101D)
	Hearts       = pen.RGB(0xC8142F)
	Diamonds     = pen.RGB(0xBA3C0B)
	Spades       = pen.RGB(0x1B2138)
	Clubs        = pen.RGB(0x12402F)

	// The table.
	Felt      = pen.RGB(0x235244)
	FeltEdge  = pen.RGB(0x0C1F1A)
	Panel     = pen.Color{R: 9, G: 27, B: 22, A: 170}
	TurnPanel = pen.RGB(0x123A2E) // the player to move
	Text      = pen.RGB(0xF4ECD8) // on felt and panels
	Muted     = pen.RGB(0xB4C2B4) // secondary, on felt and panels
	PillInk   = pen.RGB(0x1B1408)
	Playable  = pen.RGB(0xF7C948)
	Veil      = pen.RGB(0x0B1A16).Fade(0.61)
	Shadow    = pen.Color{A: 130}
	Empty     = pen.Color{A: 50}
	Outline   = pen.RGB(0xFFFFFF).Fade(34. / 255)
)
