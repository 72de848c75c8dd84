package main

import (
	"hash/fnv"
	"math/rand/v2"
)

func hashOf(text string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(text))
	return h.Sum64()
}

// mix hashes the numbers, with the factor of Fibonacci hashing: 2^64 divided by the golden ratio.
func mix(all ...uint64) (x uint64) {
	for _, n := range all {
		x = (x ^ n) * 0x9e3779b97f4a7c15
		x ^= x >> 29
	}
	return x
}

func pick[T any](chance *rand.Rand, all []T) T { return all[chance.IntN(len(all))] }
