package outbox

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/outbox/outboxtest"
	"tarockbot/engine/enginetest/golden"
)

// TestTranscripts plays testdata/*.txt. Each line names an entry of happenings and perhaps a place. Below the line
// stand the network's requests.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	golden.EachFile(t, "testdata", func(t *testing.T, file string) {
		t.Parallel()
		golden.Sections(t, file, func(t *testing.T) golden.Play { return newRig(t, true).playLine })
	})
}

// happenings maps a line's first words to its action, which returns lines for the transcript.
var happenings = map[string]func(r *rig, p chat.Place, args string) string{
	"changes": func(r *rig, p chat.Place, _ string) string { r.deliver(p); return "" },
	"asks":    func(r *rig, p chat.Place, _ string) string { r.change(p, func(*MessageState) {}); return "" },
	"reposts": func(r *rig, p chat.Place, _ string) string {
		r.change(p, func(s *MessageState) { s.Repost = true })
		return ""
	},
	"reposts changed": func(r *rig, p chat.Place, _ string) string {
		r.change(p, func(s *MessageState) { s.Rev, s.Stale, s.Repost = s.Rev+1, true, true })
		return ""
	},
	"force": func(r *rig, p chat.Place, _ string) string { r.queue.Force(key(p)); return "" },
	"lost":  func(r *rig, p chat.Place, _ string) string { r.queue.MarkLost(key(p)); return "" },
	"lost, and stored so": func(r *rig, p chat.Place, _ string) string {
		r.queue.MarkLost(key(p))
		r.change(p, func(s *MessageState) { s.Lost = true })
		return ""
	},
	"found": func(r *rig, p chat.Place, _ string) string { r.queue.MarkFound(key(p), false); return "" },
	"let in": func(r *rig, p chat.Place, _ string) string {
		return fmt.Sprintf("may be reposted: %v", r.queue.MarkFound(key(p), true))
	},
	"somebody writes": func(r *rig, p chat.Place, _ string) string { return fmt.Sprintf("it was silent: %v", r.EndSilence(p)) },
	"hurry":           func(r *rig, p chat.Place, _ string) string { r.queue.CancelDelay(key(p)); return "" },
	"deleted":         func(r *rig, p chat.Place, _ string) string { r.net.Delete(r.stateOf(p).Ref); return "" },
	"source forgets in the next request": func(r *rig, p chat.Place, _ string) string {
		r.net.OnRequest[p] = func() {
			r.source.mu.Lock()
			defer r.source.mu.Unlock()
			delete(r.source.messages, key(p))
		}
		return ""
	},
	"network panics": func(r *rig, p chat.Place, _ string) string {
		r.net.OnRequest[p] = func() {
			r.net.OnRequest[p] = nil
			panic("secret")
		}
		return ""
	},
	"source panics": func(r *rig, _ chat.Place, _ string) string { r.source.panics = true; return "" },
	"fails": func(r *rig, _ chat.Place, args string) string {
		r.net.FailNext(outboxtest.ParseFailures(args)...)
		return ""
	},
	"unrecorded": func(r *rig, p chat.Place, ref string) string { r.net.PostUnknown(p, chat.Ref(ref)); return "" },
	"holds": func(r *rig, _ chat.Place, _ string) string {
		r.hold = make(chan struct{})
		r.net.HoldRequests(r.hold)
		return ""
	},
	"holds no more": func(r *rig, _ chat.Place, _ string) string { r.net.HoldRequests(nil); return "" },
	"answers":       func(r *rig, _ chat.Place, _ string) string { close(r.hold); return "" },
	"passes": func(_ *rig, _ chat.Place, d string) string {
		wait, err := time.ParseDuration(d)
		if err != nil {
			return err.Error()
		}
		outboxtest.AdvanceTime(wait)
		return ""
	},
	"forget": func(r *rig, _ chat.Place, _ string) string { r.queue.Forget("table"); return "" },
	"see": func(r *rig, p chat.Place, _ string) string {
		s := r.stateOf(p)
		queue := fmt.Sprintf("in flight %v, settled %v, stale %v", r.queue.IsInFlight("table"), r.queue.IsSettled(key(p), MessageState{}), r.queue.IsStale("table"))
		return fmt.Sprintf("%s; %q is shown, unfinished %v, lost %v; %d deliveries remembered", queue, s.Ref, s.IsUnfinished(), s.Lost, r.countDeliveries())
	},
	"outcomes": func(r *rig, _ chat.Place, _ string) string {
		var all []string
		for _, out := range r.source.outcomes() {
			all = append(all, fmt.Sprintf("%v, final %v", out.Err, out.Final))
		}
		return strings.Join(all, "\n")
	},
	"log": func(r *rig, _ chat.Place, _ string) string {
		lines := logLine.FindAllString(r.log.String(), -1)
		*r.log = bytes.Buffer{}
		return strings.Join(lines, "\n")
	},
}

var logLine = regexp.MustCompile(`level=\w+ msg=("[^"]*"|\S+)`)

func (r *rig) playLine(line string) (lines []string, err error) {
	place := outboxtest.Here
	if withoutPlace, isThere := strings.CutSuffix(line, " there"); isThere {
		line, place = withoutPlace, outboxtest.There
	}
	line = strings.TrimSuffix(line, " here")
	action, args := happenings[line], ""
	if action == nil {
		line, args, _ = strings.Cut(line, " ")
		action = happenings[line]
	}
	if action == nil {
		return nil, errors.New("unknown happening")
	}
	if text := action(r, place, args); text != "" {
		lines = strings.Split(text, "\n")
	}
	synctest.Wait()
	return append(lines, r.net.TakeRequests()...), nil
}
