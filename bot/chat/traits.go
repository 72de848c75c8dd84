package chat

// Traits is what is true of a platform. The zero value is a network with plain
// messages that is always there.
type Traits struct {
	// Forgets says that messages don't outlive the process: the bot shows everything
	// again after a start.
	Forgets bool
	// Lazy says that a screen's picture is drawn when somebody looks at it: no screen
	// waits for one.
	Lazy bool
	// Threads says that each match can have a thread; see Screen.Thread.
	Threads bool
	// OnlyPrivate says that somebody can play only in the private chat, which they have
	// to open themselves: in public they can see their cards, but not choose any.
	OnlyPrivate bool
	// Connection is whether the platform has its network at this moment. The other
	// traits stay as they are.
	Connection Connection
}

// Connection is whether a platform has its network.
type Connection int

// The connections.
const (
	NotNeeded    Connection = iota // there is no network that could be lost
	Connected                      // people are heard and can be told
	Disconnected                   // neither
)

// ConnectedIf is Connected, or else Disconnected.
func ConnectedIf(is bool) Connection {
	if is {
		return Connected
	}
	return Disconnected
}
