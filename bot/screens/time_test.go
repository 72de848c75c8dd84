package screens

import (
	"testing"
	"time"
)

func TestLeftText(t *testing.T) {
	t.Parallel()
	catalogue := loadCatalogue(t)
	const day = 24 * time.Hour
	for _, tt := range []struct {
		left time.Duration
		want string
	}{
		{3*day - time.Second, "3 days left"},
		{2*day + 11*time.Hour, "2 days left"},
		{2 * day, "2 days left"},
		{2*day - time.Minute, "2 days left"},
		{2*day - time.Hour, "47 hours left"},
		{day - time.Second, "24 hours left"},
		{2*time.Hour - time.Second, "2 hours left"},
		{2*time.Hour - time.Minute, "119 minutes left"},
		{2*time.Minute - time.Second, "2 minutes left"},
		{10 * time.Second, "1 minute left"},
	} {
		if got := timeLeftText(tt.left, catalogue.In("en")); got != tt.want {
			t.Errorf("%v: got %q, want %q", tt.left, got, tt.want)
		}
	}
}
