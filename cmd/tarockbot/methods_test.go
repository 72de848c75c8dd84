package main

import (
	"go/ast"
	"strings"
	"testing"
)

// The limits include members of embedded types of the same package.
const (
	maxMethods = 30
	maxFields  = 16
)

type typeName struct{ pkg, name string }

func (t typeName) String() string { return t.pkg + "." + t.name }

type memberCounts struct {
	methods, fields int
	embedded        []typeName
}

func membersOf(all []source) map[typeName]*memberCounts {
	found := make(map[typeName]*memberCounts)
	countsOf := func(t typeName) *memberCounts {
		if found[t] == nil {
			found[t] = new(memberCounts)
		}
		return found[t]
	}
	for _, s := range all {
		if s.test {
			continue
		}
		for _, d := range s.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					if to, ok := s.namedType(d.Recv.List[0].Type); ok {
						countsOf(to).methods++
					}
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if t, ok := spec.(*ast.TypeSpec); ok {
						s.countMembers(t, countsOf(typeName{s.pkg, t.Name.Name}))
					}
				}
			}
		}
	}
	return found
}

func (s source) countMembers(t *ast.TypeSpec, to *memberCounts) {
	var list []*ast.Field
	switch t := t.Type.(type) {
	case *ast.StructType:
		list = t.Fields.List
		to.fields += t.Fields.NumFields()
	case *ast.InterfaceType:
		list = t.Methods.List
	}
	for _, f := range list {
		_, method := f.Type.(*ast.FuncType)
		_, isInterface := t.Type.(*ast.InterfaceType)
		_, isPointer := f.Type.(*ast.StarExpr)
		if embedded, ok := s.namedType(f.Type); ok && len(f.Names) == 0 && !isPointer {
			to.embedded = append(to.embedded, embedded)
		} else if method && isInterface {
			to.methods++
		}
	}
}

func (s source) namedType(e ast.Expr) (typeName, bool) {
	switch e := e.(type) {
	case *ast.StarExpr:
		return s.namedType(e.X)
	case *ast.IndexExpr:
		return s.namedType(e.X)
	case *ast.IndexListExpr:
		return s.namedType(e.X)
	case *ast.Ident:
		return typeName{s.pkg, e.Name}, true
	}
	return typeName{}, false
}

type typeSize struct{ methods, fields int }

// Reasons for larger types.
const (
	storedForm    = "it is a stored form with a field for each value"
	wireForm      = "another program or a template reads it"
	completeView  = "it is a complete view"
	callerChoices = "it has a field for each choice of its caller"
)

var largeTypes = map[string]struct {
	typeSize
	why string
}{
	"bot/match.Chair":                            {typeSize{10, 25}, storedForm},
	"bot/match.Table":                            {typeSize{30, 35}, storedForm},
	"bot/people.Account":                         {typeSize{4, 29}, storedForm},
	"bot/people.Person":                          {typeSize{14, 31}, completeView},
	"bot/platform/discord.component":             {typeSize{0, 17}, wireForm},
	"bot/platform/telegram/telegramtest.Message": {typeSize{6, 17}, wireForm},
	"render/felt.Felt":                           {typeSize{1, 24}, wireForm},
	"bot/chat.Screen":                            {typeSize{2, 22}, completeView},
	"engine.PublicView":                          {typeSize{4, 33}, completeView},
	"engine.View":                                {typeSize{4, 42}, completeView},
	"bot.Config":                                 {typeSize{1, 18}, callerChoices},
	"bot/platform/web.Config":                    {typeSize{2, 19}, callerChoices},
	"cmd/tarockbot/internal/config.Config":       {typeSize{25, 17}, callerChoices},
}

func TestLargeTypes(t *testing.T) {
	found := membersOf(sources(t))
	var withEmbedded func(typeName) typeSize
	withEmbedded = func(of typeName) (n typeSize) {
		if found[of] == nil {
			return typeSize{}
		}
		n = typeSize{found[of].methods, found[of].fields}
		for _, e := range found[of].embedded {
			if e.pkg == of.pkg {
				more := withEmbedded(e)
				n.methods, n.fields = n.methods+more.methods, n.fields+more.fields
			}
		}
		return n
	}
	listed := make(map[string]bool)
	for of := range found {
		size, row := withEmbedded(of), largeTypes[of.String()]
		listed[of.String()] = true
		switch {
		case size.methods <= maxMethods && size.fields <= maxFields && row.why != "":
			t.Errorf("%s is small enough: remove its row in largeTypes", of)
		case size.methods > max(maxMethods, row.methods), size.fields > max(maxFields, row.fields):
			t.Errorf("%s has %d methods and %d fields, but may have %d and %d: divide it, or add a row to largeTypes",
				of, size.methods, size.fields, max(maxMethods, row.methods), max(maxFields, row.fields))
		case row.why != "" && size != row.typeSize:
			t.Errorf("%s has %d methods and %d fields: update its row in largeTypes", of, size.methods, size.fields)
		}
	}
	for name := range largeTypes {
		if !listed[name] {
			t.Errorf("there is no %s: remove its row in largeTypes", name)
		}
	}
	if len(found) < 1000 {
		t.Errorf("only %d types found", len(found))
	}
}

func TestPackageSizes(t *testing.T) {
	lines := make(map[string]int)
	for _, s := range sources(t) {
		if !s.test {
			lines[s.pkg] += s.size
		}
	}
	if lines["bot"] == 0 || lines["bot"] >= 1500 {
		t.Errorf("bot has %d lines, but must have fewer than 1500", lines["bot"])
	}
	if n := lines["cmd/tarockbot"]; n == 0 || n > 1800 {
		t.Errorf("cmd/tarockbot has %d lines, but may have at most 1800", n)
	}
	for pkg, n := range lines {
		if strings.HasPrefix(pkg, "bot/") && n > 5000 {
			t.Errorf("%s has %d lines, but may have at most 5000", pkg, n)
		}
	}
}
