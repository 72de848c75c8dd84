package illustrated

import (
	"embed"

	"tarockbot/engine"
)

// guide holds the rules in the words people read; its tests hold the values in
// it to the tables of rules.go, and the deal that it works out to the engine.
//
//go:embed guide
var guide embed.FS

// topics names the topic that explains each reason of a refusal.
var topics = map[engine.Name]string{
	engine.DealOver:     "course",
	engine.NotYourTurn:  "course",
	engine.WrongPhase:   "course",
	engine.NotOffered:   "course",
	engine.NotHeld:      "course",
	engine.TooFew:       "talon",
	engine.TooMany:      "talon",
	engine.MustFollow:   "tricks",
	engine.MustTrump:    "tricks",
	engine.NoHonours:    "talon",
	engine.EnoughOthers: "talon",
	engine.OthersFirst:  "talon",
	engine.BidTooLow:    "auction",
	engine.CantHold:     "auction",
	engine.CantTake:     "auction",

	engine.SaidAlready:     "announcements",
	engine.NotYours:        "announcements",
	engine.BirdNotHeld:     "announcements",
	engine.CardsNotHeld:    "announcements",
	engine.HoldsOne:        "announcements",
	engine.CantFail:        "contra",
	engine.NothingToDouble: "contra",

	saidLater: "announcements",
	mustBeat:  "trischaken",
	pagatLast: "trischaken",
}

// phaseTopics names the topic that explains each phase.
var phaseTopics = map[engine.Name]string{
	engine.Bidding: "auction", engine.AnnouncingEarly: "announcements", engine.AnnouncingLate: "announcements",
	engine.ChoosingPacket: "talon", engine.Discarding: "talon", engine.Playing: "tricks",
}

// playTopics names the topic that explains the play of a contract of its own.
var playTopics = map[engine.Word]string{engine.Trischaken: "trischaken"}
