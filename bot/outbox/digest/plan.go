package digest

import (
	"maps"
	"time"

	"tarockbot/bot/chat"
)

// manyGames is how many slow games must wait to be listed in one digest.
const manyGames = 3

// digestPause is the minimum time between two digests that call a person.
const digestPause = 6 * time.Hour

// Plan is the list of games and the newest decision to post it.
type Plan struct {
	// Number is the newest post's number. It is in seconds since 1970, so it grows even after a stored digest was
	// deleted.
	Number int       `json:"number"`
	Posted int       `json:"posted"` // the last finished post's Number
	At     time.Time `json:"at"`
	// Calls holds, for each listed game, the number of the game's call that the digest replaces. PostedCalls
	// are the Calls of the newest post.
	Calls       map[chat.TableID]int `json:"listed,omitempty"`
	PostedCalls map[chat.TableID]int `json:"told,omitempty"`
	// BarredUntil delays the next post after a failure.
	BarredUntil time.Time `json:"barred,omitzero"`
}

func (p Plan) isDue() bool { return p.Posted < p.Number }

// compose lists all games if there are manyGames and one is new, else the games of the newest post. New games start a
// new post. If digestPause forbids a post now, wake is the time when the pause ends.
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

func (p Plan) keepPosted(games []Game) (after Plan, hasNew bool) {
	posted := p.PostedCalls
	p.Calls, p.PostedCalls = make(map[chat.TableID]int), make(map[chat.TableID]int)
	for _, g := range games {
		if call := posted[g.Table]; call >= g.Call {
			p.Calls[g.Table], p.PostedCalls[g.Table] = g.Call, call
		} else if !g.CallHeldBack {
			hasNew = true
		}
	}
	return p, hasNew
}
