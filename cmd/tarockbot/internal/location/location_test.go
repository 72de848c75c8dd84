package location

import (
	"slices"
	"strings"
	"testing"

	"tarockbot/storage/postgres"
)

// TestPasswordsHidden: no password of an address is printed, however it is written. An address that is invalid, or in
// which a password may be where pgx sees none, is refused and not printed.
func TestPasswordsHidden(t *testing.T) {
	for location, password := range map[string]string{ // "" is refused
		"postgres://u:secret@h/db":                          "secret",
		"postgres://h/db?password=secret":                   "secret",
		"postgres://h/db?sslpassword=secret&x=1":            "secret",
		"postgres://u:1@h/db?password=secret&password=2":    "secret",
		"postgres://u:1@h/db?password=2&pass%77ord=se+cret": "se+cret",
		"postgres://u:se+cret@h1,h2/db?x=a@b":               "se+cret",
		"postgres://u:secret%231%3F%40@h?x=a@b":             "secret#1?@",
		"postgres://h?x=a/b@c&password=secret":              "secret",
		"postgres://u:1#secret@h/db":                        "1#secret",
		"postgres://u:1?secret@h/db":                        "1?secret",
		"postgres://u:1?x=secret@h?y=1":                     "1?x=secret",
		"postgres://u:sec:r^\"cret@h/db":                    "sec:r^\"cret",
		"postgres://h/db?password=1#secret":                 "1#secret",
		"postgres://h/db?password=1?secret&":                "1?secret",
		"postgres://u:secret@[::1%25eth0]:5432,[::2]":       "secret",
		"postgres://h/db?password=secret%":                  "",
		"postgres://h/db?password=secret;x=1":               "",
		"postgres://h/db?password=se=cret":                  "",
		"postgresql://h/db?x=%zz&password=secret":           "",
		"postgres://u:secret@h:port/db?password=a":          "",
		"postgres://u:secret":                               "",
		"postgres://u:1/secret@h/db":                        "",
		"postgres://u:secret/1@h/db":                        "",
		"postgres://u:1@secret@h/db":                        "",
		"postgres://[h?x=1&y]?password=secret":              "",
		"postgres://h/db? password=secret":                  "",
		"postgres://h/db?password=sec\x7fret":               "",
		"postgres://h/db?password%20=1&sslpassword =secret": "",
		"postgress://u:secret@h/db":                         "",
		"POSTGRES://u:secret@h":                             "",
		"postgresql+ssl://u:secret@h":                       "",
		"https://u:secret@h":                                "",
		"postgres:/u:secret@h":                              "",
		"postgresql:u:secret@h":                             "",
		"Postgres:u:secret@h":                               "",
		" postgres://u:secret@h":                            "",
		"\u00a0\tpostgres:u:secret@h":                       "",
		"\ufeffpostgres://u:secret@h":                       "",
		"postgres://u:secret@h ":                            "",
	} {
		if text := Redacted(location); strings.Contains(text, "cret") {
			t.Errorf("%s is printed as %s", location, text)
		}
		if err := Check(location); (err != nil) != (password == "") {
			t.Errorf("%s: %v", location, err)
		}
		if all := Passwords(location); password != "" && !slices.Contains(all, password) {
			t.Errorf("%s has the passwords %q", location, all)
		}
	}
	for _, file := range []string{"/var/lib/password=secret", "#1 a?b@c@d", "C://secret", " a.db ", "postgres", "./postgres:1@2", "host=h password=secret"} {
		if text := Redacted(file); text != file || Check(file) != nil || len(Passwords(file)) > 0 {
			t.Errorf("the file %s is printed as %s", file, text)
		}
	}
}

// TestAddressPrinted: an address that pgx accepts is printed as it is written, but for the passwords.
func TestAddressPrinted(t *testing.T) {
	for location, want := range map[string]string{
		"postgres://h":                                                    "postgres://h",
		"postgres://%2Frun%2Fpostgresql/tarock":                           "postgres://%2Frun%2Fpostgresql/tarock",
		"postgres:///tarock?host=/run/postgresql":                         "postgres:///tarock?host=/run/postgresql",
		"postgresql://anna:secret@h1:5433,h2/n?":                          "postgresql://anna:xxxxx@h1:5433,h2/n",
		"postgres://[::1]:5432,[::2]/n?y=a+b&x=%20":                       "postgres://[::1]:5432,[::2]/n?y=a+b&x=%20",
		"postgres://a%20b@h?y=1&pass%77ord=secret&sslpassword=secret&x=1": "postgres://a%20b@h?y=1&pass%77ord=xxxxx&sslpassword=xxxxx&x=1",
	} {
		if _, err := postgres.DatabaseName(location); err != nil {
			t.Errorf("pgx refuses %s: %v", location, err)
		}
		if got := Redacted(location); got != want {
			t.Errorf("%s is printed as %s, want %s", location, got, want)
		}
	}
}

// TestEmptyPassword: an empty password counts as none, as in pgx.
func TestEmptyPassword(t *testing.T) {
	for _, location := range []string{"postgres://u:@h", "postgres://h?password=", "postgres://h?sslpassword=&password="} {
		if text, all := Redacted(location), Passwords(location); len(all) > 0 || text != location {
			t.Errorf("%s is printed as %s, and has the passwords %q", location, text, all)
		}
	}
}

// TestUserIn: of several users that an address names, the one that pgx takes counts.
func TestUserIn(t *testing.T) {
	for location, want := range map[string]string{
		"/var/lib/anna@tarock.db":                       "",
		"postgres://h/db":                               "",
		"postgres://anna@h/db":                          "anna",
		"postgres://h/db?user=anna":                     "anna",
		"postgres://anna@h/db?user=bert":                "bert",
		"postgres://anna@h/db?user=bert&x=1&user=carl+": "carl+",
	} {
		if got := User(location); got != want {
			t.Errorf("%s: %q, want %q", location, got, want)
		}
	}
}
