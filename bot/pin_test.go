package bot_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/platform/bottest"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

var (
	pin      = flag.Bool("pin", false, "rewrite the hashes of all pinned matches")
	pinned   = flag.Int("pinned", 3, "number of pinned matches to play")
	pinnedTo = flag.String("pinned-to", "", "folder for transcripts of the pinned matches")
)

const pinFile = "testdata/pinned.txt"

const maxPinned = 200

// TestPinned hashes answers, screens and documents of seeded matches. If you change them on purpose, rewrite the hashes
// with -pin and say why.
func TestPinned(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(pinFile)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Fields(string(data))
	if *pin {
		*pinned = maxPinned
	}
	got := make([]string, *pinned)
	t.Run("matches", func(t *testing.T) {
		for n := range *pinned {
			t.Run(fmt.Sprint(n), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { got[n] = playPinned(t, n) })
				if !*pin && (n >= len(want) || got[n] != want[n]) {
					t.Errorf("match %d changed: -pinned-to DIR writes its transcript, -pin accepts the change", n)
				}
			})
		}
	})
	if *pin && !t.Failed() {
		must(t, os.WriteFile(pinFile, []byte(strings.Join(got, "\n")+"\n"), 0o600))
	}
}

type pinnedMatch struct {
	*world
	random     *rand.Rand
	people     []string // the host first
	table      string
	transcript bytes.Buffer
	shown      map[string]string
	stored     map[storage.Key]string
}

func playPinned(t *testing.T, n int) string {
	t.Helper()
	m := &pinnedMatch{random: rand.New(rand.NewPCG(uint64(n), 1)), shown: make(map[string]string), stored: make(map[storage.Key]string)}
	m.world = startWorld(t, memory.New(), withTickingClock, withOthers("other"), func(w *world) {
		w.random = bottest.SeededReader(n)
	})
	m.sit(n)
	for range 150 {
		m.step()
	}
	m.finish()
	if *pinnedTo != "" {
		must(t, os.WriteFile(filepath.Join(*pinnedTo, fmt.Sprintf("%03d.txt", n)), m.transcript.Bytes(), 0o600))
	}
	sum := sha256.Sum256(m.transcript.Bytes())
	return hex.EncodeToString(sum[:8])
}

var pinnedTerms = []string{
	"bamberger 2", "bamberger tactical contra 2", "spieleversum 2", "kosakeln/beck", "strohmandeln/classic", "strohmandeln/extended", "strohmandeln/forty",
	"illustrated/mayr-sedlaczek", "illustrated/beck", "illustrated/loew", "bamberger classic 4",
}

func (m *pinnedMatch) sit(n int) {
	m.t.Helper()
	terms := pinnedTerms[n%len(pinnedTerms)]
	m.people = []string{"anna", "bert", "carl"}
	if !strings.HasPrefix(terms, "illustrated") {
		m.people = m.people[:2]
	}
	for _, who := range m.people {
		m.says(who, "help")
	}
	answer := m.says("anna", "challenge "+terms+[]string{"", " live", " 1d", " 3d"}[n%4])
	synctest.Wait()
	post, _ := m.net.Last(public)
	m.table = strings.TrimPrefix(offeredLine(post.Screen, "accept "), "accept ")
	if m.table == "" {
		m.t.Fatalf("%s: no challenge: %+v", terms, answer)
	}
	for _, who := range m.people[1:] {
		m.says(who, "accept "+m.table)
	}
	m.writeChanges()
}

func (m *pinnedMatch) step() {
	m.t.Helper()
	who := m.people[m.random.IntN(len(m.people))]
	switch x := m.random.IntN(200); {
	case x < 165:
		m.press(who)
	case x < 188:
		m.say(who, m.command())
	case x < 196:
		m.pass([]time.Duration{time.Second, 20 * time.Second, 3 * time.Minute, time.Hour, 9 * time.Hour, 14 * time.Hour}[m.random.IntN(6)])
	case x < 198:
		fmt.Fprintln(&m.transcript, "> restart")
		m.restart()
	default:
		m.link(who)
	}
	m.writeChanges()
}

func (m *pinnedMatch) command() string {
	all := []string{
		"hand", "games", "table", "next", "undo", "undo", "history", "leaderboard", "leaderboard here", "profile", "rules", "rules birds",
		"settings", "settings calls away", "settings lang de", "settings lang en", "help", "replay", "export", "away 1", "back", "extend", "pause",
		"resume", "claim", "consent " + m.table + " 1 yes", "leave", "resign", "rematch", "practice", "challenge", "queue", "block", "config",
		"config lang de", "nonsense", "do " + m.table + " 1 play XXI", "resign yes", "leave yes", "forget",
	}
	return all[m.random.IntN(len(all))]
}

func (m *pinnedMatch) press(who string) {
	var moves, others []string
	for _, post := range slices.Concat(m.net.Posts(private(who)), m.net.Posts(public)) {
		if c := post.Screen.Choice; c != nil && post.Place.User != "" {
			moves = append(moves, c.Line+" "+strings.Join(m.choose(c), " "))
		}
		for _, l := range offeredLines(post.Screen) {
			if strings.HasPrefix(l, "do ") {
				moves = append(moves, l)
			} else {
				others = append(others, l)
			}
		}
	}
	if len(moves) > 0 && m.random.IntN(20) > 0 {
		others = moves
	}
	if len(others) == 0 {
		return
	}
	m.say(who, others[m.random.IntN(len(others))])
}

func (m *pinnedMatch) choose(c *chat.Choice) []string {
	var fixed, others []string
	for _, o := range c.Options {
		if o.Fixed {
			fixed = append(fixed, o.Value)
		} else {
			others = append(others, o.Value)
		}
	}
	m.random.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
	return append(fixed, others[:min(len(others), max(0, c.Min-len(fixed)))]...)
}

func (m *pinnedMatch) link(who string) {
	m.t.Helper()
	answer := m.say(who, "link")
	if answer.Screen == nil {
		return
	}
	for _, l := range answer.Screen.Text {
		for _, s := range l {
			if code, ok := strings.CutPrefix(s.Text, "link "); ok {
				in := m.in("other:"+who, "link "+code)
				in.Lang = "de"
				m.handle(in)
			}
		}
	}
}

func (m *pinnedMatch) pass(d time.Duration) {
	fmt.Fprintln(&m.transcript, ">", d)
	<-time.After(d)
}

func (m *pinnedMatch) say(who, line string) chat.Answer {
	m.t.Helper()
	in := m.in(who, line)
	if m.random.IntN(2) == 0 {
		in.Chat = ""
	}
	return m.handle(in)
}

func (m *pinnedMatch) handle(in chat.Input) chat.Answer {
	m.t.Helper()
	answer := m.input(in)
	fmt.Fprintf(&m.transcript, "> %s in %q: %s\n< %q refused %v, repeated %v, open %v, next %q %q, page %s\n", in.User, in.Chat, in.Line,
		answer.Alert, answer.Refused, answer.Repeated, answer.Public, answer.Next.Label, answer.Next.Line, answer.Page)
	if answer.Screen != nil {
		m.transcript.WriteString(fullText(*answer.Screen))
	}
	if answer.File != nil {
		fmt.Fprintf(&m.transcript, "file %s %s %x\n", answer.File.Name, answer.File.Type, sha256.Sum256(answer.File.Data))
	}
	return answer
}

func (m *pinnedMatch) finish() {
	m.pass(3 * 24 * time.Hour)
	m.writeChanges()
	m.restart()
	m.writeChanges()
}

func (m *pinnedMatch) writeChanges() {
	m.t.Helper()
	synctest.Wait()
	nets := map[string]*bottest.Network{"fake": m.net, "other": m.others["other"]}
	seen := make(map[string]bool)
	for _, name := range slices.Sorted(maps.Keys(nets)) {
		places := []chat.Place{public}
		for _, who := range m.people {
			places = append(places, chat.Place{User: chat.UserID(name + ":" + who)})
		}
		for _, place := range places {
			for i, post := range nets[name].Posts(place) {
				key := fmt.Sprintf("%s %v message %d", name, place, i)
				seen[key] = true
				if is := fullText(post.Screen); is != m.shown[key] {
					m.shown[key] = is
					fmt.Fprintf(&m.transcript, "%s:\n%s", key, is)
				}
			}
		}
	}
	m.writeDocChanges()
}

// delivery matches data of deliveries, whose timing varies.
var delivery = regexp.MustCompile(`,"(ref|shown|last|old)":("[^"]*"|\d+)`)

func (m *pinnedMatch) writeDocChanges() {
	m.t.Helper()
	there := make(map[storage.Key]bool)
	for _, kind := range pinnedKinds {
		for doc, err := range m.store.Scan(m.ctx, kind, "", "") {
			if err != nil {
				m.t.Fatal(err)
			}
			there[doc.Key] = true
			if is := delivery.ReplaceAllString(string(doc.Data), ""); is != m.stored[doc.Key] {
				m.stored[doc.Key] = is
				fmt.Fprintf(&m.transcript, "= %s %s %s\n", doc.Key.Kind, doc.Key.ID, is)
			}
		}
	}
	gone := slices.SortedFunc(maps.Keys(m.stored), func(a, b storage.Key) int { return strings.Compare(a.Kind+a.ID, b.Kind+b.ID) })
	for _, key := range gone {
		if !there[key] {
			delete(m.stored, key)
			fmt.Fprintf(&m.transcript, "= %s %s is gone\n", key.Kind, key.ID)
		}
	}
}

// pinnedKinds lack the clock, whose timing varies.
var pinnedKinds = []string{
	"table", "deal", "person", "space", "greeted", "identity", "seen", "draft", "match",
	"standing", "rival", "style", "history", "rank", "scope", "band", "note", "link",
	"code", "alarm", "notice", "digest", "brief", "owed", "removed", "lapse",
	"meta",
}

func fullText(s chat.Screen) string {
	var b strings.Builder
	fmt.Fprintf(&b, "  %s share %s, table %s, ended %v, playing %v, protect %v, retired %v, panel %v, anew %v, age %d\n",
		s.Lang, s.ShareCode, s.Table, s.Dismissable, s.Playing, s.Protect, s.Retired, s.Panel, s.Repost, s.Created.Unix())
	for _, l := range s.Text {
		fmt.Fprintf(&b, "  %v\n", l)
	}
	for _, l := range s.Caption {
		fmt.Fprintf(&b, "  brief %v\n", l)
	}
	if s.Picture != nil {
		fmt.Fprintf(&b, "  picture %s %s\n", s.Picture.Key, s.Picture.Alt)
	}
	if c := s.Choice; c != nil {
		fmt.Fprintf(&b, "  choice %q %q %q %q %d–%d %v\n", c.Label, c.Line, c.Toggle, c.Confirm, c.Min, c.Max, c.Options)
	}
	for _, c := range s.Menus {
		fmt.Fprintf(&b, "  menu %q %q %d %v %v\n", c.Label, c.Line, c.Max, c.OffersChats, c.Options)
	}
	for _, row := range s.Buttons {
		for _, x := range row {
			fmt.Fprintf(&b, "  button %q %q %q %s %d %d %v", x.Label, x.Line, x.Hint, x.Icon, x.Style, x.Look, x.ForMenu)
			if x.For != nil {
				fmt.Fprintf(&b, " only %v, not %v", x.For.Only, x.For.Except)
			}
			b.WriteString("\n")
		}
	}
	if c := s.Call; c != nil {
		fmt.Fprintf(&b, "  call %s %d %s %v news %v, quiet %v\n", c.Subject, c.Number, c.User, c.Text, c.NobodyWaits, c.Suppressed)
	}
	if s.Thread != nil {
		fmt.Fprintf(&b, "  thread %v\n", *s.Thread)
	}
	return b.String()
}
