package speech

import "testing"

func TestZoneName(t *testing.T) {
	t.Parallel()
	if got := ZoneName("America/Port-au-Prince", theCatalogue().In("de")); got != "Port-au-Prince" {
		t.Errorf("got %q", got)
	}
}
