package tables

import "tarockbot/bot/keep"

// Holders are those of what goes with tables, and of what rings.
func Holders() []keep.Holder {
	return []keep.Holder{
		{Kind: KindBrief, Stays: "it changes with the table", Untold: "it is what the table tells"},
		{Kind: KindDraft, Stays: "it tells cards by table and seat, and goes with the table", Untold: "it is told with the table"},
		{Kind: KindDeal, Stays: "it tells what seats have done, and who sat there by random ids", Untold: "`history export` gives it"},
		{Kind: KindClock, Stays: "it is about the bot", Untold: "it is about the bot"},
		{Kind: KindAlarm, Stays: "it tells a table or a random id, and goes when it rings", Untold: "it is when the bot looks at what is told"},
	}
}
