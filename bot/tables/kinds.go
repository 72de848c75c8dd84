package tables

import "tarockbot/bot/keep"

// Kinds are the kinds of documents of tables, and of what rings.
func Kinds() []keep.Kind {
	return []keep.Kind{
		{Name: KindTable},
		{Name: KindBrief, Stays: "it changes with the table", Untold: "it is what the table tells"},
		{Name: KindDeal, Stays: "it tells what seats have done, and who sat there by random ids", Untold: "`history export` gives it"},
		{Name: KindClock, Stays: "it is about the bot", Untold: "it is about the bot"},
		{Name: KindAlarm, Stays: "it tells a table or a random id, and goes when it rings", Untold: "it is when the bot looks at what is told"},
	}
}
