package engine

// Edition is the edition of the rules that compute results. Raise it, and add a line, when a record leads to another
// result. A finished deal keeps its result; see ReplayWithResult.
//
//	1  the first
//	2  Leaving: decided announcements stay decided; a Valat is lost with a trick (R24).
//	   Löw: a defender's undecided bird is won when the declarer leaves, and counts
//	   nothing when the other defender does; an announced 50 replaces E, a 40 doesn't (R13).
//	   Illustrated: E is how far the winning side is past 35, at least 1 (RULES 2).
const Edition = 2

// FirstEdition is the edition of stored deals without one.
const FirstEdition = 1

// IsOlder reports whether an earlier edition produced the result.
func (r Record) IsOlder() bool { return r.Edition >= FirstEdition && r.Edition < Edition }

// IsNewer reports whether a later edition produced the result, which can't be checked here.
func (r Record) IsNewer() bool { return r.Edition > Edition }
