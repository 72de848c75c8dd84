package strohmandeln

import (
	"embed"

	"tarockbot/engine"
)

// guide holds the rules in the words people read: a title, sections,
// paragraphs, bullets and bold, a file for every topic and language. Its tests
// hold the values in it to the tables of rules.go, and the deal that it works
// out to the engine.
//
//go:embed guide
var guide embed.FS

// topics names the topic that explains each reason of a refusal.
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

// phaseTopics names the topic that explains each phase.
var phaseTopics = map[engine.Name]string{
	phaseUndertake: "undertaking", phaseGoOn: "undertaking", phaseAnswer: "undertaking", engine.Playing: "tricks",
}
