package speech

import "testing"

// TestZoneName: a city that isn't offered is called as its zone calls it.
func TestZoneName(t *testing.T) {
	t.Parallel()
	if got := ZoneName("America/Port-au-Prince", theCatalogue().In("de")); got != "Port-au-Prince" {
		t.Errorf("it is called %q", got)
	}
}
