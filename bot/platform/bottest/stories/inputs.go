package stories

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
	"tarockbot/bot/platform/bottest"
	"tarockbot/engine/enginetest/golden"
	"tarockbot/storage"
)

// inputForm is an input recognised by the infix in its line.
type inputForm struct {
	infix string
	do    func(who, what string) ([]string, error)
}

// run runs one line. If several infixes are in the line, the first one counts.
func (s *story) run(line string) ([]string, error) {
	words := strings.Fields(line)
	if h, known := keywordInputs[words[0]]; known && len(words) > h.minArgs {
		return h.do(s, words[1:])
	}
	var first inputForm
	at := len(line)
	for _, a := range []inputForm{
		{": ", func(who, said string) ([]string, error) { return s.say(s.inputOf(who, said)) }},
		{" presses ", s.press},
		{" lose to ", s.lose},
		{" moves", s.move},
		{" move", s.move},
		{" times ", s.repeat},
	} {
		if i := strings.Index(line, a.infix); i >= 0 && i < at {
			first, at = a, i
		}
	}
	if first.do == nil {
		return nil, errors.New("no such input")
	}
	return first.do(line[:at], line[at+len(first.infix):])
}

func (s *story) repeat(times, line string) (counts []string, err error) {
	n, err := strconv.Atoi(times)
	var all []string
	for range n {
		output, playErr := s.run(line)
		all, err = append(all, append(output, "nothing")[0]), cmp.Or(err, playErr)
	}
	for len(all) > 0 {
		first, before := all[0], len(all)
		all = slices.DeleteFunc(all, func(l string) bool { return l == first })
		counts = append(counts, fmt.Sprintf("%d × %s", before-len(all), first))
	}
	return counts, err
}

func (s *story) say(in chat.Input) ([]string, error) {
	before := s.state()
	s.last = in
	answer, err := s.running.Handle(s.t.Context(), in)
	if errors.Is(err, storage.ErrFull) {
		return []string{"the network must repeat the input"}, nil
	} else if err != nil {
		return nil, err
	}
	synctest.Wait()
	if answer.Refused {
		if after := s.state(); after != before {
			s.t.Errorf("%s: the refused input %q changes %s", in.User, in.Line, golden.Difference(after, before))
		}
	}
	if answer.Screen != nil {
		s.pages[string(in.User)] = *answer.Screen
	}
	return s.printAnswer(answer), nil
}

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
	return nil, errors.New("no such button was pressed before")
}

func (s *story) button(who, start string) string {
	matches := func(command, label string) bool {
		return strings.HasPrefix(command, start) || strings.HasPrefix(invisible.Replace(label), start)
	}
	for _, screen := range s.screens(who) {
		for _, b := range bottest.Offered(screen) {
			if matches(b.Line, b.Label) {
				return b.Line
			}
		}
	}
	return ""
}

func (s *story) move(people, times string) ([]string, error) {
	n, err := strconv.Atoi(cmp.Or(strings.TrimSpace(times), "1"))
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

func (s *story) moveOnce(who string) bool {
	place := chat.Place{User: userOf(who)}
	for _, p := range slices.Backward(s.netOf(place).Posts(place)) {
		if line := firstMove(p.Screen); line != "" {
			output, err := s.say(s.inputOf(who, line))
			return err == nil && (len(output) == 0 || !strings.HasPrefix(output[0], "refused: "))
		}
	}
	return false
}

func firstMove(s chat.Screen) string {
	if c := s.Choice; c != nil {
		return strings.TrimSpace(c.Line + " " + strings.Join(bottest.SmallestChoice(c), " "))
	}
	for _, b := range bottest.Offered(s) {
		if strings.HasPrefix(b.Line, "do ") {
			return b.Line
		}
	}
	return ""
}

func (s *story) lose(losers, winner string) ([]string, error) {
	for _, who := range strings.Split(losers, ", ") {
		challenge := "challenge @" + nameOf(userOf(who)) + " bamberger 2"
		for _, in := range []chat.Input{
			s.inputOf(who, "help"), s.inputOf(winner, challenge), s.inputOf(who, "accept"), s.inputOf(who, "leave yes"),
		} {
			output, err := s.say(in)
			if err != nil || len(output) > 0 && strings.HasPrefix(output[0], "refused: ") {
				return output, cmp.Or(err, errors.New("input refused"))
			}
		}
	}
	return nil, nil
}
