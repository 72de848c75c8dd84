package bottest

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/storage"
)

// acts are what people do, by the words behind who does it. In a line with several the first counts.
var acts map[string]func(s *story, who, what string) ([]string, error)

func init() { // repeat plays acts
	acts = map[string]func(s *story, who, what string) ([]string, error){
		": ":        func(s *story, who, said string) ([]string, error) { return s.say(s.inputOf(who, said)) },
		" presses ": (*story).press,
		" lose to ": (*story).lose,
		" move":     (*story).move, // also "moves"
		" times ":   (*story).repeat,
	}
}

// inputOf returns the input of a NAME or NAME@NETWORK, with "in LANG", "privately", "as admin", "called NAME", and "at NETWORK/CHAT".
func (s *story) inputOf(who, said string) chat.Input {
	s.inputs++
	who, told, _ := strings.Cut(who, " where ")
	who, at, isElsewhere := strings.Cut(who, " at ")
	at, server, isOfServer := strings.Cut(at, " of ")
	who, called, _ := strings.Cut(who, " called ")
	who, isAdmin := strings.CutSuffix(who, " as admin")
	who, isMute := strings.CutSuffix(who, " muted")
	who, isPrivate := strings.CutSuffix(who, " privately")
	who, lang, _ := strings.Cut(who, " in ")
	user := userOf(who)
	in := chat.Input{ID: fmt.Sprint("in", s.inputs), User: user, Name: cmp.Or(called, nameOf(user)), Lang: cmp.Or(lang, "en"), SpaceLang: told, Admin: isAdmin, Mute: isMute, Line: said}
	switch {
	case isElsewhere:
		in.Chat = placeOf(at).Chat
	case !isPrivate && user.Platform() == "fake":
		in.Chat = channel
	}
	if isOfServer {
		in.Space = placeOf(in.Place().Platform() + "/" + server).Chat
	}
	return in
}

// placeOf returns the place "channel", "NETWORK/CHAT" or that of a person.
func placeOf(where string) chat.Place {
	switch {
	case where == "channel":
		return chat.Place{Chat: channel}
	case strings.Contains(where, "/"):
		return chat.Place{Chat: chat.ChatID(strings.Replace(where, "/", ":", 1))}
	}
	return chat.Place{User: userOf(where)}
}

// userOf returns the user of "NAME" or "NAME@NETWORK", whatever follows.
func userOf(who string) chat.UserID {
	who, _, _ = strings.Cut(who, " ")
	name, network, _ := strings.Cut(who, "@")
	return chat.UserID(cmp.Or(network, "fake") + ":" + name)
}

// whoIs returns how a story calls the user: "NAME" or "NAME@NETWORK".
func whoIs(u chat.UserID) string {
	if u.Platform() == "fake" {
		return nameOf(u)
	}
	return nameOf(u) + "@" + u.Platform()
}

func nameOf(u chat.UserID) string { return strings.TrimPrefix(string(u), u.Platform()+":") }

func (s *story) netOf(place chat.Place) *Network { return s.netNamed(place.Platform()) }

func (s *story) netNamed(name string) *Network {
	return s.nets[slices.IndexFunc(s.nets, func(n *Network) bool { return n.name == name })]
}

// say hands the input in and returns the answer.
func (s *story) say(in chat.Input) ([]string, error) {
	before := s.state()
	s.last = in
	answer, err := s.running.Handle(s.t.Context(), in)
	if errors.Is(err, storage.ErrFull) {
		return []string{"the network is to tell it again"}, nil
	} else if err != nil {
		return nil, err
	}
	synctest.Wait()
	if answer.Refused {
		if after := s.state(); after != before {
			s.t.Errorf("%s: %q is refused and changes %s", in.User, in.Line, golden.Difference(after, before))
		}
	}
	if answer.Screen != nil {
		s.pages[string(in.User)] = *answer.Screen
	}
	return s.printAnswer(answer), nil
}

// state returns all that is stored of matches, but for the messages that show them.
func (s *story) state() string {
	var b strings.Builder
	for _, kind := range []string{"table", "deal", "standing", "history", "draft", "space"} {
		for doc, err := range s.cfg.Store.Scan(s.t.Context(), kind, "", "") {
			var fields map[string]any
			if err := cmp.Or(err, json.Unmarshal(doc.Data, &fields)); err != nil {
				s.t.Fatal(err)
			}
			delete(fields, "messages")
			fmt.Fprintln(&b, kind, doc.Key.ID, fields)
		}
	}
	return b.String()
}

// press presses a button, or the last one of before.
func (s *story) press(who, start string) ([]string, error) {
	start, isOld := strings.CutPrefix(start, "old ")
	if !isOld {
		command := s.button(who, start)
		if command == "" {
			return []string{who + " sees no such button"}, nil
		}
		s.pressed = append(s.pressed, command)
		return s.say(s.inputOf(who, command))
	}
	for _, command := range slices.Backward(s.pressed) {
		if strings.HasPrefix(command, start) {
			return s.say(s.inputOf(who, command))
		}
	}
	return nil, errors.New("nobody has pressed such a button")
}

// button returns the command of the first button with a command or label that begins with start; "" if there is none.
func (s *story) button(who, start string) string {
	begins := func(command, label string) bool {
		return strings.HasPrefix(command, start) || strings.HasPrefix(invisible.Replace(label), start)
	}
	for _, screen := range s.screens(who) {
		rows := screen.Buttons
		if c := screen.Choice; c != nil {
			rows = append([][]chat.Button{{{Label: c.Confirm, Line: c.Line}}}, rows...)
			for _, o := range c.Options {
				rows[0] = append(rows[0], chat.Button{Label: o.Label, Line: c.Toggle + " " + o.Value})
			}
		}
		for _, row := range rows {
			for _, b := range row {
				if begins(b.Line, b.Label) {
					return b.Line
				}
			}
		}
		for _, m := range screen.Menus {
			for _, o := range m.Options {
				if l := m.After(o); begins(l, o.Label) {
					return l
				}
			}
		}
	}
	return ""
}

// move lets the people make so many moves, or one.
func (s *story) move(people, times string) ([]string, error) {
	n, err := strconv.Atoi(cmp.Or(strings.TrimSpace(strings.TrimPrefix(times, "s")), "1"))
	movers := strings.Split(people, ", ")
	for i := range n {
		moved := slices.ContainsFunc(movers, s.moveOnce)
		if !moved && i > 0 {
			<-time.After(time.Second)
			moved = slices.ContainsFunc(movers, s.moveOnce)
		}
		if !moved {
			return []string{"nobody is offered a move"}, err
		}
	}
	return nil, err
}

// moveOnce lets a person make the first move that they are offered.
func (s *story) moveOnce(who string) bool {
	for _, p := range slices.Backward(s.netOf(chat.Place{User: userOf(who)}).Posts(chat.Place{User: userOf(who)})) {
		line := ""
		if c := p.Screen.Choice; c != nil {
			line = c.Line + " " + strings.Join(Fewest(c), " ")
		}
		for _, row := range p.Screen.Buttons {
			for _, b := range row {
				if line == "" && strings.HasPrefix(b.Line, "do ") {
					line = b.Line
				}
			}
		}
		if line != "" {
			output, err := s.say(s.inputOf(who, strings.TrimSpace(line)))
			return err == nil && (len(output) == 0 || !strings.HasPrefix(output[0], "refused: "))
		}
	}
	return false
}

// lose lets people leave a match of two each, which they have begun with the winner.
func (s *story) lose(losers, winner string) ([]string, error) {
	for _, who := range strings.Split(losers, ", ") {
		challenge := "challenge @" + nameOf(userOf(who)) + " bamberger 2"
		for _, in := range []chat.Input{
			s.inputOf(who, "help"), s.inputOf(winner, challenge), s.inputOf(who, "accept"), s.inputOf(who, "leave yes"),
		} {
			output, err := s.say(in)
			if err != nil || len(output) > 0 && strings.HasPrefix(output[0], "refused: ") {
				return output, cmp.Or(err, errors.New("it is refused"))
			}
		}
	}
	return nil, nil
}
