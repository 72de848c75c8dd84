package background

import (
	"context"
	"testing"
)

func TestStart(t *testing.T) {
	ended := false
	stop := Start(t.Context(), func(ctx context.Context) {
		<-ctx.Done()
		ended = true
	})
	stop()
	if !ended {
		t.Error("stop didn't wait")
	}
}
