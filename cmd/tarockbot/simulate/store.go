package main

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"tarockbot/bot"
	"tarockbot/bot/match"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// sharedStore holds the documents, which outlive processes. One process has it open at a time.
type sharedStore struct {
	memory *memory.Store
	// isDatabase is true if a process that loses the store can still read, but must not act.
	isDatabase bool
	// onCommit is called for each durable commit, with the ID of the input that caused it and with mu held.
	onCommit     func(input string, docs []storage.Doc)
	alarmScans   atomic.Int64 // number of the bot's searches for due alarms
	clockCommits atomic.Int64 // number of commits of the running time
	fullDisk     outages      // times in which the disk has no room; only the world changes them
	// deterministicTurn is set while the bot handles one input or one response; see turns.begin. At other times several
	// goroutines may commit at once, so the seed doesn't decide the order of their commits, and no planned death counts them.
	deterministicTurn atomic.Bool
	mu                sync.Mutex    // orders commits, and guards the access and death of all processes
	holder            *processStore // the last process's store; only the world uses it
}

// newStore returns a store without documents. onCommit must be set before a process opens the store.
func newStore(isDatabase bool) *sharedStore {
	return &sharedStore{memory: memory.New(), isDatabase: isDatabase}
}

// open takes the store from the process that has it and opens it for a new one.
func (s *sharedStore) open() *processStore {
	s.revoke()
	s.holder = &processStore{shared: s}
	return s.holder
}

// revoke takes the store from the process that has it.
func (s *sharedStore) revoke() {
	if s.holder != nil {
		s.holder.lose()
	}
}

// documents returns all documents, ready to be stored elsewhere.
func (s *sharedStore) documents() (all []storage.Doc, err error) {
	for _, kind := range bot.Kinds() {
		for doc, err := range s.memory.Scan(context.Background(), kind, "", "") {
			if err != nil {
				return nil, err
			}
			doc.Version = 0
			all = append(all, doc)
		}
	}
	return all, nil
}

// runningTime reads the bot's stored running time, from the form of alarms.storedClock. It is an error if there is none.
func (s *sharedStore) runningTime() (time.Duration, error) {
	var stored struct {
		Bot int64 `json:"bot"` // milliseconds
	}
	doc, err := s.memory.Get(context.Background(), storage.Key{Kind: alarms.KindClock, ID: "running"})
	if err != nil {
		return 0, err
	}
	if err := json.Unmarshal(doc.Data, &stored); err != nil {
		return 0, err
	}
	if stored.Bot == 0 {
		return 0, errors.New("the stored clock has no running time")
	}
	return time.Duration(stored.Bot) * time.Millisecond, nil
}

// markNothingShown marks all messages of the stored table as not shown, and the table as dirty.
func (s *sharedStore) markNothingShown(id string) error {
	ctx := context.Background()
	doc, err := s.memory.Get(ctx, storage.Key{Kind: tables.KindTable, ID: id})
	if err != nil {
		return err
	}
	t, err := match.Parse(id, doc.Data)
	if err != nil {
		return err
	}
	for i := range t.Messages {
		t.Messages[i].Shown = 0
	}
	if doc.Data, err = t.Encode(); err != nil {
		return err
	}
	mark := storage.Key{Kind: tables.KindDirty, ID: id}
	old, err := s.memory.Get(ctx, mark)
	if err != nil && !errors.Is(err, storage.ErrNotFound) {
		return err
	}
	isMarked := err == nil
	return s.memory.Commit(ctx, doc, storage.Doc{Key: mark, Version: old.Version, Data: []byte{}, Unchanged: isMarked})
}
