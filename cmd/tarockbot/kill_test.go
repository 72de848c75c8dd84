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

// crowded makes TestKilled, TestNodeKilled and TestNodeLeaves larger.
var crowded = flag.Bool("crowd", false, "let five parties play with pictures instead of three with text")

// TestKilled checks that each acknowledged input is stored once, and that each table is shown once in the end.
func TestKilled(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "tarock.db")
	k := newKillTest(t)
	k.start = func() *botProcess { return k.awaitConnected(k.startProcess("--data", data)) }
	for n := range *kills {
		k.killOnce(killMoments[n%len(killMoments)])
	}
	k.playToEnd()
	withStore(t, data, func(store *bolt.Store) error { k.checkMoves(store); return nil })
	k.reportResults()
}

func newKillTest(t *testing.T) *killTest {
	t.Helper()
	k := &killTest{T: t, doubles: newDoubles(t), program: testProgram(t), began: time.Now(), pictures: *crowded}
	k.telegram.NoLimits()
	all := []string{"discord", "telegram", "both", "discord", "telegram"}
	if !*crowded {
		all = all[:3]
	}
	for i, network := range all {
		k.parties = append(k.parties, k.newParty(i, network))
	}
	return k
}

func (k *killTest) reportResults() {
	k.Helper()
	for _, c := range k.discord.Complaints() {
		slow := strings.Contains(c, "there is nothing to follow up") // the bot's first answer was late
		if !slow && (!strings.Contains(c, "/emojis: a second emoji") || !k.restartsAtOnce) {
			k.Errorf("Discord complains: %s", c)
		}
	}
	k.Logf("%d kills in %v: %d moves accepted, %d unknown, %d refused", k.killCount, time.Since(k.began).Round(time.Second),
		k.count(accepted), k.count(unknown), k.count(refused))
}

// killMoments lists requests before whose response the bot is killed. An empty row means any time.
var killMoments = []struct{ discord, telegram string }{
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

type killTest struct {
	*testing.T
	doubles
	program           string
	parties           []*party
	start             func() *botProcess
	began             time.Time
	killCount         int
	pictures          bool
	pauseBetweenMoves time.Duration
	restartsAtOnce    bool // so a killed bot's last request may arrive later
	answersBeforeEnd  bool // each bot decides all received inputs before it ends

	mu      sync.Mutex
	presses []pressedMove
}

type decision int

const (
	unknown decision = iota // no answer
	pending                 // acknowledged, not yet decided
	accepted
	refused
)

type pressedMove struct {
	user, table string
	step        int
	action      string
	answer      decision
	message     string
	followUp    func() string
	waited      time.Duration
}

// decisionOn returns the decision known now. On Discord, a bot that answers before its end follows up only refusals.
func (k *killTest) decisionOn(a pressedMove) decision {
	switch {
	case a.answer != pending:
		return a.answer
	case k.answersBeforeEnd && a.followUp != nil && a.followUp() == "":
		return accepted
	default:
		return unknown
	}
}

func (k *killTest) isAccepted(a pressedMove) bool { return k.decisionOn(a) == accepted }

func (k *killTest) count(wanted decision) int {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := 0
	for _, a := range k.presses {
		if k.decisionOn(a) == wanted {
			n++
		}
	}
	return n
}

func (k *killTest) startProcess(args ...string) *botProcess {
	k.Helper()
	cmd := exec.CommandContext(k.Context(), k.program, append([]string{"run", "--local.listen", "127.0.0.1:0",
		"--limits.inputs-per-person", "1000", "--limits.inputs-per-chat", "1000"}, args...)...)
	cmd.Env = append(os.Environ(), k.env(k.T)...)
	return startWith(k.T, cmd)
}

func (k *killTest) awaitConnected(r *botProcess) *botProcess {
	k.Helper()
	if err := k.discord.Gateway.Connected(waittest.Context(k)); err != nil {
		k.Fatalf("the bot doesn't connect to Discord: %v\n%s", err, r.log)
	}
	return r
}

// killOnce kills the bot while people play: at the given request, but after four more moves at the latest. Without a
// request it kills within 100 ms.
func (k *killTest) killOnce(moment struct{ discord, telegram string }) {
	k.Helper()
	k.killCount++
	bot := k.start()
	limit := waittest.Context(k)
	ctx, stop := context.WithCancel(limit)
	kill := sync.OnceFunc(func() { _ = bot.Process.Signal(syscall.SIGKILL) })
	k.play(ctx, k.parties, k.movesAccepted(rand.IntN(2*len(k.parties))))
	moves, otherNetwork := 4, ""
	switch {
	case moment.discord != "":
		otherNetwork = "telegram"
		k.discord.Fail(discordtest.Fault{Match: moment.discord, BeforeResponse: kill})
	case moment.telegram != "":
		otherNetwork = "discord"
		k.telegram.Fail(telegramtest.Fault{Match: moment.telegram, Times: 1, BeforeResponse: kill})
	default:
		moves = math.MaxInt
		time.AfterFunc(rand.N(100*time.Millisecond), kill)
	}
	go func() {
		<-bot.output
		stop()
	}()
	parties := slices.DeleteFunc(slices.Clone(k.parties), func(p *party) bool { return p.network == otherNetwork })
	k.play(ctx, parties, k.movesAccepted(moves))
	if limit.Err() != nil {
		k.Errorf("the bot wasn't killed: %v\n%s", context.Cause(limit), bot.log)
	}
	kill()
	<-ctx.Done()
	_ = bot.Wait()
	k.discord.Heal()
	k.telegram.Heal()
}

func (k *killTest) movesAccepted(moves int) func() bool {
	before := k.count(accepted)
	return func() bool { return k.count(accepted)-before >= moves }
}

func (k *killTest) play(ctx context.Context, parties []*party, done func() bool) {
	var all sync.WaitGroup
	for _, p := range parties {
		all.Go(func() {
			for idle := 0; ctx.Err() == nil && !done(); {
				if k.move(ctx, p) {
					idle = 0
					retry.Sleep(ctx, k.pauseBetweenMoves)
					continue
				}
				k.startMatch(ctx, p, idle)
				idle++
				wait, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
				_ = p.people[0].Changed(wait)
				cancel()
			}
		})
	}
	all.Wait()
}

func (k *killTest) move(ctx context.Context, p *party) bool {
	for _, i := range rand.Perm(len(p.people)) {
		who := p.people[i]
		controls, err := who.Controls(ctx)
		moves := slices.DeleteFunc(controls, func(c platformtest.Control) bool { return !c.IsMove() || k.hasMade(who, c) })
		if err != nil || len(moves) == 0 {
			continue
		}
		if rand.IntN(25) == 0 {
			who.sendCommand(ctx, "leave "+strings.Fields(moves[0].ID)[1]+" yes")
			return true
		}
		k.press(ctx, who, moves[rand.IntN(len(moves))])
		return true
	}
	return false
}

const provisionalAnswerTime = 1200 * time.Millisecond

func (k *killTest) press(ctx context.Context, who *member, c platformtest.Control) {
	line, _, _ := strings.Cut(c.ID, " ~") // the platform appends its own mark
	words := strings.Fields(line)
	step, _ := strconv.Atoi(words[2])
	values := c.Fewest()
	a := pressedMove{user: who.id, table: words[1], step: step, action: strings.Join(append(words[3:], values...), " ")}
	began := time.Now()
	var err error
	if p, ok := who.Client.(*discordtest.Person); ok {
		pressed := p.Start(c, values...)
		a.message, err = pressed.Wait(ctx)
		a.followUp = pressed.FollowUp
	} else {
		a.message, err = who.Press(ctx, c, values...)
	}
	if a.waited = time.Since(began); a.followUp == nil {
		a.waited = who.Client.(*telegramtest.Person).Waited() // without the time that Press spends on finding a new message
	}
	switch {
	case err != nil:
	case a.message != "":
		a.answer = refused
	case time.Since(began) >= provisionalAnswerTime:
		a.answer = pending
	default:
		a.answer = accepted
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.presses = append(k.presses, a)
}

func (k *killTest) hasMade(who *member, c platformtest.Control) bool {
	words := strings.Fields(c.ID)
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.ContainsFunc(k.presses, func(a pressedMove) bool {
		return k.isAccepted(a) && a.user == who.id && a.table == words[1] && strconv.Itoa(a.step) == words[2]
	})
}

// startMatch sends few challenges, because the bot ignores frequent ones.
func (k *killTest) startMatch(ctx context.Context, p *party, idle int) {
	const first, period = 3, 60
	if ok, _ := p.acceptNext(ctx); ok || idle%period != first {
		return
	}
	for _, who := range p.people {
		if !k.pictures && !who.hasTextSetting {
			who.hasTextSetting = true
			who.sendCommand(ctx, "settings text")
		}
	}
	p.people[0].sendCommand(ctx, p.challenge)
}

func (m *member) sendCommand(ctx context.Context, line string) {
	wait, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, _ = m.Command(wait, line)
}

func (k *killTest) playToEnd() {
	k.Helper()
	bot := k.start()
	ctx := waittest.Context(k)
	k.play(ctx, k.parties, k.movesAccepted(3*len(k.parties)))
	for {
		var err error
		for _, p := range k.parties {
			err = cmp.Or(err, p.tablesShownTwice())
		}
		if err == nil {
			break
		}
		if !retry.Sleep(ctx, 50*time.Millisecond) {
			k.Errorf("a table is shown twice in the end: %v: %v\n%s", context.Cause(ctx), err, bot.log)
			break
		}
	}
	if got := bot.end(k.T, syscall.SIGTERM); got.code != 0 {
		k.Errorf("the bot ended with %d:\n%s", got.code, got.err)
	}
}

type storedTable struct {
	Chairs []struct {
		User string `json:"user"`
	} `json:"chairs"`
	Done []json.RawMessage `json:"done"`
	Deal *engine.Record    `json:"deal"`
}

func (k *killTest) checkMoves(store storage.Store) {
	k.Helper()
	tables := make(map[string]bool)
	for table, err := range documents.DecodeAll[storedTable](store.Scan(k.Context(), "table", "", "")) {
		if err != nil {
			k.Fatal(err)
		}
		tables[table.Key.ID] = true
		k.checkTable(table.Key.ID, table.Value, k.storedMoves(store, table.Key.ID, table.Value))
	}
	for _, a := range k.presses {
		if k.isAccepted(a) && !tables[a.table] {
			k.Errorf("the table of an accepted move isn't stored: %+v", a)
		}
	}
}

func (k *killTest) storedMoves(store storage.Store, id string, t storedTable) []engine.Move {
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

func (k *killTest) checkTable(id string, t storedTable, moves []engine.Move) {
	k.Helper()
	for seat, chair := range t.Chairs {
		var storedActions []engine.Action
		for _, m := range moves {
			if m.Seat == engine.Seat(seat) && m.Action.Verb != engine.Resign {
				storedActions = append(storedActions, m.Action)
			}
		}
		var presses []pressedMove
		for _, a := range k.presses {
			if a.table == id && a.user == chair.User && k.decisionOn(a) != refused {
				presses = append(presses, a)
			}
		}
		slices.SortStableFunc(presses, func(a, b pressedMove) int { return cmp.Compare(a.step, b.step) })
		if !k.explains(presses, storedActions) {
			k.Errorf("table %s: the stored moves of %s are %v, but the presses were %+v", id, chair.User, storedActions, presses)
		}
	}
}

// explains reports whether the presses can have caused the moves: at most one press per step, the accepted one if any.
func (k *killTest) explains(presses []pressedMove, moves []engine.Action) bool {
	if len(presses) == 0 {
		return len(moves) == 0
	}
	n := slices.IndexFunc(presses, func(a pressedMove) bool { return a.step != presses[0].step })
	if n < 0 {
		n = len(presses)
	}
	sameStep, rest := presses[:n], presses[n:]
	hasAccepted := slices.ContainsFunc(sameStep, k.isAccepted)
	for i, a := range sameStep {
		others := slices.Delete(slices.Clone(sameStep), i, i+1)
		if hasAccepted && (!k.isAccepted(a) || slices.ContainsFunc(others, k.isAccepted)) {
			continue
		}
		for _, actions := range a.possibleActions() {
			if len(moves) >= len(actions) && slices.Equal(moves[:len(actions)], actions) && k.explains(rest, moves[len(actions):]) {
				return true
			}
		}
	}
	return !hasAccepted && k.explains(rest, moves)
}

func (a pressedMove) possibleActions() [][]engine.Action {
	var all [][]engine.Action
	for _, verb := range []string{"", "exchange ", "discard ", "play "} {
		if one, err := engine.ParseAction(verb + a.action); err == nil {
			all = append(all, []engine.Action{one})
		}
	}
	done := engine.Say(engine.EndAnnouncing, 0)
	if a.action == "" {
		return append(all, []engine.Action{done}, []engine.Action{{Verb: engine.Exchange}})
	}
	return all
}
