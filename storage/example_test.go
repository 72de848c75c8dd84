package storage_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"tarockbot/storage"
	"tarockbot/storage/memory"
)

// If two callers read the same version, the second commit is a conflict.
func Example() {
	ctx := context.Background()
	store := memory.New()
	key := storage.Key{Kind: "note", ID: "greeting"}
	if err := store.Commit(ctx, storage.Doc{Key: key, Data: []byte("Servus")}); err != nil {
		log.Fatal(err)
	}
	read, err := store.Get(ctx, key)
	if err != nil {
		log.Fatal(err)
	}
	first, second := read, read
	first.Data, second.Data = []byte("Grüß Gott"), []byte("Habe die Ehre")
	fmt.Println(store.Commit(ctx, first))
	fmt.Println(errors.Is(store.Commit(ctx, second), storage.ErrConflict))
	now, err := store.Get(ctx, key)
	fmt.Println(string(now.Data), now.Version, err)
	// Output:
	// <nil>
	// true
	// Grüß Gott 2 <nil>
}
