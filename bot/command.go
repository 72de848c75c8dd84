package bot

import (
	"context"
	"fmt"

	"tarockbot/bot/chat"
	"tarockbot/bot/pages"
	"tarockbot/bot/speech"
	"tarockbot/render/words"
)

// command is one thing people can ask for.
type command struct {
	name string
	run  func(*Bot, context.Context, *request) (Answer, error)
	hide bool   // not listed: only buttons say it
	page string // of the answers; see Answer.Page
	asks bool   // its page asks whether somebody is sure
}

// commands are all commands. Their descriptions are the texts "command.NAME". Those
// that are asked for rarely, or by buttons, come last: a network may have room for
// few at hand.
func commands() []command {
	return []command{
		{name: "challenge", run: (*Bot).challenge, page: "challenge"},
		{name: "accept", run: (*Bot).accept},
		{name: "practice", run: (*Bot).practice, page: "challenge"},
		{name: "hand", run: (*Bot).showHand, page: "hand"},
		{name: "table", run: (*Bot).repostTable},
		{name: "games", run: (*Bot).listGames, page: "games"},
		{name: "undo", run: (*Bot).undo},
		{name: "resign", run: (*Bot).resign, page: "resign", asks: true},
		{name: "leave", run: (*Bot).leave, page: "leave", asks: true},
		{name: "rematch", run: (*Bot).rematch},
		{name: "extend", run: (*Bot).extend},
		{name: "away", run: (*Bot).goAway, page: "away"},
		{name: "leaderboard", run: (*Bot).leaderboard, page: "leaderboard"},
		{name: "profile", run: (*Bot).profile, page: "profile"},
		{name: "history", run: (*Bot).history, page: "history"},
		{name: "replay", run: (*Bot).replay, page: "replay"},
		{name: "rules", run: (*Bot).rulesTopic, page: "rules"},
		{name: "link", run: (*Bot).link, page: "link"},
		{name: "block", run: (*Bot).block, page: "block"},
		{name: "config", run: (*Bot).config, page: "config"},
		{name: "settings", run: (*Bot).settings, page: "settings"},
		{name: "export", run: (*Bot).exportMe, page: "export"},
		{name: "forget", run: (*Bot).forgetMe, page: "forget", asks: true},
		{name: "help", run: (*Bot).help, page: "help"},
		{name: "decline", run: (*Bot).decline},
		{name: "unlink", run: (*Bot).unlink, page: "link", asks: true},
		{name: "pause", run: (*Bot).pause},
		{name: "resume", run: (*Bot).resume},
		{name: "claim", run: (*Bot).claimTime},
		{name: "back", run: (*Bot).back, page: "away"},
		{name: "next", run: (*Bot).nextGame, page: "hand"},
		{name: "queue", run: (*Bot).queue, page: "queue"},
		{name: "consent", run: (*Bot).answerConsent},
		{name: "setup", run: (*Bot).setup, hide: true, page: "challenge"},
		{name: "topics", run: (*Bot).suggestTopics, hide: true, page: "rules"},
		{name: "do", run: (*Bot).do, hide: true},
		{name: "pick", run: (*Bot).pick, hide: true},
		{name: "confirm", run: (*Bot).confirm, hide: true},
		{name: "fill", run: (*Bot).fill, hide: true},
		{name: "offer", run: (*Bot).offer, hide: true},
	}
}

// CommandNames are the commands that people type, for platforms that list them.
func CommandNames() []string {
	var names []string
	for _, c := range commands() {
		if !c.hide {
			names = append(names, c.name)
		}
	}
	return names
}

// spoken is the command as people say it.
func (c command) spoken() speech.Command { return speech.Command{Name: c.name, Hidden: c.hide} }

// spokenCommands are all commands as people say them.
func spokenCommands() (all []speech.Command) {
	for _, c := range commands() {
		all = append(all, c.spoken())
	}
	return all
}

// help lists the commands.
func (b *Bot) help(_ context.Context, r *request) (Answer, error) {
	var all pages.Help
	for _, c := range commands() {
		if !c.hide {
			all = append(all, c.spoken())
		}
	}
	return Answer{Screen: all.Screen(r.t)}, nil
}

// Languages are those that the bot speaks, as BCP 47 tags; the first is for
// people who understand none of the others.
func Languages() []string { return words.Languages() }

// Vocabularies are what can be said to the bot, in each of its languages; the first is
// for people who understand none of the others.
func Vocabularies() (all []chat.Vocabulary, err error) {
	catalogue, err := words.Load()
	if err != nil {
		return nil, fmt.Errorf("bot: vocabularies: %w", err)
	}
	for _, lang := range Languages() {
		all = append(all, speech.NewVocabulary(catalogue.In(lang), spokenCommands()))
	}
	return all, nil
}
