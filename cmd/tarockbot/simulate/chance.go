package main

import (
	"hash/fnv"
	"math/rand/v2"
)

// hashOf returns a hash of the text.
func hashOf(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// mix combines the numbers into one hash. The factor is that of Fibonacci hashing: 2^64 divided by the golden ratio.
func mix(all ...uint64) (x uint64) {
	for _, n := range all {
		x = (x ^ n) * 0x9e3779b97f4a7c15
		x ^= x >> 29
	}
	return x
}

// pick returns a random element.
func pick[T any](chance *rand.Rand, all []T) T { return all[chance.IntN(len(all))] }
