package kosakeln

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
	engine.TooFew:           "exchange",
	engine.TooMany:          "exchange",
	engine.MustFollow:       "tricks",
	engine.MustTrump:        "tricks",
	engine.NoHonours:        "exchange",
	engine.EnoughOtherCards: "talon",
	engine.OtherCardsFirst:  "talon",
	engine.BidTooLow:        "auction",
	engine.CantHold:         "auction",
	engine.ForehandHolds:    "auction",
	engine.CantTake:         "auction",

	plainOnly:                "exchange",
	keepBird:                 "tricks",
	highestBird:              "tricks",
	engine.SaidAlready:       "announcements",
	engine.MayNotSay:         "announcements",
	engine.BirdNotHeld:       "announcements",
	engine.CardsNotHeld:      "announcements",
	engine.HoldsExcludedCard: "announcements",
	absoluteFirst:            "announcements",
	contraOff:                "contra",
	engine.CantFail:          "contra",
	engine.NothingToDouble:   "contra",
}

var phaseTopics = map[engine.Name]string{
	engine.Exchanging: "exchange", engine.Bidding: "auction",
	engine.AnnouncingEarly: "announcements", engine.AnnouncingLate: "announcements",
	engine.ChoosingPacket: "talon", engine.Discarding: "talon", engine.Playing: "tricks",
}
