package stores

import "time"

// CommandPatience is how long a command waits for a database that it can't reach. Zero means as long as a
// node waits. Overridden by tests.
var CommandPatience time.Duration

// LeaseTerm is how long a lease lasts without a renewal. Zero means the default. Overridden by tests,
// because a busy machine renews late.
var LeaseTerm time.Duration
