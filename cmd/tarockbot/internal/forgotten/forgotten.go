// Package forgotten stores the list of forgotten people outside of the data.
package forgotten

import (
	"tarockbot/bot/people"
	"tarockbot/cmd/tarockbot/internal/location"
)

// ListAt returns the list at the configured place, else beside a data file, else nil. Entries are never removed,
// because a backup of any age may be restored.
func ListAt(place, data string) people.ForgottenList {
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

// NoList warns about a database without a list.
const NoList = "removals: isn't set: restoring a backup would bring back forgotten people; name a file, or another database"
