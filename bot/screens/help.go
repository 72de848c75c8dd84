package screens

import (
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/match"
	"tarockbot/bot/match/terms"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/games"
	"tarockbot/engine/robot"
	"tarockbot/render/words"
)

// HelpTopic groups commands in the help.
type HelpTopic string

// The topics of the help.
const (
	TopicPlay      HelpTopic = "play"
	TopicPeople    HelpTopic = "people"
	TopicTables    HelpTopic = "tables"
	TopicStandings HelpTopic = "standings"
	TopicData      HelpTopic = "data"
)

// HelpTopics returns all topics in the order of the page.
func HelpTopics() []HelpTopic {
	return []HelpTopic{TopicPlay, TopicPeople, TopicTables, TopicStandings, TopicData}
}

// Word returns the topic's word in the help command.
func (t HelpTopic) Word() string { return string(t) }

// title returns the topic's heading and button label.
func (t HelpTopic) title(w *words.Tongue) string { return w.Say("help.topic." + t.Word()) }

// Help lists the commands of a topic. Without a topic it lists the topics.
type Help struct {
	Topic    HelpTopic
	Commands []HelpCommand
}

// HelpCommand is a command that the help lists.
type HelpCommand struct {
	Name string
	More bool // it needs arguments; the text "help.example.NAME" has an example
}

// Screen lists the topic's commands, with a button for each that needs no arguments. Without a topic it lists the games
// and the topics.
func (p Help) Screen(w *words.Tongue) *chat.Screen {
	if p.Topic == "" {
		names := seq.Map(games.All(), func(g engine.Game) string { return gameName(g, w) })
		text := []chat.Line{
			title(w.Say("help.title")), plain(w.Say("help.games", "Games", strings.Join(names, ", "))), plain(w.Say("help.intro")),
		}
		return page(w, text, firstSteps(w), seq.Map(HelpTopics(), func(t HelpTopic) chat.Button {
			return button(t.title(w), lineOf("help", t))
		}))
	}
	text := []chat.Line{title(p.Topic.title(w))}
	var buttons []chat.Button
	for _, c := range p.Commands {
		text = append(text, nonEmpty(c.line(w))...)
		if !c.More {
			buttons = append(buttons, button(speech.CommandWord(c.Name, w), c.Name))
		}
	}
	if typesMoves(w) {
		text = append(text, nil, plain(w.Say("help.more."+p.Topic.Word())))
	}
	return page(w, text, buttons, row(button("◀ "+w.Say("help.title"), "help")))
}

// line tells how to enter the command on the reader's platform, and its effect. If the command cannot be
// typed there, it shows the button's name, or returns nil if arguments are needed.
func (c HelpCommand) line(w *words.Tongue) chat.Line {
	word := speech.CommandWord(c.Name, w)
	said := styled(word, chat.Strong)
	if typed := w.Command(lineOf(word, when(c.More, w.Say("help.example."+c.Name)))); typed != "" {
		said = styled(typed, chat.Code)
	} else if c.More {
		return nil
	}
	return append(said, chat.Span{Text: " – " + w.Say("command."+c.Name)})
}

// typesMoves reports whether the reader can type commands and moves.
func typesMoves(w *words.Tongue) bool { return w.Command(engine.PlayCard.String()) != "" }

// gameName returns the game's name with its number of players.
func gameName(g engine.Game, w *words.Tongue) string {
	return w.Say("game.seats", "Game", w.Say("game."+g.ID), "Seats", g.Seats)
}

// firstSteps returns buttons for new players.
func firstSteps(w *words.Tongue) []chat.Button {
	return row(
		primary(w.Say("button.now"), "now"), button(w.Say("button.learn"), "learn"), button(w.Say("button.friend"), "challenge"))
}

// Greeting welcomes a new person or chat with the first three steps. In a chat it names the language, and
// administrators can choose another.
type Greeting struct {
	Home      chat.ChatID // the server or group
	Chat      chat.ChatID
	Languages Languages // to choose from; empty for a single person
}

// Screen shows the steps with their buttons and, in a chat, the languages.
func (p Greeting) Screen(w *words.Tongue) *chat.Screen {
	text := []chat.Line{
		title(w.Say("greeting.title")), plain(w.Say("greeting.now")), plain(w.Say("greeting.learn")), plain(w.Say("greeting.friend")),
	}
	if len(p.Languages) > 0 {
		space := SpaceName(p.Home.Platform(), w)
		text = append(text, dim(w.Say("greeting.language", "Language", p.Languages.Name(w.Tag(), w), "Space", space)))
	}
	return page(w, text, firstSteps(w), seq.Map(p.Languages, func(x Language) chat.Button {
		return toggle(x.Name, lineOf("config", p.Home, p.Chat, SettingLang, x.Tag), x.Tag == w.Tag())
	}))
}

// Meant suggests a command for a mistyped one.
type Meant struct {
	Question string
	Line     string // the suggested command
}

// Screen shows the question with a button that runs the suggestion.
func (p Meant) Screen(w *words.Tongue) *chat.Screen {
	return page(w, []chat.Line{plain(p.Question)}, row(primary(displayname.Clean(p.Line), p.Line)))
}

// Practice asks which game to play with the computer.
type Practice struct {
	Games []engine.Game // all games
	Known int           // number of leading Games that the person plays or last played
	Level robot.Level   // of the computer
}

// Screen offers the games, with known ones highlighted, and the computer's levels.
func (p Practice) Screen(w *words.Tongue) *chat.Screen {
	s := page(w, []chat.Line{title(w.Say("practice.title")), plain(w.Say("practice.which"))})
	for i, g := range p.Games {
		line := lineOf("practice", g.ID, when(p.Level != match.UsualLevel, terms.LevelWord(p.Level)))
		s.Buttons = append(s.Buttons, row(toggle(gameName(g, w), line, i < p.Known)))
	}
	s.Buttons = append(s.Buttons, seq.Map(robot.Levels(), func(l robot.Level) chat.Button {
		return toggle(levelName(l, w), lineOf("level", l), l == p.Level)
	}))
	return s
}

// levelName returns a level with the name of its computer player.
func levelName(l robot.Level, w *words.Tongue) string {
	return w.Say("setup.level.is", "Name", w.Say("name.computer."+string(l)), "Level", w.Say("computer.level."+string(l)))
}
