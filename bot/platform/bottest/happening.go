package bottest

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
)

// happening is an input that nobody says or presses.
type happening struct {
	needs int // how many words it needs besides its name
	do    func(s *story, words []string) (output []string, err error)
}

// happenings holds the happenings by their names, with which their lines begin. See Stories for what they do.
var happenings = map[string]happening{
	"known":   {1, (*story).introduce},
	"again":   {0, func(s *story, _ []string) ([]string, error) { return s.say(s.last) }},
	"banned":  {0, func(s *story, words []string) ([]string, error) { s.ban(words); return nil, nil }},
	"restart": {0, func(s *story, words []string) ([]string, error) { return nil, s.restart(words, false) }},
	"killed":  {0, func(s *story, words []string) ([]string, error) { return nil, s.restart(words, true) }},
	"pass":    {1, func(_ *story, words []string) ([]string, error) { return nil, pass(words) }},
	"full":    {0, func(s *story, _ []string) ([]string, error) { s.store.IsFull.Store(true); return nil, nil }},
	"room":    {0, func(s *story, _ []string) ([]string, error) { s.store.IsFull.Store(false); return nil, nil }},
	"open": {0, func(s *story, _ []string) ([]string, error) {
		for _, n := range s.nets {
			n.Forgive()
		}
		return nil, nil
	}},
	"deleted": {1, func(s *story, words []string) ([]string, error) {
		place := placeOf(words[0])
		post, _ := s.netOf(place).Last(place)
		s.netOf(place).Delete(post.Ref)
		return nil, nil
	}},
	"down": {1, func(s *story, words []string) ([]string, error) {
		s.netOf(placeOf(words[0] + "/")).Down.Store(true)
		return nil, nil
	}},
	"up": {1, func(s *story, words []string) ([]string, error) {
		s.netOf(placeOf(words[0] + "/")).Down.Store(false)
		return nil, nil
	}},
	"clock": {1, func(s *story, words []string) ([]string, error) {
		d, err := time.ParseDuration(words[0])
		s.clock.Add(int64(d))
		return nil, err
	}},

	"joined": event(chat.Joined), "removed": event(chat.Removed), "reachable": event(chat.Reachable), "moved": event(chat.Moved),

	"closed":  failure(func(string) []error { return slices.Repeat([]error{chat.ErrBlocked}, 1000) }),
	"refused": failure(func(string) []error { return []error{chat.ErrRefused} }),
	"gone":    failure(func(to string) []error { return slices.Repeat([]error{chat.Migrated{To: placeOf(to).Chat}}, 1000) }),
	"busy": failure(func(wait string) []error {
		d, err := time.ParseDuration(wait)
		return []error{cmp.Or(err, error(chat.RetryAfter{Wait: d}))}
	}),
	"failing": failure(func(times string) []error {
		n, err := strconv.Atoi(times)
		return slices.Repeat([]error{cmp.Or(err, errors.New("bad gateway"))}, max(n, 1))
	}),
}

// event returns the happening that a network tells of a place.
func event(what chat.Event) happening {
	return happening{1, func(s *story, words []string) ([]string, error) {
		s.inputs++
		_, lang, _ := strings.Cut(strings.Join(words, " "), " in ")
		at, to := placeOf(words[0]), placeOf(words[len(words)-1])
		return s.say(chat.Input{ID: fmt.Sprint("in", s.inputs), What: what, User: at.User, Chat: at.Chat, To: to.Chat, Name: words[0], Lang: lang})
	}}
}

// failure returns the happening that a network can't show the next messages in a place. errs returns what it says to them.
func failure(errs func(how string) []error) happening {
	return happening{1, func(s *story, words []string) ([]string, error) {
		place := placeOf(words[0])
		s.netOf(place).FailNext(place, errs(strings.Join(words[1:], ""))...)
		return nil, nil
	}}
}

// introduce lets the bot know the people.
func (s *story) introduce(words []string) ([]string, error) {
	for _, who := range strings.Split(strings.Join(words, " "), ", ") {
		if _, err := s.say(s.inputOf(who, "help")); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// ban makes these people and chats the banned ones.
func (s *story) ban(words []string) {
	s.cfg.Bans.People, s.cfg.Bans.Chats = nil, nil
	for _, who := range words {
		if place := placeOf(strings.TrimSuffix(who, ",")); place.User != "" {
			s.cfg.Bans.People = append(s.cfg.Bans.People, place.User)
		} else {
			s.cfg.Bans.Chats = append(s.cfg.Bans.Chats, place.Chat)
		}
	}
}

// restart ends the bot, and begins the next one after the time. A killed bot stores nothing at its end.
func (s *story) restart(words []string, isKilled bool) error {
	s.store.IsFull.Store(isKilled)
	s.stop()
	s.store.IsFull.Store(false)
	var err error
	if len(words) > 0 {
		err = pass(words)
	}
	s.start()
	return err
}
