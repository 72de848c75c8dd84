package main

import "math/rand/v2"

// commonLen returns the length of the longest common beginning of both slices.
func commonLen[T comparable](a, b []T) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// pick returns a random element.
func pick[T any](chance *rand.Rand, all []T) T { return all[chance.IntN(len(all))] }
