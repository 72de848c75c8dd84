package web

import (
	"fmt"
	"net/http"
	"testing"
	"time"
)

func TestNamesPerAddress(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	w := newPublicWorld(t, Config{NamesPerAddress: 3, Now: func() time.Time { return now }})
	b := w.browser()
	for _, name := range []string{"Anna", "anna", "ANNA", "Anna"} {
		wantCode(t, "her own name", b.send(b.proxiedRequest("192.0.2.1", "POST", "/enter", doorForm(name))), http.StatusSeeOther)
	}
	for range 5 {
		wantCode(t, "a taken name", w.claimName("192.0.2.1", "Anna"), http.StatusConflict)
	}
	for i, want := range []int{303, 303, 429, 429} {
		name := fmt.Sprint("Bert", i)
		rec := w.claimName("192.0.2.1", name)
		wantCode(t, name, rec, want)
		if want == http.StatusTooManyRequests {
			wantIn(t, rec.Body.String(), "viele Namen")
		}
	}
	wantCode(t, "from another address", w.claimName("192.0.2.1, 198.51.100.7", "Carl"), http.StatusSeeOther)
	wantCode(t, "with a forged address before the real one", w.claimName("198.51.100.8, 192.0.2.1", "Dora"), http.StatusTooManyRequests)
	now = now.Add(limitTime)
	wantCode(t, "a day later", w.claimName("192.0.2.1", "Dora"), http.StatusSeeOther)
}

func TestDailyLimitIsBounded(t *testing.T) {
	now := time.Unix(1_800_000_000, 0)
	a := newDailyLimit(1, func() time.Time { return now })
	for i := range maxOrigins {
		if !a.reserve(fmt.Sprint(i)) {
			t.Fatal("the limit is 0")
		}
	}
	if a.reserve("one more") || len(a.used) > maxOrigins {
		t.Errorf("%d origins are remembered", len(a.used))
	}
	now = now.Add(limitTime)
	if !a.reserve("one more") || len(a.used) != 1 {
		t.Errorf("a day later %d origins are remembered", len(a.used))
	}
}
