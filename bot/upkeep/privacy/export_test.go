package privacy

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/engine/enginetest/golden"
)

func TestExportFile(t *testing.T) {
	t.Parallel()
	d := documents.NewDisclosure(chat.Identity{Person: "p", User: "fake:anna"}, []chat.Identity{{Person: "p", User: "fake:anna"}, {Person: "q", User: "other:anna"}})
	hs := []documents.Holder{
		{Disclose: func(_ context.Context, d *documents.Disclosure) error {
			d.Fields["left"], d.Fields["rivals"], d.Fields["matches"] = 2, []string{}, []string(nil)
			d.PerAccount[1]["platform"], d.PerAccount[1]["blocked"] = map[string]any{}, []string{"<bert>"}
			return nil
		}},
		{NotDisclosed: "reason"},
		{Disclose: func(_ context.Context, d *documents.Disclosure) error {
			d.Fields["tables"], d.Fields["rivalsLeft"] = []int{7}, 0
			d.PerAccount[0]["settings"], d.PerAccount[1]["settings"] = map[string]int{}, map[string]int{"b": 1, "a": 2}
			return nil
		}},
	}
	file, err := Export(t.Context(), hs, d, time.Date(2026, 2, 3, 4, 5, 6, 0, time.FixedZone("", 3600)))
	if err != nil {
		t.Fatal(err)
	}
	golden.Expect(t, "testdata/export.json", string(file.Data))
}

func TestExportFails(t *testing.T) {
	t.Parallel()
	for want, disclose := range map[string]func(*documents.Disclosure) error{
		"no field secret":   func(d *documents.Disclosure) error { d.Fields["secret"] = 1; return nil },
		"export note: gone": func(*documents.Disclosure) error { return errors.New("gone") },
	} {
		d := documents.NewDisclosure(chat.Identity{}, []chat.Identity{{}})
		h := documents.Holder{Kind: "note", Disclose: func(_ context.Context, d *documents.Disclosure) error { return disclose(d) }}
		if file, err := Export(t.Context(), []documents.Holder{h}, d, time.Now()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the file is %v, the error %v, want %q", file, err, want)
		}
	}
}
