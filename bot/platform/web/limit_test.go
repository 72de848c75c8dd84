package web

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"
)

// TestNamesPerAddress checks the daily limit of names per address. Reclaiming one's own name and failing
// to claim another's don't count.
func TestNamesPerAddress(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	w := publicWorld(t, Config{NamesPerAddress: 3, Now: func() time.Time { return now }})
	b := w.browser()
	for _, name := range []string{"Anna", "anna", "ANNA", "Anna"} {
		if rec := b.send(b.from("192.0.2.1", "POST", "/enter", url.Values{"name": {name}})); rec.Code != http.StatusSeeOther {
			t.Fatalf("her own name: got %d", rec.Code)
		}
	}
	for range 5 {
		if rec := w.takes("192.0.2.1", "Anna"); rec.Code != http.StatusConflict {
			t.Fatalf("a taken name: got %d", rec.Code)
		}
	}
	for i, want := range []int{303, 303, 429, 429} {
		rec := w.takes("192.0.2.1", fmt.Sprint("Bert", i))
		if rec.Code != want {
			t.Errorf("name %d: got %d, want %d", 2+i, rec.Code, want)
		}
		if want == http.StatusTooManyRequests {
			wantIn(t, rec.Body.String(), "viele Namen")
		}
	}
	if rec := w.takes("192.0.2.1, 198.51.100.7", "Carl"); rec.Code != http.StatusSeeOther {
		t.Errorf("from another address: got %d", rec.Code)
	}
	if rec := w.takes("198.51.100.8, 192.0.2.1", "Dora"); rec.Code != http.StatusTooManyRequests {
		t.Errorf("with an address made up before its own: got %d", rec.Code)
	}
	now = now.Add(limitTime)
	if rec := w.takes("192.0.2.1", "Dora"); rec.Code != http.StatusSeeOther {
		t.Errorf("a day later: got %d", rec.Code)
	}
}

// TestDailyLimitIsBounded uses more origins than are remembered: new ones are refused until old ones
// expire.
func TestDailyLimitIsBounded(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	a := newDailyLimit(1, func() time.Time { return now })
	for i := range maxOrigins {
		if !a.reserve(fmt.Sprint(i)) {
			t.Fatal("none may be taken")
		}
	}
	if a.reserve("one more") || len(a.used) > maxOrigins {
		t.Errorf("%d are remembered", len(a.used))
	}
	now = now.Add(limitTime)
	if !a.reserve("one more") || len(a.used) != 1 {
		t.Errorf("a day later %d are remembered", len(a.used))
	}
}
