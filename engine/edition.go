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
//	2  Leaving: decided announcements stay decided in every game. A Valat is lost
//	   once its side has lost a trick (RULES R24). Löw: when the declarer leaves,
//	   a defender's undecided Pagat or Uhu is won. When a defender leaves, that of
//	   the other defender counts nothing. Illustrated: E is how far the side that
//	   gets the game is past 35, at least 1 (RULES 2). Löw: an announced 50 takes
//	   the place of E, but a 40 doesn't (RULES R13).
const Edition = 2

// FirstEdition is the first edition. Callers set it for stored deals that name none.
const FirstEdition = 1

// Older reports whether the result follows an earlier edition of the rules than this program's. Today's result may then
// be another. Older treats Edition 0 as today's.
func (r Record) Older() bool { return r.Edition >= FirstEdition && r.Edition < Edition }

// Newer reports whether the result follows a later edition of the rules than this program's. Then the program can't
// check the result.
func (r Record) Newer() bool { return r.Edition > Edition }
