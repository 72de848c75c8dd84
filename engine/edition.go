package engine

// Edition is the edition of the rules that this program settles deals by. A change
// that leads from the same record to another result raises it and says here what
// it was. A deal that is over stays as it was settled; see Recall.
//
// It is one for all games. Raising it makes all finished deals Older, also those of
// games that didn't change: they keep their results, too, and are still replayed to
// their end, but nobody compares the results with today's rules any more.
//
//	1  the first
//	2  Leaving: what is decided stays decided in all games, whoever leaves; a Valat
//	   once its side has lost a trick, too (RULES R24). Löw: when the declarer leaves,
//	   a defender's open Pagat or Uhu is won; when a defender leaves, the other's
//	   counts nothing. Illustrated: E is how far the side that is given the game is
//	   past 35, at least 1, never the distance the other way (RULES 2).
//	   Löw: only an announced 50 takes the place of E, a 40 doesn't (RULES R13).
const Edition = 2

// FirstEdition is the edition of deals that were kept before their edition was.
const FirstEdition = 1

// Older reports whether an edition of the rules before this one has settled the
// deal: its result may be another than today's. A record that doesn't say is taken
// for one of this edition.
func (r Record) Older() bool { return r.Edition >= FirstEdition && r.Edition < Edition }

// Newer reports whether later rules than this program's have settled the deal: it can't judge the result.
func (r Record) Newer() bool { return r.Edition > Edition }
