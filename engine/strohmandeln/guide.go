package strohmandeln

import (
	"embed"

	"tarockbot/engine"
)

//go:embed guide
var guide embed.FS

// topics maps refusals to the guide.
var topics = map[engine.Name]string{
	engine.DealOver:    "course",
	engine.NotYourTurn: "course",
	engine.WrongPhase:  "course",
	engine.NotOffered:  "course",
	engine.NotHeld:     "tricks",
	engine.TooFew:      "tricks",
	engine.TooMany:     "tricks",
	engine.MustFollow:  "tricks",
	engine.MustTrump:   "tricks",

	hasTarock:          "undertaking",
	notDeclared:        "bonuses",
	notTogether:        "bonuses",
	engine.SaidAlready: "bonuses",
	noRoss:             "bonuses",
	rossNeeds:          "bonuses",
	topschinOnly:       "bonuses",
}

var phaseTopics = map[engine.Name]string{
	phaseUndertake: "undertaking", phaseGoOn: "undertaking", phaseAnswer: "undertaking", engine.Playing: "tricks",
}
