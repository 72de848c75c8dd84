package bot

import (
	"fmt"
	"sync"
	"time"
	_ "time/tzdata" // where the system has none
)

// Days, weeks and months of standings are those of Vienna, for everybody.
var vienna = sync.OnceValue(func() *time.Location {
	zone, err := time.LoadLocation("Europe/Vienna")
	if err != nil {
		panic(err) // it is built in
	}
	return zone
})

// weekOf is the name of the week, as boards are by it.
func weekOf(t time.Time) string {
	year, week := t.In(vienna()).ISOWeek()
	return fmt.Sprintf("w%04d-%02d", year, week)
}

// monthOf is the name of the month, as boards are by it.
func monthOf(t time.Time) string { return t.In(vienna()).Format("m2006-01") }

// dayOf numbers the days.
func dayOf(t time.Time) int {
	year, month, day := t.In(vienna()).Date()
	const seconds = 24 * 60 * 60
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / seconds)
}
