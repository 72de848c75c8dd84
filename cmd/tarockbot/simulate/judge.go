package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"tarockbot/bot/chat"
	"tarockbot/bot/people/standing"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/past"
	"tarockbot/engine"
	"tarockbot/engine/card"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// copyEvery is the average number of commits between two copies of the store.
const copyEvery = 512

// multiTableCommands are the commands that may change several tables; "" stands for events, and for commits without an input.
var multiTableCommands = []string{"forget", "unlink", "link", "block", "settings", "away", "back", ""}

// judge checks the promises. sharedStore.Commit calls observeCommit with sharedStore.mu held. observeCommit must not lock that
// mutex; checks that need longer go to deferredChecks. The world calls all other methods, only while the bot is idle. It
// also uses the judge's record of tables and people.
type judge struct {
	reporter
	seed           uint64 // decides which commits get further checks
	store          *sharedStore
	log            *botLog
	nets           networks
	deals          int64                   // finished deals
	commits        uint64                  // durable commits
	tables         tableStates             // by ID
	decks          [][]card.Card           // all decks dealt so far
	inputs         map[string]*inputRecord // by ID; "" stands for commits without an input
	identities     identities
	deferredChecks []func() // checks that take too long under the store's lock, or need the state after the whole input
}

// inputRecord is an input and its consequences.
type inputRecord struct {
	chat.Input
	deliveries      int          // how often it was delivered
	effects         atomic.Int64 // commits that opened a table, changed a game or ended a match
	effectsAtAnswer int64        // effects when Handle last returned
}

// newJudge returns a judge that has seen no commit yet. The caller lets the store call observeCommit.
func newJudge(seed uint64, r reporter, s *sharedStore, log *botLog, nets networks) *judge {
	return &judge{
		reporter: r, seed: seed, store: s, log: log, nets: nets, tables: make(tableStates),
		inputs: map[string]*inputRecord{"": {}}, identities: newIdentities(),
	}
}

// runDeferredChecks runs the deferred checks. The bot must be idle and the store's lock free.
func (j *judge) runDeferredChecks() {
	for _, check := range j.deferredChecks {
		check()
	}
	j.deferredChecks = nil
}

// observeCommit records a durable commit and checks it against the input that caused it.
func (j *judge) observeCommit(inputID string, docs []storage.Doc) {
	var all []string
	for _, d := range docs {
		all = append(all, fmt.Sprintf("%s %s, %d bytes", d.Key.Kind, d.Key.ID, len(d.Data)))
	}
	slices.Sort(all)
	j.history.record("stored by %q: %q", inputID, all)
	in := j.inputs[inputID]
	j.commits++
	j.maybeCheckCopy()
	changes := j.recordCommit(in, docs)
	isRated := slices.ContainsFunc(docs, func(d storage.Doc) bool { return d.Key.Kind == standing.KindMatch })
	for _, c := range changes {
		j.checkChange(in, c, isRated)
	}
	mayChangeMany := slices.Contains(multiTableCommands, firstWord(in.Line))
	effects := in.effects.Load()
	j.failIf(effects > 1 && !mayChangeMany, decidedOnce, "%q of %s has %d effects", in.Line, in.User, effects)
}

// maybeCheckCopy copies the store after one commit in copyEvery, and defers the check of the copy.
func (j *judge) maybeCheckCopy() {
	if mix(j.seed, j.commits)%copyEvery == 0 {
		docs, err := j.store.documents()
		j.must(err)
		s := memory.New()
		j.must(s.Commit(context.Background(), docs...))
		j.deferredChecks = append(j.deferredChecks, func() { j.checkStore(s) })
	}
}

// recordCommit records the stored documents and what the input has caused, and returns the changes of tables.
func (j *judge) recordCommit(in *inputRecord, docs []storage.Doc) (changes []tableChange) {
	for _, d := range docs {
		switch {
		case d.Unchanged:
		case d.Key.Kind == past.KindDeal && d.Version == 0:
			j.deals++
		case d.Key.Kind == tables.KindTable && d.Data == nil:
			delete(j.tables, d.Key.ID)
		case d.Key.Kind == tables.KindTable:
			if c, ok := j.recordTable(d); ok {
				changes = append(changes, c)
			}
		default:
			j.identities.record(d)
		}
	}
	if slices.ContainsFunc(changes, tableChange.isEffect) {
		in.effects.Add(1)
	}
	return changes
}

// addInput records that the input is delivered, perhaps again, and returns what is recorded of it.
func (j *judge) addInput(in chat.Input) *inputRecord {
	judged := cmp.Or(j.inputs[in.ID], &inputRecord{Input: in})
	j.inputs[in.ID] = judged
	judged.deliveries++
	delete(j.identities.forgotten, in.User) // they are back
	return judged
}

// checkAnswer checks that only a store fault or a panic of a computer player made Handle fail. The panic may fail the input
// that the computer answers. It also checks that an acknowledged move had been made before the answer.
func (j *judge) checkAnswer(p *process, in *inputRecord, a chat.Answer, err error) {
	_, isMove := parseMove(in.Line)
	isStoreFault := p.store.commitErr() != nil || errors.Is(err, storage.ErrFull)
	isAcknowledged := err == nil && !a.Refused
	isComputerFault := strings.Contains(fmt.Sprint(err), fmt.Sprintf("%T", computerFault{}))
	j.failIf(err != nil && !isStoreFault && !isComputerFault, faultIsolated, "%q of %s: %v", in.Line, in.User, err)
	j.failIf(isMove && isAcknowledged && in.effectsAtAnswer == 0, neverLost, "%q of %s is acknowledged, and not made", in.Line, in.User)
}

// checkRequest checks a new request, and each move that it offers. It runs when the bot is idle, after the request's
// departure.
func (j *judge) checkRequest(r *request) {
	j.checkDeparture(r)
	for _, o := range offersOf(&r.screen) {
		j.checkOffer(r.place, o.line)
	}
}

// checkDeparture checks that the process was allowed to send the request when it departed.
func (j *judge) checkDeparture(r *request) {
	isNotice := r.screen.Table == ""       // notices of one place share a messageKey, so no wait belongs to one of them
	until := r.net.limited[r.messageKey()] // zero if the message isn't limited
	j.failIf(!isNotice && r.departed.Before(until), pausesKept, "%v is shown %v too early", r.place, until.Sub(r.departed))
	j.failIf(r.process.stopped, oneActs, "a process that was shut down shows something")
	lost, isLost := r.process.store.databaseLostAt()
	j.failIf(isLost && r.departed.After(lost), oneActs, "a process that has lost the database still shows something")
}

// checkOffer checks that an offered move is shown in private to a player of the table, and that the player's seat has reached
// the move's step. compareTwins finds what is shown to the wrong one of the players. The tables are
// those at the end of the turn: an offer that was shown before its commit is found only if that commit failed.
func (j *judge) checkOffer(at chat.Place, line string) {
	move, ok := parseMove(line)
	if !ok {
		return
	}
	j.failIf(at.Chat != "", ownCards, "%q is offered in public", line)
	t := j.tables[move.table]
	if t == nil {
		j.fail(neverLost, "%q is offered, but its table isn't stored", line)
		return
	}
	if seat := t.seatOf(at.User); seat != engine.Nobody {
		j.failIf(t.Chairs[seat].Step < move.step, neverLost, "%q is offered, but its step isn't stored", line)
		return
	}
	j.failIf(!j.identities.seatCanDiffer(at.User), ownCards, "%q is offered to %s", line, at.User)
}
