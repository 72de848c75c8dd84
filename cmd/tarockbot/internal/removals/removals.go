// Package removals keeps the list of forgotten people outside of the data.
package removals

import (
	"tarockbot/bot/people"
	"tarockbot/cmd/tarockbot/internal/location"
)

// Of returns the list of forgotten people at the configured place, or beside a data file. It returns nil
// for a database without a configured place. The list isn't part of the data, because an older backup,
// which still has these people, may replace the data. It holds only random ids and times. Entries are
// never removed, because a backup of any age may come back.
func Of(place, data string) people.ForgottenList {
	switch {
	case location.IsDatabase(place):
		return database(place)
	case place != "":
		return file(place)
	case location.IsDatabase(data):
		return nil
	}
	return file(data + ".removed")
}

// Missing warns of a database without a list of removals.
const Missing = "removals: isn't set: who was forgotten would come back with a database that is restored; name a file, or another database"
