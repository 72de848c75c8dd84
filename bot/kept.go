package bot

import "context"

// kept is what documents of one kind have to do with people.
type kept struct {
	kind string
	// erase takes out all that the documents hold of somebody. It may be done
	// again, and finds nothing to do then.
	erase func(*Bot, context.Context, *removal) error
	stays string // why nothing is erased; set if erase is nil
}

// everyKind lists all kinds of documents, in the order in which somebody is erased
// from them. A new kind has its row here, and a test misses it otherwise.
func everyKind() []kept {
	return []kept{
		{kind: kindLink, erase: (*Bot).eraseLinks},
		{kind: kindTable, erase: (*Bot).eraseTables},
		{kind: kindBrief, stays: "it changes with the table"},
		{kind: kindOwed, stays: "it names a table, and goes with it"},
		{kind: kindDraft, stays: "it tells cards by table and seat, and goes with the table"},
		{kind: kindDeal, stays: "it tells what seats have done, and who sat there by random ids"},
		{kind: kindMatch, stays: "it is what others' ratings come from, and tells random ids"},
		{kind: kindStanding, erase: (*Bot).eraseRanks},
		{kind: kindRank, stays: "it changes with the standing"},
		{kind: kindBand, stays: "it counts, and changes with the standing"},
		{kind: kindRival, erase: (*Bot).eraseRivals},
		{kind: kindStyle, erase: (*Bot).eraseStyles},
		{kind: kindHistory, erase: (*Bot).eraseHistory},
		{kind: kindNotice, erase: (*Bot).eraseNotices},
		{kind: kindDigest, erase: (*Bot).eraseDigests},
		{kind: kindCode, erase: (*Bot).eraseCodes},
		{kind: kindNote, erase: (*Bot).eraseNotes},
		{kind: kindIdentity, erase: (*Bot).eraseIdentity},
		{kind: kindPerson, erase: (*Bot).erasePerson},
		{kind: kindSeen, stays: "it is a sum of an act that tells nobody, for two days"},
		{kind: kindSpace, stays: "it is about a server or group of many"},
		{kind: kindScope, stays: "it is about a chat of many"},
		{kind: kindGreeted, stays: "it is about a chat of many"},
		{kind: kindLapse, stays: "it is what forbids a fresh start, for thirty days"},
		{kind: kindRemoved, stays: "it is what has to be erased, and tells only a random id and a time once that is done"},
		{kind: kindClock, stays: "it is about the bot"},
		{kind: kindAlarm, stays: "it tells a table or a random id, and goes when it rings"},
		{kind: kindMeta, stays: "it is about the data"},
	}
}
