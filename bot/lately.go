package bot

// lately holds what was put under a name of late: the newest values of at least
// as many names as most says, and of twice as many at most.
type lately[V any] struct {
	most     int
	new, old map[string]V // old is forgotten when new is full
}

func (l *lately[V]) get(name string) (V, bool) {
	v, ok := l.new[name]
	if !ok {
		v, ok = l.old[name]
	}
	return v, ok
}

func (l *lately[V]) put(name string, v V) {
	if _, ok := l.new[name]; !ok && (l.new == nil || len(l.new) >= l.most) {
		l.old, l.new = l.new, make(map[string]V)
	}
	l.new[name] = v
}
