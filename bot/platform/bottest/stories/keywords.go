package stories

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
)

// keywordInput is an input that begins with a keyword, not with a person.
type keywordInput struct {
	minArgs int
	do      func(s *story, words []string) (output []string, err error)
}

const untilOpen = 1000

var keywordInputs = map[string]keywordInput{
	"given": {1, onlyError((*story).configure)},
	"see": {1, func(s *story, words []string) ([]string, error) {
		where, which, _ := strings.Cut(strings.Join(words, " "), ": ")
		return s.see(where, which), nil
	}},
	"known":   {1, (*story).introduce},
	"again":   {0, func(s *story, _ []string) ([]string, error) { return s.say(s.last) }},
	"banned":  {0, withoutOutput((*story).ban)},
	"restart": {0, onlyError(func(s *story, words []string) error { return s.restart(words, false) })},
	"killed":  {0, onlyError(func(s *story, words []string) error { return s.restart(words, true) })},
	"pass":    {1, onlyError(func(_ *story, words []string) error { return pass(words) })},
	"full":    {0, withoutOutput(func(s *story, _ []string) { s.store.IsFull.Store(true) })},
	"room":    {0, withoutOutput(func(s *story, _ []string) { s.store.IsFull.Store(false) })},
	"open": {0, withoutOutput(func(s *story, _ []string) {
		for _, n := range s.nets {
			n.Forgive()
		}
	})},
	"deleted": {1, withoutOutput(func(s *story, words []string) {
		place := placeOf(words[0])
		post, _ := s.netOf(place).Last(place)
		s.netOf(place).Delete(post.Ref)
	})},
	"down": {1, withoutOutput(func(s *story, words []string) { s.netNamed(words[0]).Down.Store(true) })},
	"up":   {1, withoutOutput(func(s *story, words []string) { s.netNamed(words[0]).Down.Store(false) })},
	"clock": {1, onlyError(func(s *story, words []string) error {
		d, err := time.ParseDuration(words[0])
		s.clock.Add(int64(d))
		return err
	})},

	"joined": event(chat.EventBotJoined), "removed": event(chat.EventBotRemoved), "reachable": event(chat.EventReachable), "moved": event(chat.EventChatMoved),

	"closed":  failure(func(string) (int, error, error) { return untilOpen, chat.ErrBlocked, nil }),
	"refused": failure(func(string) (int, error, error) { return 1, chat.ErrRefused, nil }),
	"gone":    failure(func(to string) (int, error, error) { return untilOpen, chat.Migrated{To: placeOf(to).Chat}, nil }),
	"busy": failure(func(wait string) (int, error, error) {
		d, err := time.ParseDuration(wait)
		return 1, chat.RetryAfter{Wait: d}, err
	}),
	"failing": failure(func(times string) (int, error, error) {
		n, err := strconv.Atoi(times)
		return n, errors.New("bad gateway"), err
	}),
}

func withoutOutput(do func(s *story, words []string)) func(*story, []string) ([]string, error) {
	return func(s *story, words []string) ([]string, error) { do(s, words); return nil, nil }
}

func onlyError(do func(s *story, words []string) error) func(*story, []string) ([]string, error) {
	return func(s *story, words []string) ([]string, error) { return nil, do(s, words) }
}

func event(what chat.Event) keywordInput {
	return keywordInput{1, func(s *story, words []string) ([]string, error) {
		s.inputs++
		_, lang, _ := strings.Cut(strings.Join(words, " "), " in ")
		at, to := placeOf(words[0]), placeOf(words[len(words)-1])
		return s.say(chat.Input{
			ID: fmt.Sprint("in", s.inputs), What: what, User: at.User, Chat: at.Chat, MovedTo: to.Chat, Name: words[0], Lang: lang,
		})
	}}
}

// failure makes the next messages in a place fail. read parses the words after the place.
func failure(read func(how string) (times int, failed, parseErr error)) keywordInput {
	return keywordInput{1, onlyError(func(s *story, words []string) error {
		place := placeOf(words[0])
		times, failed, err := read(strings.Join(words[1:], ""))
		if err == nil {
			s.netOf(place).FailNext(place, slices.Repeat([]error{failed}, times)...)
		}
		return err
	})}
}

func (s *story) configure(words []string) error {
	change, n, err := settings[words[0]], 1, error(nil)
	if len(words) > 1 {
		n, err = strconv.Atoi(words[1])
	}
	if change == nil {
		err = errors.New("no such setting")
	}
	if err == nil {
		change(s, n)
	}
	return err
}

func (s *story) introduce(words []string) ([]string, error) {
	for _, who := range strings.Split(strings.Join(words, " "), ", ") {
		if _, err := s.say(s.inputOf(who, "help")); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

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

func (s *story) restart(words []string, isKilled bool) error {
	wasFull := s.store.IsFull.Load()
	s.store.IsFull.Store(wasFull || isKilled)
	s.stop()
	s.store.IsFull.Store(wasFull)
	var err error
	if len(words) > 0 {
		err = pass(words)
	}
	s.start()
	return err
}

var settings = map[string]func(s *story, n int){
	"networks":          func(s *story, n int) { s.nets = newNetworks(n) },
	"tables-per-person": func(s *story, n int) { s.cfg.Limits.TablesPerPerson = n },
	"tables-per-chat":   func(s *story, n int) { s.cfg.Limits.TablesPerChat = n },
	"abandoned-days":    func(s *story, n int) { s.cfg.Clocks.AbandonedDays = n },
	"no-stakes":         func(s *story, n int) { s.cfg.NoStakes = n > 0 },
	"inputs-per-person": func(s *story, n int) { s.cfg.Limits.InputsPerPerson, s.cfg.Limits.InputsPerChat = n, 4*n },
	"threads":           func(s *story, n int) { s.nets[0].Threads = n > 0 },
	"chance":            func(s *story, n int) { s.cfg.Random = bottest.SeededReader(n) },
}
