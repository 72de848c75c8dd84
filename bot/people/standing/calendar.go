package standing

import (
	"fmt"
	"sync"
	"time"
	_ "time/tzdata" // for systems without it
)

// Vienna returns the time zone of standings.
var Vienna = sync.OnceValue(func() *time.Location {
	zone, err := time.LoadLocation("Europe/Vienna")
	if err != nil {
		panic(err)
	}
	return zone
})

// WeekOf returns the order of the week. Later weeks compare greater.
func WeekOf(t time.Time) Order {
	year, week := t.In(Vienna()).ISOWeek()
	return Order(fmt.Sprintf("w%04d-%02d", year, week))
}

// MonthOf returns the order of the month. Later months compare greater.
func MonthOf(t time.Time) Order { return Order(t.In(Vienna()).Format("m2006-01")) }

// DayOf returns the number of days since 1970.
func DayOf(t time.Time) int {
	year, month, day := t.In(Vienna()).Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}
