package main

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// person is a player with an account on one network.
type person struct {
	chance  *rand.Rand
	inbox   *inbox
	name    string // an invented name: checkForgotten looks for it in all documents
	user    chat.UserID
	lang    string
	net     *network
	room    chat.Place // where they meet others
	pressed []string   // the lines that they pressed last
	// cutText is the text that the person types to cut the deck. It contains their name, so that checkForgotten finds a text
	// that wasn't erased. After a link it doesn't, because the text may be stored with the other person's seat, which outlives
	// this one.
	cutText string
}

// newPeople creates the evening's people. Each network has the same number of them, half English and half German.
func newPeople(chance *rand.Rand, nets networks, b *inbox) (people []*person) {
	for i, name := range []string{"Annaquist", "Bertquist", "Carlquist", "Doraquist", "Emilquist", "Fredquist"} {
		n, lang := nets[i%len(nets)], "en"
		if i/len(nets)%2 == 1 {
			lang = "de"
		}
		people = append(people, &person{
			chance: chance, inbox: b, name: name, user: chat.UserID(fmt.Sprintf("%s:90%d01", n.name, i)),
			lang: lang, net: n, room: chat.Place{Chat: n.hall}, cutText: name + " was here",
		})
	}
	return people
}

// private returns the place of private messages to the person.
func (p *person) private() chat.Place { return chat.Place{User: p.user} }

// The shares of presses of something that isn't wanted, in a hundred.
const (
	oldShare   = 3  // an offer pressed before, which may be outdated
	otherShare = 5  // an offer of another kind
	idleShare  = 27 // in place of otherShare, while nothing wanted is offered
)

// urgentCommands are those that others wait for.
var urgentCommands = []string{"accept", "consent"}

// mostPressed limits the remembered offers.
const mostPressed = 20

// press presses one of the offers, most often a move. It reports whether it pressed one: without a move to make, a person
// often does nothing.
func (p *person) press() bool {
	line, ok := p.pickLine()
	if !ok {
		return false
	}
	p.pressed = append(p.pressed, line)
	p.pressed = p.pressed[max(0, len(p.pressed)-mostPressed):]
	p.say(line)
	return true
}

// pickLine returns the line of the next press. ok is false if the person presses nothing.
func (p *person) pickLine() (line string, ok bool) {
	wanted, others := p.offers()
	otherLimit := oldShare + otherShare
	if len(wanted) == 0 {
		otherLimit = oldShare + idleShare
	}
	candidates := wanted
	switch x := p.chance.IntN(100); {
	case x < oldShare && len(p.pressed) > 0:
		return pick(p.chance, p.pressed), true
	case x < otherLimit:
		candidates = others
	}
	if len(candidates) == 0 {
		return "", false
	}
	return p.choose(pick(p.chance, candidates)), true
}

// offers returns what the person can press. They want to move, and to answer those that wait for them.
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

// choose returns the line that an offer sends when it is pressed. For a choice it appends the fixed values and some random ones.
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

// invitations are the terms of games that people start; a test finds a rule set that is missing.
var invitations = []string{
	"bamberger 2", "bamberger tactical contra 2",
	"spieleversum 2",
	"strohmandeln/classic 2", "strohmandeln/extended 2", "strohmandeln/forty 2",
	"illustrated/mayr-sedlaczek", "illustrated/beck", "illustrated/loew",
	"bamberger easy 4",
	"kosakeln/beck",
	"strohmandeln/extended contra=undertaken draw=double 4",
}

// invitation returns a line that starts a game.
func (p *person) invitation() string {
	line := pick(p.chance, invitations) + pick(p.chance, []string{"", " live", " live cut=deal", " 1 day"})
	return pick(p.chance, []string{"challenge ", "challenge ", "challenge ", "practice "}) + line
}

// command returns a random command line. The order decides which one a seed draws, and a line's repetitions are its weight.
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

// say sends the line from the person's room or in private, and returns the bot's answer; zero if there is none now. A button's
// line comes from the wrong place at times, as if the person had typed it there: the bot must not mind.
func (p *person) say(line string) chat.Answer {
	in := chat.Input{User: p.user, Name: p.name, Lang: p.lang, Line: line}
	if strings.HasPrefix(line, "challenge ") || p.chance.IntN(3) == 0 {
		in.Chat, in.Space = p.room.Chat, spaceOf(p.room.Chat)
	}
	return p.inbox.send(in)
}

// link asks for a link code, and has the other person use it if they are on another network. They are linked if both inputs get
// through.
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

// toggleBlocked blocks the bot at the place, or unblocks it, and sends the event. It does nothing while the network is
// disconnected, or in the bot's process.
func (p *person) toggleBlocked(place chat.Place) {
	if p.net.isDisconnected() || p.net.isInProcess {
		return
	}
	if !p.unblock(place) {
		p.net.block(place)
		p.sendEvent(place, chat.Removed)
	}
}

// unblock unblocks the bot at the place and sends the event, if the bot is blocked there. It reports whether it was.
func (p *person) unblock(place chat.Place) bool {
	if !p.net.unblock(place) {
		return false
	}
	event := chat.Joined
	if place == p.private() {
		event = chat.Reachable
	}
	p.sendEvent(place, event)
	return true
}

// sendEvent sends an event of the person about the place.
func (p *person) sendEvent(place chat.Place, event chat.Event) {
	p.inbox.sendEvent(chat.Input{User: p.user, Name: p.name, Chat: place.Chat, Space: spaceOf(place.Chat), What: event})
}

// spaceOf returns the server or group of a chat.
func spaceOf(c chat.ChatID) chat.ChatID {
	space, _, _ := strings.Cut(string(c), "/")
	return chat.ChatID(space)
}
