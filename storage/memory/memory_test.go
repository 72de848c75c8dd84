package memory_test

import (
	"testing"

	"tarockbot/storage"
	"tarockbot/storage/memory"
	"tarockbot/storage/storagetest"
)

func TestConformance(t *testing.T) {
	storagetest.Run(t, func(*testing.T) (storage.Store, func() storage.Store) {
		return memory.New(), nil
	})
}
