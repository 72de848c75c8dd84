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
	s.t.Helper()
	i := slices.IndexFunc(s.nets, func(n *Network) bool { return n.name == name })
	if i < 0 {
		s.t.Fatalf("there is no network %q", name)
	}
	return s.nets[i]
}

// circumstances are the words behind a person's name, each with what it sets, in the order in which they are read: the
// last of a line first. Those that a word follows stand with a blank behind them.
var circumstances = []struct {
	word string
	set  func(in *chat.Input, what string)
}{
	{" where ", func(in *chat.Input, lang string) { in.SpaceLang = lang }},
	{" of ", func(in *chat.Input, server string) { in.Space = chat.ChatID(server) }},
	{" at ", func(in *chat.Input, place string) { in.Chat = placeOf(place).Chat }},
	{" called ", func(in *chat.Input, name string) { in.Name = name }},
	{" as admin", func(in *chat.Input, _ string) { in.Admin = true }},
	{" muted", func(in *chat.Input, _ string) { in.Mute = true }},
	{" privately", func(in *chat.Input, _ string) { in.Chat = "" }},
	{" in ", func(in *chat.Input, lang string) { in.Lang = lang }},
}

// inputOf returns the input of a NAME or NAME@NETWORK with its circumstances.
func (s *story) inputOf(who, said string) chat.Input {
	s.inputs++
	user := userOf(who)
	in := chat.Input{ID: fmt.Sprint("in", s.inputs), User: user, Name: nameOf(user), Lang: "en", Line: said}
	if user.Platform() == "fake" {
		in.Chat = channel
	}
	for _, c := range circumstances {
		if before, what, is := strings.Cut(who, c.word); is {
			c.set(&in, what)
			who = before
		}
	}
	if in.Space != "" { // on the network of the chat
		in.Space = chat.ChatID(in.Chat.Platform() + ":" + string(in.Space))
	}
	return in
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
