package screens

// The words that buttons write into commands, behind the names of commands and settings. Package command reads them.
const (
	// answers, and values of settings that are on or off
	WordYes = "yes"
	WordNo  = "no"
	WordOn  = "on"
	WordOff = "off" // in other commands it takes something back

	// Commands with pages. The mark of the current page follows each of these words.
	WordAfter  = "after="  // the next page
	WordBefore = "before=" // the previous page

	// leaderboard
	WordRating     = "rating"
	WordPoints     = "points"
	WordWeek       = "week"
	WordMonth      = "month" // also in history
	WordHere       = "here"  // also in history and settings
	WordEverywhere = "everywhere"
	WordMe         = "me" // the page with the reader's own place

	// history
	WordExport = "export" // asks for a file
	WordWon    = "won"
	WordLost   = "lost"
	WordDrawn  = "drawn"
	MonthForm  = "2006-01" // the format of a month

	// learn: these words replace the name of a lesson
	WordAll   = "all"   // lists the lessons
	WordWhole = "whole" // starts a whole deal with advice

	// replay
	WordShare = "share" // follows a deal's code and explains how to share the deal

	// setup
	WordMore = "more" // shows the less common choices

	// leave
	WordPause = "pause" // asks for a pause instead

	// claim
	WordEnd = "end" // ends the match of a player who runs out of time again

	// settings
	WordAuto     = "auto"     // follows the platform
	WordPictures = "pictures" // pages have pictures
	WordText     = "text"     // pages have words alone
	WordTable    = "table"    // the page lays the table out
	WordChat     = "chat"     // the page looks like a chat
	WordDeckFour = "four"     // the deck has four colours
	WordDeckTwo  = "two"
	WordAsk      = "ask" // the person wants to be asked to cut
	WordNever    = "never"

	// config: the settings of a space
	SettingLang     = "lang"
	SettingRules    = "rules"
	SettingOption   = "option" // with a value such as "exchange=easy"
	SettingLength   = "length"
	SettingPace     = "pace"
	SettingChannels = "channels"
	SettingTables   = "tables"
	SettingWho      = "who"
	SettingThreads  = "threads"

	// config: values of these settings
	WordUsual = "usual"  // the default value
	WhoAll    = "all"    // everybody may challenge
	WhoAdmins = "admins" // only administrators may challenge
)

// LeaderboardKinds returns the kinds of leaderboards in the order of their buttons.
func LeaderboardKinds() []string { return []string{WordRating, WordPoints, WordWeek, WordMonth} }

// Outcomes returns the possible outcomes of a match for a player.
func Outcomes() []string { return []string{WordWon, WordLost, WordDrawn} }
