package bot

import (
	"context"

	"tarockbot/bot/keep"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/spaces"
	"tarockbot/bot/standing"
	"tarockbot/bot/tables"
)

// kept is what documents of one kind have to do with people.
type kept struct {
	kind string
	// erase takes out all that the documents hold of somebody. It may be done
	// again, and finds nothing to do then.
	erase func(*Bot, context.Context, *people.Removal) error
	stays string // why nothing is erased; set if erase is nil
	// tell adds what the documents hold of somebody to an export.
	tell   func(*Bot, context.Context, *exporting) error
	untold string // why nothing is added; set if tell is nil
}

// everyKind lists all kinds of documents, in the order in which somebody is erased
// from them and told of them. A new kind has its row here, and a test misses it otherwise.
func everyKind() []kept {
	return []kept{
		{kind: people.KindLink, erase: (*Bot).eraseLinks, untold: "accounts tell who is linked"},
		{kind: tables.KindTable, erase: (*Bot).eraseTables, tell: (*Bot).tellTables},
		{kind: tables.KindBrief, stays: "it changes with the table", untold: "it is what the table tells"},
		{kind: outbox.KindDirty, stays: "it names a table, and goes with it", untold: "it names a table"},
		{kind: kindDraft, stays: "it tells cards by table and seat, and goes with the table", untold: "it is told with the table"},
		{kind: tables.KindDeal, stays: "it tells what seats have done, and who sat there by random ids", untold: "`history export` gives it"},
		{kind: standing.KindMatch, stays: "it is what others' ratings come from, and tells random ids", untold: "it is what histories tell"},
		{kind: standing.KindStanding, erase: (*Bot).eraseRanks, tell: (*Bot).tellStandings},
		{kind: standing.KindRank, stays: "it changes with the standing", untold: "it follows from the standing"},
		{kind: standing.KindBand, stays: "it counts, and changes with the standing", untold: "it counts many"},
		{kind: standing.KindRival, erase: (*Bot).eraseRivals, tell: (*Bot).tellRivals},
		{kind: standing.KindStyle, erase: (*Bot).eraseStyles, tell: (*Bot).tellStyles},
		{kind: kindHistory, erase: (*Bot).eraseHistory, tell: (*Bot).tellMatches},
		{kind: outbox.KindNotice, erase: (*Bot).eraseNotices, tell: (*Bot).tellNotices},
		{kind: outbox.KindDigest, erase: (*Bot).eraseDigests, tell: (*Bot).tellDigest},
		{kind: kindCode, erase: (*Bot).eraseCodes, tell: (*Bot).tellCodes},
		{kind: keep.KindNote, erase: (*Bot).eraseNotes, tell: (*Bot).tellNotes},
		{kind: people.KindIdentity, erase: (*Bot).eraseIdentity, untold: "it is the account's user"},
		{kind: people.KindPerson, erase: (*Bot).erasePerson, tell: (*Bot).tellPerson},
		{kind: keep.KindSeen, stays: "it is a sum of an act that tells nobody, for two days", untold: "it is a sum that tells nobody"},
		{kind: spaces.KindSpace, stays: "it is about a server or group of many", untold: "it is about a server or group of many"},
		{kind: standing.KindScope, stays: "it is about a chat of many", untold: "it is about a chat of many"},
		{kind: kindGreeted, stays: "it is about a chat of many", untold: "it is about a chat of many"},
		{kind: people.KindLapse, stays: "it is what forbids a fresh start, for thirty days", untold: "it is in the person's settings"},
		{kind: people.KindRemoved, stays: "it is what has to be erased, and tells only a random id and a time once that is done", untold: "who is being forgotten isn't listened to"},
		{kind: tables.KindClock, stays: "it is about the bot", untold: "it is about the bot"},
		{kind: tables.KindAlarm, stays: "it tells a table or a random id, and goes when it rings", untold: "it is when the bot looks at what is told"},
		{kind: keep.KindMeta, stays: "it is about the data", untold: "it is about the data"},
	}
}

// Kinds are all kinds of documents that a bot keeps.
func Kinds() (all []string) {
	for _, k := range everyKind() {
		all = append(all, k.kind)
	}
	return all
}
