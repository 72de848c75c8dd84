package main

import (
	"errors"
	"fmt"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/match"
	"tarockbot/engine"
	"tarockbot/storage"
)

// judge checks the bot's promises, see promises.go, while the bot is idle. Only the methods of judge_commit.go run while the bot acts, with the
// store's lock held. They must not lock the store, and leave other checks to deferredChecks.
//
//	moment                            check
//	a commit                          checkCommit, and later its deferred checks
//	an answer                         checkAnswer
//	a new request                     checkRequest
//	before the start of a process     checkStore, sometimes
//	after the start of a process      checkEveryoneCanMove, unless a fault excuses it; see processes.boot
//	the end of a process              checkEnd
//	the end of the simulation         checkFinal, world.compareRestart, checkStore, world.compareTwins
type judge struct {
	report         reporter
	clock          *clock
	seed           uint64
	store          *sharedStore
	log            fmt.Stringer
	nets           networks
	records        *records
	deferredChecks []func() // these are too slow for the store's lock, or need the state after the whole input
}

func (j *judge) runDeferredChecks() {
	for _, check := range j.deferredChecks {
		check()
	}
	j.deferredChecks = nil
}

// checkAnswer checks that Handle failed only after a store fault or a panic of a computer player, and that an
// acknowledged move was made before the answer.
func (j *judge) checkAnswer(p *process, in *inputRecord, a chat.Answer, err error) {
	_, isMove := parseMove(in.Line)
	isStoreFault := p.store.commitErr() != nil || errors.Is(err, storage.ErrFull)
	isAcknowledged := err == nil && !a.Refused
	isComputerFault := strings.Contains(fmt.Sprint(err), fmt.Sprintf("%T", computerFault{}))
	j.report.failIf(err != nil && !isStoreFault && !isComputerFault, faultIsolated, "%q of %s: %v", in.Line, in.User, err)
	isMissing := isMove && isAcknowledged && in.effectsAtAnswer == 0
	j.report.failIf(isMissing, neverLost, "%q of %s is acknowledged, but has no effect", in.Line, in.User)
}

func (j *judge) checkRequest(r *request) {
	j.checkSendTime(r)
	for _, o := range offersOf(&r.screen) {
		j.checkOffer(r.place, o.line)
	}
}

func (j *judge) checkSendTime(r *request) {
	// Notices have no table and share a place's messageKey, so the pause may belong to another notice.
	until := r.net.limited[r.messageKey()]
	isEarly := r.screen.Table != "" && r.departed.Before(until)
	j.report.failIf(isEarly, pausesKept, "a screen for %v is sent %v too early", r.place, until.Sub(r.departed))
	j.report.failIf(r.process.isShutDown, oneActs, "a process that was shut down still shows something")
	lost := r.process.store.currentAccess().lost
	j.report.failIf(!lost.IsZero() && r.departed.After(lost), oneActs, "a process that has lost the database still shows something")
}

// checkOffer checks that an offered move is private to a player of the table and that the seat's step is stored.
// compareTwins finds offers to the wrong player.
func (j *judge) checkOffer(at chat.Place, line string) {
	move, ok := parseMove(line)
	if !ok {
		return
	}
	if at.Chat != "" {
		j.report.fail(ownCards, "%q is offered in public", line)
		return
	}
	t := j.records.tables[move.table]
	if t == nil {
		j.report.fail(neverLost, "%q is offered, but its table isn't stored", line)
		return
	}
	if seat := t.seatOf(at.User); seat != engine.Nobody {
		j.report.failIf(t.Chairs[seat].Step < move.step, neverLost, "%q is offered, but its step isn't stored", line)
		return
	}
	j.report.failIf(!j.records.identities.seatCanDiffer(at.User), ownCards, "%q is offered to %s", line, at.User)
}

func (j *judge) checkEveryoneCanMove() {
	for _, t := range j.records.tables.active() {
		waitsForNobody := t.Waiting() == 0 && t.Decks().WaitsForCut() == engine.Nobody
		j.report.failIf(t.Stage == match.Playing && waitsForNobody, neverLost, "table %s waits for nobody", t.ID)
		for s := range t.Waiting().All() {
			c := t.Chairs[s]
			isStuck := !isPlayedByComputer(c) && !j.nets.offersMove(t.Table, s)
			j.report.failIf(isStuck, neverLost, "table %s waits for seat %d, which is offered no move: %+v, %+v", t.ID, s, c, t.Messages)
		}
	}
}

// checkEnd checks that the bot ended only because it was shut down or lost its store.
func (j *judge) checkEnd(p *process, endedByItself bool) {
	failed := (endedByItself || p.err != nil) && p.store.commitErr() == nil
	j.report.failIf(failed, faultIsolated, "the bot ended (without being shut down: %v) with the error %v", endedByItself, p.err)
}
