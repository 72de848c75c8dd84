package background

import (
	"context"
	"testing"
)

// TestStart: stop ends the context and waits for the function.
func TestStart(t *testing.T) {
	ended := false
	stop := Start(t.Context(), func(ctx context.Context) {
		<-ctx.Done()
		ended = true
	})
	stop()
	if !ended {
		t.Error("it doesn't wait")
	}
}
