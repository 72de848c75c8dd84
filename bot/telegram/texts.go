package telegram

import (
	_ "embed"

	"tarockbot/bot/texts"
)

//go:embed texts.json
var textsFile []byte

// catalogue has the platform's own words.
var catalogue = texts.Must(textsFile)
