package kosakeln

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
	engine.DealOver:      "course",
	engine.NotYourTurn:   "course",
	engine.WrongPhase:    "course",
	engine.NotOffered:    "course",
	engine.NotHeld:       "course",
	engine.TooFew:        "exchange",
	engine.TooMany:       "exchange",
	engine.MustFollow:    "tricks",
	engine.MustTrump:     "tricks",
	engine.NoHonours:     "exchange",
	engine.EnoughOthers:  "talon",
	engine.OthersFirst:   "talon",
	engine.BidTooLow:     "auction",
	engine.CantHold:      "auction",
	engine.ForehandHolds: "auction",
	engine.CantTake:      "auction",

	plainOnly:              "exchange",
	keepBird:               "tricks",
	highestBird:            "tricks",
	engine.SaidAlready:     "announcements",
	engine.NotYours:        "announcements",
	engine.BirdNotHeld:     "announcements",
	engine.CardsNotHeld:    "announcements",
	engine.HoldsOne:        "announcements",
	absoluteFirst:          "announcements",
	contraOff:              "contra",
	engine.CantFail:        "contra",
	engine.NothingToDouble: "contra",
}

// phaseTopics names the topic that explains each phase.
var phaseTopics = map[engine.Name]string{
	engine.Exchanging: "exchange", engine.Bidding: "auction",
	engine.AnnouncingEarly: "announcements", engine.AnnouncingLate: "announcements",
	engine.ChoosingPacket: "talon", engine.Discarding: "talon", engine.Playing: "tricks",
}
