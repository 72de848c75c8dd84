package stories

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"tarockbot/bot/chat"
)

// see returns the lines with one of the words; without words, the changes since the last call.
func (s *story) see(where, words string) []string {
	where, newest := strings.CutPrefix(where, "newest ")
	place := placeOf(where)
	posts := s.netOf(place).Posts(place)
	if newest {
		posts = posts[max(0, len(posts)-1):]
	}
	var messages [][]string
	for _, p := range posts {
		messages = append(messages, printScreen(p.Screen))
	}
	slices.SortFunc(messages, slices.Compare)
	now := slices.Concat(messages...)
	if words != "" {
		return slices.DeleteFunc(now, func(l string) bool { return !hasAny(l, words) })
	}
	gone := slices.Clone(s.seen[where])
	s.seen[where] = now
	var changed []string
	for _, l := range now {
		if i := slices.Index(gone, l); i >= 0 {
			gone = slices.Delete(gone, i, i+1)
		} else {
			changed = append(changed, l)
		}
	}
	for _, l := range gone {
		changed = append(changed, "no more "+l)
	}
	return changed
}

func (s *story) newCalls() (output []string) {
	for _, n := range s.nets {
		for _, p := range n.All() {
			c := p.Screen.Call
			if c == nil || c.Suppressed {
				continue
			}
			if thread := c.Subject + " " + string(c.User); c.Number > s.lastCalls[thread] {
				s.lastCalls[thread] = c.Number
				output = append(append(output, "calls "+displayUser(c.User)+": "+c.Text.String()), plainTimes(c.Text)...)
			}
		}
	}
	slices.Sort(output)
	return output
}

func (s *story) screens(who string) []chat.Screen {
	user := userOf(who)
	var all []chat.Screen
	if page, ok := s.pages[string(user)]; ok {
		all = append(all, page)
	}
	for _, place := range []chat.Place{{User: user}, {Chat: channel}} {
		for _, p := range slices.Backward(s.netOf(place).Posts(place)) {
			all = append(all, p.Screen)
		}
	}
	return all
}

func (s *story) printAnswer(answer chat.Answer) (output []string) {
	switch {
	case answer.Repeated:
		output = append(output, "refused: in silence")
	case answer.Refused:
		output = append(output, strings.TrimSpace("refused: "+answer.Alert))
	case answer.Alert != "":
		output = append(output, `"`+answer.Alert+`"`)
	}
	if answer.Screen != nil {
		output = append(output, printScreen(*answer.Screen)...)
	}
	if answer.File != nil {
		output = append(output, "file "+answer.File.Name)
		if s.wantsFile {
			output = append(output, strings.Split(string(answer.File.Data), "\n")...)
		}
	}
	if answer.Ask != nil {
		output = append(output, "asks: "+answer.Ask.Title)
	}
	return output
}

func printScreen(screen chat.Screen) []string {
	var all []string
	for _, l := range screen.Text {
		all = append(append(all, l.String()), plainTimes(l)...)
	}
	if c := screen.Choice; c != nil {
		chosen := ""
		for _, o := range c.Options {
			if o.Chosen && !o.Fixed {
				chosen += " " + o.Label
			}
		}
		all = append(all, fmt.Sprintf("<%s: %d to %d of %d%s>", c.Label, c.Min, c.Max, len(c.Options), chosen))
	}
	if screen.Thread != nil {
		all = append(all, fmt.Sprint("in a thread: ", *screen.Thread))
	}
	for _, row := range screen.Buttons {
		for _, b := range row {
			all = append(all, "["+b.Label+"]")
		}
	}
	for _, m := range screen.Menus {
		for _, o := range m.Options {
			if o.Chosen {
				all = append(all, "<"+m.Label+": "+o.Label+">")
			}
		}
	}
	return all
}

var timePattern = regexp.MustCompile(`(^|[^–\d])\d{1,2}:\d\d \(Vienna\)$`)

// plainTimes reports times in plain text, which networks can't localise.
func plainTimes(l chat.Line) (all []string) {
	for _, span := range l {
		if span.At.IsZero() && timePattern.MatchString(span.Text) {
			all = append(all, "no moment: "+span.Text)
		}
	}
	return all
}
