package bot

import (
	"context"
	"sync"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/support/cache"
)

// The numbers of answers that are remembered at least: of answers in words, and of answers with a page, which take some
// KiB each.
const (
	maxAnswered = 2000
	maxPages    = 200
)

// answerCache remembers recent answers. A network that hands in the same input twice gets the same answer twice. That
// holds also for a refusal whose reason is gone by now: the person has read that nothing happened. The store remembers
// for longer, and after a restart, which inputs have had an effect.
type answerCache struct {
	mu    sync.Mutex
	words cache.Map[string, chat.Answer] // by chat.Input.ID
	pages cache.Map[string, chat.Answer]
	busy  map[string]chan struct{} // inputs that are being decided; closed when they are
}

// newAnswerCache returns an empty answerCache.
func newAnswerCache() *answerCache {
	return &answerCache{
		words: cache.Map[string, chat.Answer]{Keep: maxAnswered},
		pages: cache.Map[string, chat.Answer]{Keep: maxPages},
		busy:  make(map[string]chan struct{}),
	}
}

// decideOnce returns the answer to the input. It decides the input unless that has been done, and waits if
// another is just deciding it. After an error the input may be decided again.
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

// begin returns the answer to the input, if it is known, or a channel that is closed when another has
// decided it; else the caller must decide it, and call finish.
func (a *answerCache) begin(id string) (answer chat.Answer, known bool, busy chan struct{}) {
	a.mu.Lock()
	defer a.mu.Unlock()
	answer, known = a.words.Get(id)
	if !known {
		answer, known = a.pages.Get(id)
	}
	busy = a.busy[id]
	if !known && busy == nil {
		a.busy[id] = make(chan struct{})
	}
	return answer, known, busy
}

// finish records that the input of begin is decided.
func (a *answerCache) finish(id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	close(a.busy[id])
	delete(a.busy, id)
}

// store remembers the answer. It leaves out pictures and files: they are large, and their inputs have no effect.
func (a *answerCache) store(id string, answer chat.Answer) {
	switch {
	case answer.File != nil:
	case answer.Screen == nil:
		a.words.Put(id, answer)
	case answer.Screen.Picture == nil:
		a.pages.Put(id, answer)
	}
}
