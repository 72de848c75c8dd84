// Package seq supplements package slices.
package seq

// Map calls convert for every element and returns the results. Without elements it returns nil.
func Map[E, T any](all []E, convert func(E) T) (results []T) {
	for _, x := range all {
		results = append(results, convert(x))
	}
	return results
}
