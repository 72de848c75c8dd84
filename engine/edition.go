package engine

// Edition is the edition of the rules by which this program computes results. A change
// that leads from the same record to another result raises the edition and is named
// below. A deal that is over keeps its result; see Recall.
//
// All games share one edition. Raising it makes all finished deals Older, also the deals of
// games that didn't change. They keep their results, too, and are still replayed to
// their end, but nothing compares their results with today's rules.
//
//	1  the first
//	2  Leaving: what is decided stays decided in all games, whoever leaves; a Valat
//	   once its side has lost a trick, too (RULES R24). Löw: when the declarer leaves,
//	   a defender's open Pagat or Uhu is won; when a defender leaves, the other's
//	   counts nothing. Illustrated: E is how far the side that is given the game is
//	   past 35, at least 1, never the distance the other way (RULES 2).
//	   Löw: only an announced 50 takes the place of E, a 40 doesn't (RULES R13).
const Edition = 2

// FirstEdition is the edition of deals that were stored without one.
const FirstEdition = 1

// Older reports whether the result follows an earlier edition of the rules than this program's. Today's result may then
// be another. Older takes a record without an edition for one of today's.
func (r Record) Older() bool { return r.Edition >= FirstEdition && r.Edition < Edition }

// Newer reports whether the result follows a later edition of the rules than this program's. Then the program can't
// check the result.
func (r Record) Newer() bool { return r.Edition > Edition }
