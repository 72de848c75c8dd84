package privacy

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
)

// fakeHolder tells what it has, and notes when it is asked to erase.
type fakeHolder struct {
	kind string
	tell func(*keep.Disclosure)
	last bool
	fail error
	log  *[]string
}

func (h fakeHolder) Kinds() []keep.Kind {
	return []keep.Kind{{Name: h.kind}, {Name: h.kind + "-of-all", Stays: "so", Untold: "so"}}
}

func (h fakeHolder) Tell(_ context.Context, d *keep.Disclosure) error {
	if h.tell != nil {
		h.tell(d)
	}
	return h.fail
}

func (h fakeHolder) Erase(_ context.Context, x chat.Identity) (func(context.Context) error, error) {
	*h.log = append(*h.log, h.kind+" "+string(x.User))
	if !h.last {
		return nil, h.fail
	}
	return func(context.Context) error {
		*h.log = append(*h.log, h.kind+" at last")
		return nil
	}, h.fail
}

// TestExportFile: the fields of an export have their order, whoever tells them first; what
// is empty is left out but for what everybody has; and an account is told by its user.
func TestExportFile(t *testing.T) {
	t.Parallel()
	d := keep.NewDisclosure(chat.Identity{Person: "p", User: "fake:anna"}, []chat.Identity{{Person: "p", User: "fake:anna"}, {Person: "q", User: "other:anna"}})
	hs := Holders{
		fakeHolder{tell: func(d *keep.Disclosure) {
			d.Fields["left"], d.Fields["rivals"], d.Fields["matches"] = 2, []string{}, []string(nil)
			d.Each[1]["platform"], d.Each[1]["blocked"] = map[string]any{}, []string{"<bert>"}
		}},
		fakeHolder{tell: func(d *keep.Disclosure) {
			d.Fields["tables"], d.Fields["rivalsLeft"] = []int{7}, 0
			d.Each[0]["settings"], d.Each[1]["settings"] = map[string]int{}, map[string]int{"b": 1, "a": 2}
		}},
	}
	file, err := hs.Export(t.Context(), d, time.Date(2026, 2, 3, 4, 5, 6, 0, time.FixedZone("", 3600)))
	if err != nil {
		t.Fatal(err)
	}
	const want = `{
  "format": "tarockbot-export/1",
  "made": "2026-02-03T03:05:06Z",
  "accounts": [
    {
      "user": "fake:anna",
      "settings": {}
    },
    {
      "user": "other:anna",
      "settings": {
        "a": 2,
        "b": 1
      },
      "blocked": [
        "\u003cbert\u003e"
      ]
    }
  ],
  "tables": [
    7
  ],
  "matches": null,
  "left": 2
}
`
	if got := string(file.Data); got != want {
		t.Errorf("the file is\n%s\nwant\n%s", got, want)
	}
}

// TestExportFails: a field that has no place in the file isn't lost in silence, and the
// error of a holder says whose it is.
func TestExportFails(t *testing.T) {
	t.Parallel()
	for want, h := range map[string]fakeHolder{
		"no field secret":   {tell: func(d *keep.Disclosure) { d.Fields["secret"] = 1 }},
		"export note: gone": {kind: "note", fail: errors.New("gone")},
	} {
		d := keep.NewDisclosure(chat.Identity{}, []chat.Identity{{}})
		if file, err := (Holders{h}).Export(t.Context(), d, time.Now()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the file is %v, the error %v, want %q", file, err, want)
		}
	}
}

// TestEraseOrder: holders erase one after the other, those at last that ask for it, and
// none after one that fails.
func TestEraseOrder(t *testing.T) {
	t.Parallel()
	var log []string
	who := chat.Identity{Person: "p", User: "fake:anna"}
	hs := Holders{fakeHolder{kind: "note", last: true, log: &log}, fakeHolder{kind: "person", log: &log}}
	if err := hs.erase(t.Context(), who); err != nil {
		t.Fatal(err)
	}
	if want := []string{"note fake:anna", "person fake:anna", "note at last"}; !slices.Equal(log, want) {
		t.Errorf("erased %q, want %q", log, want)
	}
	log = nil
	hs = append(Holders{fakeHolder{kind: "table", fail: errors.New("gone"), log: &log}}, hs...)
	if err := hs.erase(t.Context(), who); err == nil || err.Error() != "bot: erase from table: gone" || len(log) != 1 {
		t.Errorf("erased %q, the error is %v", log, err)
	}
}
