package illustrated

import (
	"embed"

	"tarockbot/engine"
)

//go:embed guide
var guide embed.FS

// topics maps refusals to the guide.
var topics = map[engine.Name]string{
	engine.DealOver:         "course",
	engine.NotYourTurn:      "course",
	engine.WrongPhase:       "course",
	engine.NotOffered:       "course",
	engine.NotHeld:          "course",
	engine.TooFew:           "talon",
	engine.TooMany:          "talon",
	engine.MustFollow:       "tricks",
	engine.MustTrump:        "tricks",
	engine.NoHonours:        "talon",
	engine.EnoughOtherCards: "talon",
	engine.OtherCardsFirst:  "talon",
	engine.BidTooLow:        "auction",
	engine.CantHold:         "auction",
	engine.CantTake:         "auction",

	engine.SaidAlready:       "announcements",
	engine.MayNotSay:         "announcements",
	engine.BirdNotHeld:       "announcements",
	engine.CardsNotHeld:      "announcements",
	engine.HoldsExcludedCard: "announcements",
	engine.CantFail:          "contra",
	engine.NothingToDouble:   "contra",

	saidLater: "announcements",
	mustBeat:  "trischaken",
	pagatLast: "trischaken",
}

var phaseTopics = map[engine.Name]string{
	engine.Bidding: "auction", engine.AnnouncingEarly: "announcements", engine.AnnouncingLate: "announcements",
	engine.ChoosingPacket: "talon", engine.Discarding: "talon", engine.Playing: "tricks",
}

var playTopics = map[engine.Word]string{engine.Trischaken: "trischaken"}
