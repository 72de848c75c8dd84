// Package fair makes decks whose fairness anybody can check, and decks of random bytes alone (RandomDeck).
//
// # How a deck is made
//
// The host deals. It can't choose a deck, because a deck depends on a seed that it fixed early and on texts that
// players type:
//
//  1. The host publishes the Anchor of a Chain before anybody sits down. This fixes all seeds. The anchor of the next
//     chain names the last receipt.
//  2. For each deck the host signs a Receipt before dealing. It commits to the seed and the Context. It names the
//     receipt before it, so that the host can't drop a deck unnoticed.
//  3. The players at the seats of Context.Cutters may type a text each, see Context.NewCut.
//  4. Proof.Deck shuffles the pack with randomness derived from the context, the seed and the cuts.
//  5. After the deal the host publishes the Proof, with the seed and the cuts. Proof.Reveal signs it with the outcome.
//  6. Proof.Check checks one proof. Package verify also checks how the decks of a match follow one another.
//
// The bot deals on LevelHost and LevelCutter. Package verify calls no deck of the other two fair, because a receipt
// doesn't fix the sealed cuts or the beacon's signature.
//
// # Bytes
//
// Another program can repeat all of this; testdata/verify.py is one. In the table, n is a number of 4 bytes, the
// highest byte first. list(a, b, …) puts each part behind its length in 4 bytes. V/chain is the Version
// followed by /chain. Hashes are SHA-256, and signatures are Ed25519. Hashes, keys and signatures are hexadecimal in
// JSON, but bytes here. A text is UTF-8.
//
//	seed n-1     hash(list(V/chain, table, n, seed n)); the anchor is seed 0
//	anchor       signs list(V/anchor, table, length, seed 0, previous signature)
//	rules        hash(list(V/rules, rule set, edition, option, value, …)), with the options sorted by name
//	context      list(table, number, kind, rule set, rules, list(seats), dealer, order,
//	             level, the beacon's name if any)
//	commitment   hash(list(V/commit, context, seed))
//	receipt      signs list(V/receipt, commitment, context, previous signature)
//	cut          hash(list(V/cut, context, player's id, text))
//	sealed cut   hash(list(V/cc, context, seat, nonce, text))
//	beacon       hash(list(V/beacon, context, the beacon's signature))
//	salt         hash(list(context, each cut, the beacon if any))
//	key          HKDF-SHA256 of 32 bytes from the seed and the salt, with the info V/shuffle
//	stream       HMAC-SHA256(key, V/stream and a counter of 8 bytes, the highest first) for 0, 1, …
//	deck         the pack, in the order of the card codes, shuffled: for i from the last place down to 1, the
//	             cards at i and j change places. j is the stream's next byte modulo i+1. Bytes from
//	             256 - 256 mod (i+1) on are skipped.
//	reveal       signs list(V/reveal, receipt's signature, seed, each cut followed by its sealed cut if any,
//	             the beacon's signature or nothing, outcome)
//
// The outcome of a draw is the DeckText of its deck; that of a deal is verify.Outcome.
package fair
