package speech

import (
	"strings"
	"time"
	"unicode"

	"tarockbot/render/words"
)

// UsualZone is the time zone of a person who has chosen none.
const UsualZone = "Europe/Vienna"

// Zones lists the time zones that buttons offer. People type others as the time zone database names them.
var Zones = []string{
	UsualZone, "Europe/London", "Europe/Lisbon", "Europe/Athens", "Europe/Istanbul", "America/New_York", "America/Chicago",
	"America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "UTC",
}

// ZoneCalled finds the time zone that somebody typed: by its whole name in capital or small letters, or by the city of
// an offered one in any language.
func ZoneCalled(typed string, catalogue *words.Catalogue) (string, bool) {
	typed = strings.Join(strings.Fields(typed), "_")
	const longest = 40
	if typed == "" || len(typed) > longest || strings.EqualFold(typed, "local") {
		return "", false
	}
	for _, zone := range Zones {
		for _, lang := range words.Languages() {
			if city := strings.ReplaceAll(ZoneName(zone, catalogue.In(lang)), " ", "_"); strings.EqualFold(typed, city) {
				return zone, true
			}
		}
	}
	for _, name := range []string{typed, titled(typed), strings.ToUpper(typed)} {
		if _, err := time.LoadLocation(name); err == nil {
			return name, true
		}
	}
	return "", false
}

// titled writes a name with capitals as most names of the time zone database have them.
func titled(name string) string {
	start := true
	return strings.Map(func(r rune) rune {
		letter := unicode.ToLower(r)
		if start {
			letter = unicode.ToUpper(r)
		}
		start = strings.ContainsRune("/_-", r)
		return letter
	}, name)
}
