package screens

import (
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/support/seq"
	"tarockbot/engine"
	"tarockbot/engine/games"
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

// HelpTopics returns the topics in the page's order.
func HelpTopics() []HelpTopic {
	return []HelpTopic{TopicPlay, TopicPeople, TopicTables, TopicStandings, TopicData}
}

// Word returns the topic's word in the help command.
func (t HelpTopic) Word() string { return string(t) }

func (t HelpTopic) title(w *words.Tongue) string { return w.Say("help.topic." + t.Word()) }

// Help lists a topic's commands, or all topics.
type Help struct {
	Topic    HelpTopic
	Commands []HelpCommand
}

// HelpCommand is a listed command.
type HelpCommand struct {
	Name       string
	HasExample bool // see the text "help.example.NAME"
}

// Screen adds a button for each command without arguments.
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
		if !c.HasExample {
			buttons = append(buttons, button(speech.CommandWord(c.Name, w), c.Name))
		}
	}
	if typesMoves(w) {
		text = append(text, nil, plain(w.Say("help.more."+p.Topic.Word())))
	}
	return page(w, text, buttons, row(button("◀ "+w.Say("help.title"), "help")))
}

// line returns nil if the command can't be entered.
func (c HelpCommand) line(w *words.Tongue) chat.Line {
	word := speech.CommandWord(c.Name, w)
	said := styled(word, chat.Strong)
	if typed := w.Command(lineOf(word, when(c.HasExample, w.Say("help.example."+c.Name)))); typed != "" {
		said = styled(typed, chat.Code)
	} else if c.HasExample {
		return nil
	}
	return append(said, chat.Span{Text: " – " + w.Say("command."+c.Name)})
}

func typesMoves(w *words.Tongue) bool { return w.Command(engine.PlayCard.String()) != "" }

// Suggestion suggests another command.
type Suggestion struct {
	Question string
	Line     string
}

// Screen asks, with a button for the suggestion.
func (p Suggestion) Screen(w *words.Tongue) *chat.Screen {
	return page(w, []chat.Line{plain(p.Question)}, row(primary(displayname.Clean(p.Line), p.Line)))
}
