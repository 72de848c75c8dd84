package bot_test

import (
	"strings"
	"testing"

	"tarockbot/bot"
	"tarockbot/storage/memory"
)

func TestTablesPerOrigin(t *testing.T) {
	t.Parallel()
	w := startWorld(t, memory.New(), withLimits(bot.Limits{TablesPerOrigin: 2}))
	const home, other = "192.0.2.1/32", "198.51.100.7/32"
	practice := func(who, origin string, allowed bool) {
		t.Helper()
		in := w.in(who, "practice kosakeln")
		in.Origin = origin
		if a := w.input(in); a.Refused == allowed || a.Refused && a.Alert != inEnglish("refuse.tables-origin", "Max", 2) {
			t.Errorf("%s from %q: refused %v with %q", who, origin, a.Refused, a.Alert)
		}
	}
	practice("anna", home, true)
	practice("bert", home, true)
	practice("carl", home, false)
	practice("anna", home, false)
	practice("carl", other, true)
	practice("anna", "", true)
	practice("anna", "", true)
	for id, data := range w.documents("table") {
		if strings.Contains(string(data), "192.0.2") {
			t.Errorf("table %s contains the origin: %s", id, data)
		}
	}
	w.mustSay("bert", "leave yes")
	practice("carl", home, true)
}
