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

// kills is how often TestKilled kills the bot.
var kills = flag.Int("kills", 10, "how often to kill the bot in the middle of games")

// crowd makes TestKilled, TestNodeKilled and TestNodeLeaves larger: more people play, and the program
// draws for them.
var crowd = flag.Bool("crowd", false, "let five parties that see pictures play while a program is killed or leaves, not three that read words")

// TestKilled kills the program at any moment while people play on both
// networks. Whatever they were told has happened is stored, once, and nothing
// else; and when all is over every table stands once in every place.
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

// newKilling lets parties meet on both networks.
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

// tell says what came of it.
func (k *killing) tell() {
	k.Helper()
	for _, c := range k.discord.Complaints() {
		slow := strings.Contains(c, "there is nothing to follow up") // a first answer that took too long to get there
		if !slow && (!strings.Contains(c, "/emojis: another emoji") || !k.hasty) {
			k.Errorf("Discord complains: %s", c)
		}
	}
	k.Logf("%d kills in %v: %d moves accepted, %d in doubt, %d refused", k.rounds, time.Since(k.began).Round(time.Second),
		k.count(accepted), k.count(doubtful), k.count(refused))
}

// moments are those in which the bot is killed: at any time, or when a network
// has just done what the bot asked for and not told it yet.
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

// killing is a bot that is killed again and again, and what people know of it.
type killing struct {
	*testing.T
	doubles
	program  string
	parties  []*party
	start    func() *running // lets a bot act, and waits until it is connected
	began    time.Time
	rounds   int
	pictures bool          // people see pictures, which the program draws for them
	pace     time.Duration // between two moves of a party
	hasty    bool          // the next bot begins at once, so that a killed one's last request may arrive after it
	polite   bool          // every bot decides all that it has received before it ends

	mu   sync.Mutex
	acts []act
}

// knowledge is the outcome of an act, as its person knows it.
type knowledge int

const (
	doubtful knowledge = iota // nothing was heard of it
	received                  // it was answered before it was decided
	accepted
	refused
)

// act is one press that would be a move.
type act struct {
	user, table string
	step        int
	said        string // what follows the step, and what was chosen
	answer      knowledge
	word        string        // the answer, in words
	followUp    func() string // what has followed the answer, in words; nil except on Discord
	waited      time.Duration // for the answer
}

// known returns what is known of the act by now. On Discord a bot that decides all that it has received refuses
// in a message that follows, or accepts in silence. Of two nodes, one may refuse what the other has accepted.
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

// process starts the program.
func (k *killing) process(args ...string) *running {
	k.Helper()
	cmd := exec.CommandContext(k.Context(), k.program, append([]string{"run", "--local.listen", "127.0.0.1:0",
		"--limits.inputs-per-person", "1000", "--limits.inputs-per-chat", "1000"}, args...)...) // a press that isn't heard has no answer either
	cmd.Env = append(os.Environ(), k.env(k.T)...)
	return startWith(k.T, cmd)
}

// connected waits until the bot is.
func (k *killing) connected(r *running) *running {
	k.Helper()
	if err := k.discord.Gateway.Connected(waittest.Context(k)); err != nil {
		k.Fatalf("not connected: %v\n%s", err, r.log)
	}
	return r
}

// round lets people play, and kills the bot while they play on. If the moment is a request to a
// network, only those on that network play on, and the bot is killed at that request, or after four
// more moves without it. If it isn't, the bot is killed within 100 ms.
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
		<-bot.rest // the end of what it prints is its end
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

// more tells whether so many more moves are accepted than now.
func (k *killing) more(moves int) func() bool {
	before := k.count(accepted)
	return func() bool { return k.count(accepted)-before >= moves }
}

// play lets the parties play until ctx ends or they are done.
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
				_ = p.people[0].Changed(wait) // or not
				cancel()
			}
		})
	}
	all.Wait()
}

// move lets one of the party make a move, if it can; false if nobody could.
func (k *killing) move(ctx context.Context, p *party) bool {
	for _, i := range rand.Perm(len(p.people)) {
		who := p.people[i]
		controls, err := who.Controls(ctx)
		moves := slices.DeleteFunc(controls, func(c platformtest.Control) bool { return !c.Move() || k.made(who, c) })
		if err != nil || len(moves) == 0 {
			continue
		}
		if rand.IntN(25) == 0 { // so that there are many matches
			who.says(ctx, "leave "+strings.Fields(moves[0].ID)[1]+" yes")
			return true
		}
		k.press(ctx, who, moves[rand.IntN(len(moves))])
		return true
	}
	return false
}

// provisional is how long a press on Discord may wait for its decision. Then it is answered as if it were
// accepted.
const provisional = 1200 * time.Millisecond

// press presses and notes what was heard of it.
func (k *killing) press(ctx context.Context, who *member, c platformtest.Control) {
	line, _, _ := strings.Cut(c.ID, " ~") // what follows is the platform's own mark
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
		a.waited = who.Client.(*telegramtest.Person).Waited() // Press looks for a new message, too
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

// made says that the person has made the move, though the screen still offers it.
func (k *killing) made(who *member, c platformtest.Control) bool {
	words := strings.Fields(c.ID)
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.ContainsFunc(k.acts, func(a act) bool {
		return k.accepted(a) && a.user == who.id && a.table == words[1] && strconv.Itoa(a.step) == words[2]
	})
}

// begin lets the party begin a match, when nobody has had a move for a while. They
// don't ask again and again while a board is on its way: the bot stops listening
// to who does, and a press that isn't heard is no move.
func (k *killing) begin(ctx context.Context, p *party, idle int) {
	const soon, again = 3, 60 // hundredths of a second
	if ok, _ := p.accept(ctx); ok || idle%again != soon {
		return
	}
	for _, who := range p.people {
		if !k.pictures && !who.reads {
			who.reads = true
			who.says(ctx, "settings text")
		}
	}
	p.people[0].says(ctx, p.challenge) // if there is a match already it is refused
}

// says gives a command, and waits a moment for an answer, which there may not be.
func (m *member) says(ctx context.Context, line string) {
	wait, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	_, _ = m.Command(wait, line)
}

// finish lets people play in peace, and waits until every table stands once.
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

// played is what the test reads of a stored table.
type played struct {
	Chairs []struct {
		User string `json:"user"`
	} `json:"chairs"`
	Done []json.RawMessage `json:"done"`
	Deal *engine.Record    `json:"deal"`
}

// judge compares what is stored with what people know.
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

// moves are all moves at the table.
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

// judgeTable: each seat's moves are those that were accepted, and between them
// some of those in doubt.
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

// explained says whether the moves are what the acts, by step, can have led to:
// of each step one act at most, and the one that was accepted if there is one.
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

// means are the moves that the act can be: a choice doesn't say what is done
// with the cards.
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
