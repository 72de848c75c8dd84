package main

import "time"

// outages are the times in which a network or a disk doesn't work.
type outages struct {
	began   time.Time     // when the present outage began; zero if there is none
	earlier time.Duration // total of the earlier outages
}

// toggle begins an outage, or ends the present one.
func (o *outages) toggle() {
	if o.isOngoing() {
		o.earlier, o.began = o.total(), time.Time{}
	} else {
		o.began = time.Now()
	}
}

// isOngoing reports whether there is an outage now.
func (o *outages) isOngoing() bool { return !o.began.IsZero() }

// total returns the total of all outages, the present one included.
func (o *outages) total() time.Duration {
	if o.isOngoing() {
		return o.earlier + time.Since(o.began)
	}
	return o.earlier
}
