package backup

import "testing"

func TestDataName(t *testing.T) {
	t.Setenv("PGDATABASE", "")
	t.Setenv("PGUSER", "carl")
	for data, want := range map[string]string{
		"/var/lib/tarock.db":                         "tarock.db",
		"postgres://u:secret@h/tarock?password=more": "tarock",
		"postgresql://h":                             "carl",
		"postgres://anna@h/":                         "anna",
		"postgres://anna@h?user=bert":                "bert",
		"postgres://h/?dbname=tarock":                "tarock",
		"postgres://h?database=tarock&user=u":        "tarock",
		"postgres://h/a?dbname=b&dbname=c":           "c",
		"postgres://h/a?database=b&dbname=c":         "c",
		"postgres://h/a?dbname=b&database=c":         "c",
		"postgres://h/?dbname=a+b":                   "a+b",
		"postgres://h/b":                             "b",
		"postgres://h/a/b":                           "a%2Fb",
		"postgres://h/b/":                            "b%2F",
		"postgres://h/a%252Fb":                       "a%252Fb",
		"postgres://h/größe%20b-c_d.e":               "größe b-c_d.e",
		`postgres://h/a:b*c%3Fd\e"<f>|%09`:           "a%3Ab%2Ac%3Fd%5Ce%22%3Cf%3E%7C%09",
		"postgres://h/b?sslmode=x":                   "",
	} {
		if got := dataName(data); got != want {
			t.Errorf("%s: got %q, want %q", data, got, want)
		}
	}
	t.Setenv("PGDATABASE", "other")
	if got := dataName("postgres://anna@h"); got != "other" {
		t.Errorf("with PGDATABASE: got %q", got)
	}
}
