package screens

// Words in buttons' commands. Package command reads them.
const (
	// answers and switches
	WordYes = "yes"
	WordNo  = "no"
	WordOn  = "on"
	WordOff = "off" // in other commands it takes something back

	// A page's mark follows each of these words.
	WordAfter  = "after="
	WordBefore = "before="

	// leaderboard
	WordRating     = "rating"
	WordPoints     = "points"
	WordWeek       = "week"
	WordMonth      = "month" // also in history
	WordHere       = "here"  // also in history and settings
	WordEverywhere = "everywhere"
	WordMe         = "me" // the reader's own place

	// history
	WordExport  = "export"
	WordWon     = "won"
	WordLost    = "lost"
	WordDrawn   = "drawn"
	MonthLayout = "2006-01"

	// learn, instead of a lesson's name
	WordAll   = "all"
	WordWhole = "whole"

	// replay
	WordShare = "share" // follows a deal's code

	// setup
	WordMore = "more"

	// leave
	WordPause = "pause"

	// claim
	WordEnd = "end" // ends the match at a second claim

	// settings
	WordAuto     = "auto" // as on the platform
	WordPictures = "pictures"
	WordText     = "text"
	WordTable    = "table" // laid out
	WordChat     = "chat"  // like a chat
	WordDeckFour = "four"  // colours
	WordDeckTwo  = "two"
	WordAsk      = "ask"
	WordNever    = "never"

	// config: settings of a space
	SettingLang        = "lang"
	SettingRules       = "rules"
	SettingOption      = "option" // such as "exchange=easy"
	SettingLength      = "length"
	SettingPace        = "pace"
	SettingChannels    = "channels"
	SettingTables      = "tables"
	SettingChallengers = "who"
	SettingThreads     = "threads"

	// config: values
	WordDefault       = "usual" // the default
	ChallengersAll    = "all"
	ChallengersAdmins = "admins"
)

// LeaderboardKinds returns the kinds in the order of their buttons.
func LeaderboardKinds() []string { return []string{WordRating, WordPoints, WordWeek, WordMonth} }

// Outcomes returns the possible outcomes of a match.
func Outcomes() []string { return []string{WordWon, WordLost, WordDrawn} }
