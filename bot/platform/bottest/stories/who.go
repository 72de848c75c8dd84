package stories

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
)

const channel = "fake:channel"

func placeOf(where string) chat.Place {
	switch {
	case where == "channel":
		return chat.Place{Chat: channel}
	case strings.Contains(where, "/"):
		return chat.Place{Chat: chat.ChatID(strings.Replace(where, "/", ":", 1))}
	}
	return chat.Place{User: userOf(where)}
}

// userOf parses "NAME" or "NAME@NETWORK" and ignores further words.
func userOf(who string) chat.UserID {
	who, _, _ = strings.Cut(who, " ")
	name, network, _ := strings.Cut(who, "@")
	return chat.UserID(cmp.Or(network, "fake") + ":" + name)
}

func displayUser(u chat.UserID) string {
	if u.Platform() == "fake" {
		return nameOf(u)
	}
	return nameOf(u) + "@" + u.Platform()
}

func nameOf(u chat.UserID) string { return strings.TrimPrefix(string(u), u.Platform()+":") }

func (s *story) netOf(place chat.Place) *bottest.Network { return s.netNamed(place.Platform()) }

func (s *story) netNamed(name string) *bottest.Network {
	s.t.Helper()
	i := slices.IndexFunc(s.nets, func(n *bottest.Network) bool { return n.Name() == name })
	if i < 0 {
		s.t.Fatalf("there is no network %q", name)
	}
	return s.nets[i]
}

// circumstances parse the words after a name, the last first. A keyword with a trailing space takes an argument.
var circumstances = []struct {
	marker string
	set    func(in *chat.Input, value string)
}{
	{" where ", func(in *chat.Input, lang string) { in.SpaceLang = lang }},
	{" of ", func(in *chat.Input, server string) { in.Space = chat.ChatID(server) }},
	{" at ", func(in *chat.Input, place string) { in.Chat = placeOf(place).Chat }},
	{" called ", func(in *chat.Input, name string) { in.Name = name }},
	{" as admin", func(in *chat.Input, _ string) { in.Admin = true }},
	{" muted", func(in *chat.Input, _ string) { in.BotMuted = true }},
	{" privately", func(in *chat.Input, _ string) { in.Chat = "" }},
	{" in ", func(in *chat.Input, lang string) { in.Lang = lang }},
}

func (s *story) inputOf(who, line string) chat.Input {
	s.inputs++
	user := userOf(who)
	in := chat.Input{ID: fmt.Sprint("in", s.inputs), User: user, Name: nameOf(user), Lang: "en", Line: line}
	if user.Platform() == "fake" {
		in.Chat = channel
	}
	for _, c := range circumstances {
		if before, value, is := strings.Cut(who, c.marker); is {
			c.set(&in, value)
			who = before
		}
	}
	if in.Space != "" {
		in.Space = chat.ChatID(in.Chat.Platform() + ":" + string(in.Space))
	}
	return in
}
