package main

import "time"

type outages struct {
	began        time.Time
	earlierTotal time.Duration
}

func (o *outages) toggle() {
	if o.isOngoing() {
		o.earlierTotal, o.began = o.total(), time.Time{}
	} else {
		o.began = time.Now()
	}
}

func (o *outages) isOngoing() bool { return !o.began.IsZero() }

func (o *outages) total() time.Duration {
	if o.isOngoing() {
		return o.earlierTotal + time.Since(o.began)
	}
	return o.earlierTotal
}
