package monitor

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

// TestCheckTime: a check is answered within a second, however long the store tries.
func TestCheckTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began, rec := time.Now(), httptest.NewRecorder()
		check(func(ctx context.Context) error {
			<-ctx.Done()
			return ctx.Err()
		}).ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/readyz", nil))
		if took := time.Since(began); rec.Code != http.StatusServiceUnavailable || took > time.Second {
			t.Errorf("%d after %v", rec.Code, took)
		}
	})
}
