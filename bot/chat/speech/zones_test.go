package speech

import "testing"

// TestZoneCalled: people type time zones by names or by cities, in any language.
func TestZoneCalled(t *testing.T) {
	t.Parallel()
	catalogue := theCatalogue(t)
	for typed, want := range map[string]string{
		"Wien": "Europe/Vienna", "vienna": "Europe/Vienna", "new york": "America/New_York", "europe/berlin": "Europe/Berlin", "utc": "UTC",
		"America/Port-au-Prince": "America/Port-au-Prince", "local": "", "": "", "../etc/passwd": "", "Nowhere": "",
	} {
		if got, ok := ZoneCalled(typed, catalogue); got != want || ok != (want != "") {
			t.Errorf("%q is %q, want %q", typed, got, want)
		}
	}
	if got := ZoneName("America/Port-au-Prince", catalogue.In("de")); got != "Port-au-Prince" {
		t.Errorf("a city that isn't offered is called %q", got)
	}
}
