package main

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"tarockbot/bot/documents"
	"tarockbot/bot/platform/discord/discordtest"
	"tarockbot/bot/platform/platformtest"
	"tarockbot/bot/platform/telegram/telegramtest"
	"tarockbot/bot/support/retry"
	"tarockbot/engine"
	"tarockbot/engine/enginetest"
	"tarockbot/engine/games"
	"tarockbot/storage"
	"tarockbot/storage/bolt"
	"tarockbot/storage/waittest"
)

var kills = flag.Int("kills", 10, "how often to kill the bot in the middle of games")

// crowd makes TestKilled, TestNodeKilled and TestNodeLeaves larger: more people play, and the program
// draws for them.
var crowd = flag.Bool("crowd", false, "let five parties play with pictures, not three with text")

// TestKilled checks that everything acknowledged is stored once, and that each table is shown once in the end.
func TestKilled(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "tarock.db")
	k := newKilling(t)
	k.start = func() *running { return k.connected(k.process("--data", data)) }
	for n := range *kills {
		k.round(moments[n%len(moments)])
	}
	k.finish()
	withStore(t, data, func(store *bolt.Store) error { k.judge(store); return nil })
	k.tell()
}

func newKilling(t *testing.T) *killing {
	t.Helper()
	k := &killing{T: t, doubles: newDoubles(t), program: self(t), began: time.Now(), pictures: *crowd}
	k.telegram.NoLimits()
	all := []string{"discord", "telegram", "both", "discord", "telegram"}
	if !*crowd {
		all = all[:3]
	}
	for i, network := range all {
		k.parties = append(k.parties, k.partyOn(i, network))
	}
	return k
}

func (k *killing) tell() {
	k.Helper()
	for _, c := range k.discord.Complaints() {
		slow := strings.Contains(c, "there is nothing to follow up") // a late first answer
		if !slow && (!strings.Contains(c, "/emojis: another emoji") || !k.hasty) {
			k.Errorf("Discord complains: %s", c)
		}
	}
	k.Logf("%d kills in %v: %d moves accepted, %d in doubt, %d refused", k.rounds, time.Since(k.began).Round(time.Second),
		k.count(accepted), k.count(doubtful), k.count(refused))
}

// moments are requests at which the bot is killed before the response. An empty row means any time.
var moments = []struct{ discord, telegram string }{
	{},
	{discord: "POST /channels"},
	{telegram: "send"},
	{},
	{discord: "PATCH /channels"},
	{telegram: "editMessage"},
	{discord: "callback"},
	{telegram: "answerCallbackQuery"},
	{telegram: "getUpdates"},
	{discord: "DELETE /channels"},
}

type killing struct {
	*testing.T
	doubles
	program  string
	parties  []*party
	start    func() *running
	began    time.Time
	rounds   int
	pictures bool
	pace     time.Duration
	hasty    bool // starts at once: a killed bot's last request may arrive later
	polite   bool // every bot decides all it has received before it ends

	mu   sync.Mutex
	acts []act
}

type knowledge int

const (
	doubtful knowledge = iota // no answer
	received                  // answered before it was decided
	accepted
	refused
)

type act struct {
	user, table string
	step        int
	said        string
	answer      knowledge
	word        string
	followUp    func() string
	waited      time.Duration
}

// known returns the outcome by now. On Discord a polite bot refuses in a later message and accepts in silence.
func (k *killing) known(a act) knowledge {
	switch {
	case a.answer != received:
		return a.answer
	case k.polite && a.followUp != nil && a.followUp() == "":
		return accepted
	default:
		return doubtful
	}
}

func (k *killing) accepted(a act) bool { return k.known(a) == accepted }

func (k *killing) count(known knowledge) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := 0
	for _, a := range k.acts {
		if k.known(a) == known {
			n++
		}
	}
	return n
}

func (k *killing) process(args ...string) *running {
	k.Helper()
	cmd := exec.CommandContext(k.Context(), k.program, append([]string{"run", "--local.listen", "127.0.0.1:0",
		"--limits.inputs-per-person", "1000", "--limits.inputs-per-chat", "1000"}, args...)...)
	cmd.Env = append(os.Environ(), k.env(k.T)...)
	return startWith(k.T, cmd)
}

func (k *killing) connected(r *running) *running {
	k.Helper()
	if err := k.discord.Gateway.Connected(waittest.Context(k)); err != nil {
		k.Fatalf("not connected: %v\n%s", err, r.log)
	}
	return r
}

// round kills the bot while people play: at the moment's request, after four more moves without it, or within 100 ms.
func (k *killing) round(moment struct{ discord, telegram string }) {
	k.Helper()
	k.rounds++
	bot := k.start()
	bound := waittest.Context(k)
	ctx, stop := context.WithCancel(bound)
	kill := sync.OnceFunc(func() { _ = bot.Process.Signal(syscall.SIGKILL) })
	k.play(ctx, k.parties, k.more(rand.IntN(2*len(k.parties))))
	more, elsewhere := 4, ""
	switch {
	case moment.discord != "":
		elsewhere = "telegram"
		k.discord.Fail(discordtest.Fault{Match: moment.discord, Then: kill})
	case moment.telegram != "":
		elsewhere = "discord"
		k.telegram.Fail(telegramtest.Fault{Match: moment.telegram, Times: 1, Then: kill})
	default:
		more = math.MaxInt
		time.AfterFunc(rand.N(100*time.Millisecond), kill)
	}
	go func() {
		<-bot.rest
		stop()
	}()
	there := slices.DeleteFunc(slices.Clone(k.parties), func(p *party) bool { return p.network == elsewhere })
	k.play(ctx, there, k.more(more))
	if bound.Err() != nil {
		k.Errorf("not killed: %v\n%s", context.Cause(bound), bot.log)
	}
	kill()
	<-ctx.Done()
	_ = bot.Wait()
	k.discord.Heal()
	k.telegram.Heal()
}

func (k *killing) more(moves int) func() bool {
	before := k.count(accepted)
	return func() bool { return k.count(accepted)-before >= moves }
}

func (k *killing) play(ctx context.Context, parties []*party, done func() bool) {
	var all sync.WaitGroup
	for _, p := range parties {
		all.Go(func() {
			for idle := 0; ctx.Err() == nil && !done(); {
				if k.move(ctx, p) {
					idle = 0
					retry.Sleep(ctx, k.pace)
					continue
				}
				k.begin(ctx, p, idle)
				idle++
				wait, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
				_ = p.people[0].Changed(wait)
				cancel()
			}
		})
	}
	all.Wait()
}

func (k *killing) move(ctx context.Context, p *party) bool {
	for _, i := range rand.Perm(len(p.people)) {
		who := p.people[i]
		controls, err := who.Controls(ctx)
		moves := slices.DeleteFunc(controls, func(c platformtest.Control) bool { return !c.Move() || k.made(who, c) })
		if err != nil || len(moves) == 0 {
			continue
		}
		if rand.IntN(25) == 0 {
			who.says(ctx, "leave "+strings.Fields(moves[0].ID)[1]+" yes")
			return true
		}
		k.press(ctx, who, moves[rand.IntN(len(moves))])
		return true
	}
	return false
}

const provisional = 1200 * time.Millisecond

func (k *killing) press(ctx context.Context, who *member, c platformtest.Control) {
	line, _, _ := strings.Cut(c.ID, " ~") // the platform's own mark follows
	words := strings.Fields(line)
	step, _ := strconv.Atoi(words[2])
	values := c.Fewest()
	a := act{user: who.id, table: words[1], step: step, said: strings.Join(append(words[3:], values...), " ")}
	began := time.Now()
	var err error
	if p, ok := who.Client.(*discordtest.Person); ok {
		pressed := p.Start(c, values...)
		a.word, err = pressed.Wait(ctx)
		a.followUp = pressed.FollowUp
	} else {
		a.word, err = who.Press(ctx, c, values...)
	}
	if a.waited = time.Since(began); a.followUp == nil {
		a.waited = who.Client.(*telegramtest.Person).Waited() // excludes the time in which Press looks for a new message
	}
	switch {
	case err != nil:
	case a.word != "":
		a.answer = refused
	case time.Since(began) >= provisional:
		a.answer = received
	default:
		a.answer = accepted
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.acts = append(k.acts, a)
}

func (k *killing) made(who *member, c platformtest.Control) bool {
	words := strings.Fields(c.ID)
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.ContainsFunc(k.acts, func(a act) bool {
		return k.accepted(a) && a.user == who.id && a.table == words[1] && strconv.Itoa(a.step) == words[2]
	})
}

// begin asks rarely, because the bot ignores people who ask often.
func (k *killing) begin(ctx context.Context, p *party, idle int) {
	const soon, again = 3, 60
	if ok, _ := p.accept(ctx); ok || idle%again != soon {
		return
	}
	for _, who := range p.people {
		if !k.pictures && !who.reads {
			who.reads = true
			who.says(ctx, "settings text")
		}
	}
	p.people[0].says(ctx, p.challenge)
}

func (m *member) says(ctx context.Context, line string) {
	wait, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, _ = m.Command(wait, line)
}

func (k *killing) finish() {
	k.Helper()
	bot := k.start()
	ctx := waittest.Context(k)
	k.play(ctx, k.parties, k.more(3*len(k.parties)))
	for {
		var err error
		for _, p := range k.parties {
			err = cmp.Or(err, p.doubled())
		}
		if err == nil {
			break
		}
		if !retry.Sleep(ctx, 50*time.Millisecond) {
			k.Errorf("in the end: %v: %v\n%s", context.Cause(ctx), err, bot.log)
			break
		}
	}
	if got := bot.end(k.T, syscall.SIGTERM); got.code != 0 {
		k.Errorf("the bot ended with %d:\n%s", got.code, got.err)
	}
}

type played struct {
	Chairs []struct {
		User string `json:"user"`
	} `json:"chairs"`
	Done []json.RawMessage `json:"done"`
	Deal *engine.Record    `json:"deal"`
}

func (k *killing) judge(store storage.Store) {
	k.Helper()
	tables := make(map[string]bool)
	for table, err := range documents.Read[played](store.Scan(k.Context(), "table", "", "")) {
		if err != nil {
			k.Fatal(err)
		}
		tables[table.Key.ID] = true
		k.judgeTable(table.Key.ID, table.Value, k.moves(store, table.Key.ID, table.Value))
	}
	for _, a := range k.acts {
		if k.accepted(a) && !tables[a.table] {
			k.Errorf("there is no table for %+v", a)
		}
	}
}

func (k *killing) moves(store storage.Store, id string, t played) []engine.Move {
	k.Helper()
	var all []engine.Move
	for i := range t.Done {
		var r engine.Record
		doc, err := store.Get(k.Context(), storage.Key{Kind: "deal", ID: fmt.Sprintf("%s-%d", id, i+1)})
		if err := cmp.Or(err, json.Unmarshal(doc.Data, &r)); err != nil {
			k.Fatal(err)
		}
		all = append(all, enginetest.AskedMoves(k, games.Replay, r)...)
	}
	if t.Deal != nil {
		all = append(all, enginetest.AskedMoves(k, games.Replay, *t.Deal)...)
	}
	return all
}

func (k *killing) judgeTable(id string, t played, moves []engine.Move) {
	k.Helper()
	for seat, chair := range t.Chairs {
		var mine []engine.Action
		for _, m := range moves {
			if m.Seat == engine.Seat(seat) && m.Action.Verb != engine.Resign {
				mine = append(mine, m.Action)
			}
		}
		var acts []act
		for _, a := range k.acts {
			if a.table == id && a.user == chair.User && k.known(a) != refused {
				acts = append(acts, a)
			}
		}
		slices.SortStableFunc(acts, func(a, b act) int { return cmp.Compare(a.step, b.step) })
		if !k.explained(acts, mine) {
			k.Errorf("table %s: %s has moved %v, but knows of %+v", id, chair.User, mine, acts)
		}
	}
}

// explained reports whether the acts can have caused the moves: one act a step at most, the accepted one if any.
func (k *killing) explained(acts []act, moves []engine.Action) bool {
	if len(acts) == 0 {
		return len(moves) == 0
	}
	n := slices.IndexFunc(acts, func(a act) bool { return a.step != acts[0].step })
	if n < 0 {
		n = len(acts)
	}
	now, rest := acts[:n], acts[n:]
	must := slices.ContainsFunc(now, k.accepted)
	for i, a := range now {
		others := slices.Delete(slices.Clone(now), i, i+1)
		if must && (!k.accepted(a) || slices.ContainsFunc(others, k.accepted)) {
			continue
		}
		for _, said := range a.means() {
			if len(moves) >= len(said) && slices.Equal(moves[:len(said)], said) && k.explained(rest, moves[len(said):]) {
				return true
			}
		}
	}
	return !must && k.explained(rest, moves)
}

func (a act) means() [][]engine.Action {
	var all [][]engine.Action
	for _, verb := range []string{"", "exchange ", "discard ", "play "} {
		if one, err := engine.ParseAction(verb + a.said); err == nil {
			all = append(all, []engine.Action{one})
		}
	}
	done := engine.Say(engine.Done, 0)
	if a.said == "" {
		return append(all, []engine.Action{done}, []engine.Action{{Verb: engine.Exchange}})
	}
	return all
}
