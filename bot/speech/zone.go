package speech

import (
	"slices"
	"strings"
	"time"

	"tarockbot/render/words"
)

// UsualZone is the time zone of people who have chosen none.
const UsualZone = "Europe/Vienna"

// Zones are offered by buttons. Others are typed, by their names in the time zone
// database.
var Zones = []string{UsualZone, "Europe/London", "Europe/Lisbon", "Europe/Athens", "Europe/Istanbul", "America/New_York", "America/Chicago",
	"America/Denver", "America/Los_Angeles", "America/Sao_Paulo", "Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney", "UTC"}

// ZoneCalled is the name of the time zone that somebody types: whole, in whatever
// letters, or the city of one that is offered, in any language.
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

// titled writes a name of the time zone database as most are written there.
func titled(name string) string {
	start := true
	return strings.Map(func(r rune) rune {
		letter := string(r)
		if start {
			letter = strings.ToUpper(letter)
		} else {
			letter = strings.ToLower(letter)
		}
		start = strings.ContainsRune("/_-", r)
		return []rune(letter)[0]
	}, name)
}

// ZoneName is what a zone is called: by a city.
func ZoneName(zone string, w *words.Tongue) string {
	if slices.Contains(Zones, zone) {
		return w.Say("zone." + zone)
	}
	return strings.ReplaceAll(zone[strings.LastIndexByte(zone, '/')+1:], "_", " ")
}
