package main

import "time"

type outages struct {
	began   time.Time
	earlier time.Duration
}

func (o *outages) toggle() {
	if o.isOngoing() {
		o.earlier, o.began = o.total(), time.Time{}
	} else {
		o.began = time.Now()
	}
}

func (o *outages) isOngoing() bool { return !o.began.IsZero() }

func (o *outages) total() time.Duration {
	if o.isOngoing() {
		return o.earlier + time.Since(o.began)
	}
	return o.earlier
}
