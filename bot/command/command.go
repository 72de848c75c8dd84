// Package command implements the commands that people type and buttons send. The function commands lists them; start
// there, then read NewRequest.
package command

import (
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/screens"
	"tarockbot/bot/support/seq"
)

type handler func(context.Context, *Request) (chat.Answer, error)

type command struct {
	name      string
	run       binding
	page      string // Answer.Page
	asks      bool   // the page asks for confirmation
	takesText bool   // the page asks for a text, and a refusal ends it
	step      bool   // a seat's step already prevents repetition
	private   bool   // of no use to others in a group

	topic          screens.HelpTopic // of the help; "" for commands of buttons and networks
	needsArguments bool              // as in the text "help.example.NAME"
}

// commands lists all commands; see [arg]. The texts "command.NAME" describe them. Rare commands come last, because a
// network may show only a few.
func commands() []command {
	return []command{
		{name: "challenge", run: withLessons(takes1(challenge, challengeArg)), topic: screens.TopicPeople, page: "challenge"},
		{name: "accept", run: withLessons(takes1(accept, challengedArg)), topic: screens.TopicPeople, needsArguments: true},
		{name: "now", run: withLessons(takes0(playNow, wordsField)), private: true, topic: screens.TopicPlay, page: "hand"},
		{name: "practice", run: withLessons(takes1(practice, practiceArg)), private: true, topic: screens.TopicPlay, page: "challenge"},
		{name: "hand", run: takes1(showHand, tableArg), topic: screens.TopicPlay, page: "hand"},
		{name: "table", run: takes1(repostTable, tableArg), topic: screens.TopicTables},
		{name: "games", run: takes0(listGames), topic: screens.TopicTables, page: "games"},
		{name: "undo", run: takes2(undo, tableArg, markArg), topic: screens.TopicPlay},
		{name: "resign", run: takes3(resign.run, sureArg, tableArg, markArg), topic: screens.TopicPlay, page: "resign", asks: true},
		{name: "leave", run: takes3(leave.run, sureArg, tableArg, markArg), topic: screens.TopicTables, page: "leave", asks: true},
		{name: "rematch", run: takes1(rematch, tableArg), topic: screens.TopicPeople},
		{name: "away", run: takes2(goAway, daysOffArg, markArg), topic: screens.TopicTables, page: "away"},
		{name: "leaderboard", run: takes1(leaderboard, boardArg), topic: screens.TopicStandings, page: "leaderboard"},
		{name: "profile", run: takes1(profile, profileArg), topic: screens.TopicStandings, page: "profile"},
		{name: "history", run: takes1(history, historyArg), private: true, topic: screens.TopicStandings, page: "history"},
		{name: "replay", run: takes2(replay, replayedArg, momentArg), private: true, topic: screens.TopicStandings, page: "replay"},
		{name: "learn", run: takes1(learn, lessonArg), topic: screens.TopicPlay, page: "learn"},
		{name: "rules", run: takes1(rulesTopic, rulesArg), topic: screens.TopicPlay, page: "rules"},
		{name: "link", run: takes1(link, linkCodeArg), private: true, topic: screens.TopicData, page: "link"},
		{name: "block", run: takes2(block, offAnywhereArg, blockedArg), private: true, topic: screens.TopicPeople, page: "block"},
		{name: "settings", run: takes2(settings, settingArg, textArg), private: true, topic: screens.TopicData, page: "settings"},
		{name: "help", run: takes1(help, topicArg), topic: screens.TopicPlay, page: "help"},
		{name: "decline", run: takes2(decline, reasonArg, declinedArg), topic: screens.TopicPeople, needsArguments: true},
		{name: "unlink", run: takes2(unlink, sureArg, markArg), private: true, topic: screens.TopicData, page: "link", asks: true},
		{name: "privacy", run: takes0(privacyPage, wordsField), topic: screens.TopicData, page: "privacy"},
		{name: "config", run: takes1(config, configArg), topic: screens.TopicData, page: "config"},
		{name: "export", run: takes0(exportMe), private: true, topic: screens.TopicData, page: "export"},
		{name: "forget", run: takes2(forgetMe, sureArg, markArg), private: true, topic: screens.TopicData, page: "forget", asks: true},
		{name: "extend", run: takes2(extend, tableArg, markArg), topic: screens.TopicTables},
		{name: "pause", run: takes3(pause, offArg, tableArg, markArg), topic: screens.TopicTables},
		{name: "resume", run: takes2(resume, tableArg, markArg), topic: screens.TopicTables},
		{name: "claim", run: takes3(claimTime, endArg, tableArg, wordsArg), topic: screens.TopicTables},
		{name: "back", run: takes2(back, tableArg, markArg), topic: screens.TopicTables, page: "away"},
		{name: "rest", run: takes2(rest, tableArg, markArg), topic: screens.TopicPlay},
		{name: "next", run: takes0(nextGame), topic: screens.TopicTables, page: "hand"},
		{name: "queue", run: takes3(queue, tableAroundArg, stepBeforeArg, saidArg), topic: screens.TopicPlay, page: "queue"},
		{name: "cut", run: takes2(cut, tableBeforeArg, saidArg), topic: screens.TopicPlay, page: "cut", takesText: true},
		{name: "proof", run: takes1(proof, tableArg.withFields(wordsField)), topic: screens.TopicPlay, page: "proof"},
		{name: "verify", run: takes1(verifyDeal, verifiedArg), topic: screens.TopicStandings, page: "verify", needsArguments: true},
		{
			name: "consent", run: takes3(answerConsent, consentArg, tableArg.withFields(), markArg),
			topic: screens.TopicPlay, needsArguments: true,
		},
		{name: "start", run: takes0(start), page: "help"},
		{name: "setup", run: takes2(setup, moreArg, termsArg), page: "challenge"},
		{name: "level", run: takes1(practicePage, levelArg), page: "challenge"},
		{name: "topics", run: takes1(suggestTopics, textArg), page: "rules"},
		{name: "challenges", run: takes0(suggestChallenges), page: "games"},
		{name: "do", run: takes3(doAction, tableArg, markArg, textArg), step: true},
		{name: "pick", run: takes3(pick, tableArg, markArg, wordArg)},
		{name: "confirm", run: takes1(confirm, choiceArg), step: true},
		{name: "fill", run: takes2(fill, tableAnywhereArg, wordsArg)},
		{name: "change", run: takes3(changeChallenge, tableAnywhereArg, moreArg, termsArg)},
		{name: "offer", run: takes1(offer, tableArg)},
	}
}

func spokenCommands() []speech.Command {
	return seq.Map(commands(), func(c command) speech.Command {
		return speech.Command{Name: c.name, Hidden: c.topic == "", Private: c.private, Fields: c.run.in}
	})
}
