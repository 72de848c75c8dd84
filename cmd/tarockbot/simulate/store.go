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
	// onCommit is called after each commit with mu held.
	onCommit     func(input string, docs []storage.Doc)
	alarmScans   atomic.Int64
	clockCommits atomic.Int64
	fullDisk     outages
	// deterministicTurn is set while the bot handles one input or response. Otherwise goroutines may commit in any
	// order, so planned deaths don't count their commits.
	deterministicTurn atomic.Bool
	mu                sync.Mutex // orders commits; guards the access and death of all processes
	holder            *processStore
}

func newStore(isDatabase bool) *sharedStore {
	return &sharedStore{memory: memory.New(), isDatabase: isDatabase}
}

func (s *sharedStore) open() *processStore {
	s.revokeAccess()
	s.holder = &processStore{shared: s}
	return s.holder
}

func (s *sharedStore) revokeAccess() {
	if s.holder != nil {
		s.holder.loseAccess()
	}
}

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

// runningTime returns the running time stored by alarms.storedClock, or an error if there is none.
func (s *sharedStore) runningTime() (time.Duration, error) {
	var stored struct {
		Bot int64 `json:"bot"`
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
		t.Messages[i].ShownRev = 0
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
