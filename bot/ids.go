package bot

import "strings"

// PersonID is one player. Of identities that are linked, each keeps its own;
// see links.
type PersonID string

// shortID tells people with the same name apart.
func (id PersonID) shortID() string { return "#" + strings.ToUpper(string(id))[:tagLen] }

// tagLen is how many letters of an id tell people apart.
const tagLen = 4

// TableID is the code of a table, which people type and pass on.
type TableID string
