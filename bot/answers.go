package bot

import (
	"context"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/support/cache"
)

const (
	maxAlerts = 2000
	maxPages  = 200
)

// answerCache repeats the first answer when a network delivers an input twice.
type answerCache struct {
	mu     sync.Mutex
	alerts cache.Map[string, chat.Answer] // by documents.SeenID
	pages  cache.Map[string, chat.Answer]
	busy   map[string]chan struct{}
}

func newAnswerCache() *answerCache {
	return &answerCache{
		alerts: cache.Map[string, chat.Answer]{Keep: maxAlerts},
		pages:  cache.Map[string, chat.Answer]{Keep: maxPages},
		busy:   make(map[string]chan struct{}),
	}
}

// decideOnce decides each input once. After an error the input may be decided again.
func (a *answerCache) decideOnce(ctx context.Context, in chat.Input, decide func() (chat.Answer, error)) (chat.Answer, error) {
	id := documents.SeenID(in)
	for {
		answer, known, busy := a.begin(id)
		switch {
		case known:
			return answer, nil
		case busy == nil:
			defer a.finish(id)
			answer, err := decide()
			if err == nil {
				a.store(id, answer)
			}
			return answer, err
		}
		select {
		case <-busy:
		case <-ctx.Done():
			return chat.Answer{}, ctx.Err()
		}
	}
}

// begin returns the cached answer, or a channel that another call closes when done. If it returns neither, the caller
// must decide the input and call finish.
func (a *answerCache) begin(id string) (answer chat.Answer, known bool, busy chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	answer, known = a.alerts.Get(id)
	if !known {
		answer, known = a.pages.Get(id)
	}
	busy = a.busy[id]
	if !known && busy == nil {
		a.busy[id] = make(chan struct{})
	}
	return answer, known, busy
}

func (a *answerCache) finish(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	close(a.busy[id])
	delete(a.busy, id)
}

func (a *answerCache) store(id string, answer chat.Answer) {
	switch {
	case answer.File != nil:
	case answer.Screen == nil:
		a.alerts.Put(id, answer)
	case answer.Screen.Picture == nil:
		a.pages.Put(id, answer)
	}
}
