package backup

import (
	"context"
	"iter"

	"tarockbot/storage"
)

const commitDocs, commitBytes = 1000, 2 << 20

func commitAll(ctx context.Context, to storage.Store, docs iter.Seq2[storage.Doc, error]) error {
	var batch []storage.Doc
	size := 0
	for doc, err := range docs {
		if err != nil {
			return err
		}
		doc.Version = 0
		batch = append(batch, doc)
		size += len(doc.Data)
		if len(batch) >= commitDocs || size >= commitBytes {
			if err := to.Commit(ctx, batch...); err != nil {
				return err
			}
			batch, size = batch[:0], 0
		}
	}
	return to.Commit(ctx, batch...)
}
