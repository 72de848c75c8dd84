package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

type person struct {
	chance  *rand.Rand
	inbox   *inbox
	name    string // invented, because checkForgotten searches all documents for it
	user    chat.UserID
	lang    string
	net     *network
	room    chat.Place
	pressed []string
	// cutText is what the person types to cut the deck. It contains their name for checkForgotten, but not after a
	// link: the other person's seat may keep the text.
	cutText string
}

// newPeople creates the people, equally many on each network, half of them English and half German.
func newPeople(chance *rand.Rand, nets networks, b *inbox) (people []*person) {
	for i, name := range []string{"Annaquist", "Bertquist", "Carlquist", "Doraquist", "Emilquist", "Fredquist"} {
		n, lang := nets[i%len(nets)], "en"
		if i/len(nets)%2 == 1 {
			lang = "de"
		}
		people = append(people, &person{
			chance: chance, inbox: b, name: name, user: chat.UserID(fmt.Sprintf("%s:90%d01", n.name, i)),
			lang: lang, net: n, room: chat.Place{Chat: n.sharedChat}, cutText: name + " was here",
		})
	}
	return people
}

func (p *person) private() chat.Place { return chat.Place{User: p.user} }

// The percentages of unwanted presses.
const (
	oldPercent   = 3
	otherPercent = 5
	idlePercent  = 27
)

var urgentCommands = []string{"accept", "consent"}

const maxPressed = 20

func (p *person) press() bool {
	line, ok := p.pickLine()
	if !ok {
		return false
	}
	p.pressed = append(p.pressed, line)
	p.pressed = p.pressed[max(0, len(p.pressed)-maxPressed):]
	p.say(line)
	return true
}

func (p *person) pickLine() (line string, ok bool) {
	wanted, others := p.offers()
	otherLimit := oldPercent + otherPercent
	if len(wanted) == 0 {
		otherLimit = oldPercent + idlePercent
	}
	candidates := wanted
	switch x := p.chance.IntN(100); {
	case x < oldPercent && len(p.pressed) > 0:
		return pick(p.chance, p.pressed), true
	case x < otherLimit:
		candidates = others
	}
	if len(candidates) == 0 {
		return "", false
	}
	return p.choose(pick(p.chance, candidates)), true
}

func (p *person) offers() (wanted, others []offer) {
	for _, place := range []chat.Place{p.private(), p.room} {
		for _, o := range p.net.offersAt(place) {
			_, isMove := parseMove(o.line)
			if slices.Contains(urgentCommands, firstWord(o.line)) || isMove && place == p.private() {
				wanted = append(wanted, o)
			} else {
				others = append(others, o)
			}
		}
	}
	return wanted, others
}

func (p *person) choose(o offer) string {
	if o.choice == nil {
		return o.line
	}
	var values, others []string
	for _, x := range o.choice.Options {
		if x.Fixed {
			values = append(values, x.Value)
		} else {
			others = append(others, x.Value)
		}
	}
	p.chance.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	added := max(0, o.choice.Min-len(values))
	for added < o.choice.Max-len(values) && p.chance.IntN(4) == 0 {
		added++
	}
	return strings.Join(slices.Concat([]string{o.line}, values, others[:min(added, len(others))]), " ")
}

var invitations = []string{
	"bamberger 2", "bamberger tactical contra 2",
	"spieleversum 2",
	"strohmandeln/classic 2", "strohmandeln/extended 2", "strohmandeln/forty 2",
	"illustrated/mayr-sedlaczek", "illustrated/beck", "illustrated/loew",
	"bamberger easy 4",
	"kosakeln/beck",
	"strohmandeln/extended contra=undertaken draw=double 4",
}

func (p *person) invitation() string {
	line := pick(p.chance, invitations) + pick(p.chance, []string{"", " live", " live cut=deal", " 1 day"})
	return pick(p.chance, []string{"challenge ", "challenge ", "challenge ", "practice "}) + line
}

// command returns a random command. The order decides which one a seed draws; repetitions are weights.
func (p *person) command() string {
	all := []string{
		"hand", "hand", "games", "table", "next",
		"undo", "undo", "undo", "undo", "undo", "undo",
		"forget yes", "forget yes",
		"history", "leaderboard", "profile", "rules",
		"settings", "settings calls now", "settings lang de", "settings lang en", "settings text",
		"help", "replay", "export",
		"away 1", "back", "extend", "pause", "resume",
		"claim", "leave", "resign", "rematch",
		"learn", "queue", "config", "nonsense",
		"resign yes", "leave yes",
		"forget", "link", "unlink yes",
		"now", "start",
		"do abcd2345 1 play XXI", "link abcd2345",
		"cut " + p.cutText, "cut " + p.cutText, "cut mash the keys", "proof",
		"settings cut never", "settings cut ask", "settings confirm on", "settings confirm off",
		"block @Annaquist", "block off @Annaquist",
	}
	return pick(p.chance, all)
}

// say sends the line from the person's room or in private. A button's line may come from the wrong place, as if typed.
// The bot must accept it.
func (p *person) say(line string) chat.Answer {
	in := chat.Input{User: p.user, Name: p.name, Lang: p.lang, Line: line}
	if strings.HasPrefix(line, "challenge ") || p.chance.IntN(3) == 0 {
		in.Chat, in.Space = p.room.Chat, spaceOf(p.room.Chat)
	}
	return p.inbox.send(in)
}

func (p *person) link(other *person) {
	answer := p.say("link")
	if answer.Screen == nil || other.net == p.net {
		return
	}
	for _, part := range slices.Concat(answer.Screen.Text...) {
		if strings.HasPrefix(part.Text, "link ") {
			p.cutText, other.cutText = "somebody was here", "somebody was here"
			other.say(part.Text)
		}
	}
}

// toggleBlocked blocks or unblocks the bot at the place and sends the event. It does nothing while the network is
// disconnected, or in the bot's process.
func (p *person) toggleBlocked(place chat.Place) {
	if p.net.isDisconnected() || p.net.isInProcess {
		return
	}
	if !p.unblock(place) {
		p.net.block(place)
		p.sendEvent(place, chat.EventBotRemoved)
	}
}

func (p *person) unblock(place chat.Place) bool {
	if !p.net.unblock(place) {
		return false
	}
	event := chat.EventBotJoined
	if place == p.private() {
		event = chat.EventReachable
	}
	p.sendEvent(place, event)
	return true
}

func (p *person) sendEvent(place chat.Place, event chat.Event) {
	p.inbox.sendEvent(chat.Input{User: p.user, Name: p.name, Chat: place.Chat, Space: spaceOf(place.Chat), What: event})
}

func spaceOf(c chat.ChatID) chat.ChatID {
	space, _, _ := strings.Cut(string(c), "/")
	return chat.ChatID(space)
}
