// Package seq supplements package slices.
package seq

// Map calls one for every element and returns the results; nil for none.
func Map[E, T any](all []E, convert func(E) T) (results []T) {
	for _, x := range all {
		results = append(results, convert(x))
	}
	return results
}
