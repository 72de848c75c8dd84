// Package seq holds what package slices lacks.
package seq

// Map calls one for every element and returns the results in order; nil if there are no elements.
func Map[E, T any](all []E, one func(E) T) (made []T) {
	for _, x := range all {
		made = append(made, one(x))
	}
	return made
}
