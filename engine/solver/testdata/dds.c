/* Solves random bridge deals with libdds and prints the milliseconds of each.
   Usage: dds DEALS SEED SOLUTIONS, where SOLUTIONS is 1 for the best lead and
   3 for all leads. The strain is random, hand 0 leads, and libdds runs in one
   thread. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <dds/dll.h>

static uint64_t dice;

static int below(int n)
{
	dice ^= dice << 13;
	dice ^= dice >> 7;
	dice ^= dice << 17;
	return (int)((uint64_t)(uint32_t)dice * (uint64_t)n >> 32);
}

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void shuffle(struct deal *d)
{
	int deck[52];
	for (int i = 0; i < 52; i++)
		deck[i] = i;
	for (int i = 51; i > 0; i--) {
		int j = below(i + 1), c = deck[i];
		deck[i] = deck[j];
		deck[j] = c;
	}
	memset(d, 0, sizeof *d);
	d->trump = below(5);
	for (int i = 0; i < 52; i++)
		d->remainCards[i / 13][deck[i] / 13] |= 4u << deck[i] % 13;
}

int main(int argc, char **argv)
{
	if (argc != 4)
		return 2;
	int deals = atoi(argv[1]), solutions = atoi(argv[3]);
	dice = strtoull(argv[2], NULL, 10);
	SetMaxThreads(1);
	for (int i = 0; i < deals; i++) {
		struct deal d;
		struct futureTricks f;
		shuffle(&d);
		double began = now();
		if (SolveBoard(d, -1, solutions, 1, &f, 0) != RETURN_NO_FAULT)
			return 1;
		printf("%.4f\n", now() - began);
	}
	return 0;
}
