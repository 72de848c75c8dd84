package speech

import (
	"strings"
	"time"
	"unicode"

	"tarockbot/render/words"
)

// DefaultZone is the default time zone.
const DefaultZone = "Europe/Vienna"

// Zones lists the time zones on buttons. People may type others.
var Zones = []string{
	DefaultZone, "Europe/London", "Europe/Lisbon", "Europe/Athens", "Europe/Istanbul", "America/New_York", "America/Chicago",
	"America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "UTC",
}

// FindZone finds a time zone by its name, or by the city of one of Zones.
func FindZone(typed string, catalogue *words.Catalogue) (string, bool) {
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
	for _, name := range []string{typed, titleCase(typed), strings.ToUpper(typed)} {
		if _, err := time.LoadLocation(name); err == nil {
			return name, true
		}
	}
	return "", false
}

func titleCase(name string) string {
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
