package discord

import (
	_ "embed"

	"tarockbot/bot/texts"
)

//go:embed texts.json
var textsFile []byte

// catalogue has the platform's own words.
var catalogue = texts.Must(textsFile)

// languages are those that there are texts in.
var languages = []string{"en", "de"}
