package digest

import (
	"maps"
	"time"

	"tarockbot/bot/chat"
)

// manyGames is how many slow games must wait for a person to be listed in one digest, not called one by one.
const manyGames = 3

// digestPause is the minimum time between two digests that call a person.
const digestPause = 6 * time.Hour

// Plan is what the message lists, and which post of it was decided last.
type Plan struct {
	// Number is the number of the newest post, whether it is posted yet or not. It is a time in seconds since
	// 1970, so it grows even if the stored digest before was deleted.
	Number int       `json:"number"`
	Posted int       `json:"posted"` // the Number of the last finished post; the newest is due until they are equal
	At     time.Time `json:"at"`     // when the newest post was decided
	// Calls are the numbers of the calls that the digest replaces, by table. PostedCalls are those that the newest
	// post was decided for.
	Calls       map[chat.TableID]int `json:"listed,omitempty"`
	PostedCalls map[chat.TableID]int `json:"told,omitempty"`
	// BarredUntil is when the next post may be decided after a post failed. Until then each game calls on its own.
	BarredUntil time.Time `json:"barred,omitzero"`
}

// isDue reports whether the newest post isn't posted yet.
func (p Plan) isDue() bool { return p.Posted < p.Number }

// compose returns the plan with all games listed if there are manyGames and one is new, else with the games that it
// was posted for. It starts a new post for new games, but at most one in digestPause. If new games wait for that pause
// to end, wake is its end; else it is zero.
func (p Plan) compose(games []Game, quiet bool, now time.Time) (after Plan, wake time.Time) {
	p, hasNew := p.keepPosted(games)
	if len(games) < manyGames || !hasNew || now.Before(p.BarredUntil) || quiet {
		return p, time.Time{}
	}
	for _, g := range games {
		p.Calls[g.Table] = g.Call
	}
	if next := p.At.Add(digestPause); len(p.PostedCalls) > 0 && now.Before(next) {
		return p, next
	}
	p.Number, p.At, p.PostedCalls = max(p.Number+1, int(now.Unix())), now.UTC(), maps.Clone(p.Calls)
	return p, time.Time{}
}

// keepPosted returns the plan with those of the games that it was posted for. It reports whether another game's call
// is to be made.
func (p Plan) keepPosted(games []Game) (after Plan, hasNew bool) {
	posted := p.PostedCalls
	p.Calls, p.PostedCalls = make(map[chat.TableID]int), make(map[chat.TableID]int)
	for _, g := range games {
		if call := posted[g.Table]; call >= g.Call {
			p.Calls[g.Table], p.PostedCalls[g.Table] = g.Call, call
		} else if !g.Held {
			hasNew = true
		}
	}
	return p, hasNew
}
