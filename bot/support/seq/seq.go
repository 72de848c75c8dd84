// Package seq supplements package slices.
package seq

// Map calls one for every element and returns the results; nil for none.
func Map[E, T any](all []E, one func(E) T) (made []T) {
	for _, x := range all {
		made = append(made, one(x))
	}
	return made
}
