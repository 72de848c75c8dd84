package main

import (
	"go/ast"
	"strings"
	"testing"
)

// The limits include what a type embeds from its own package.
const (
	maxMethods = 30
	maxFields  = 16
)

type typeOf struct{ pkg, name string }

func (t typeOf) String() string { return t.pkg + "." + t.name }

type members struct {
	methods, fields int
	embedded        []typeOf
}

func membersOf(all []source) map[typeOf]*members {
	found := make(map[typeOf]*members)
	of := func(t typeOf) *members {
		if found[t] == nil {
			found[t] = new(members)
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
					if to, ok := s.named(d.Recv.List[0].Type); ok {
						of(to).methods++
					}
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if t, ok := spec.(*ast.TypeSpec); ok {
						s.members(t, of(typeOf{s.pkg, t.Name.Name}))
					}
				}
			}
		}
	}
	return found
}

func (s source) members(t *ast.TypeSpec, to *members) {
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
		_, is := t.Type.(*ast.InterfaceType)
		_, points := f.Type.(*ast.StarExpr)
		if of, ok := s.named(f.Type); ok && len(f.Names) == 0 && !points {
			to.embedded = append(to.embedded, of)
		} else if method && is {
			to.methods++
		}
	}
}

func (s source) named(e ast.Expr) (typeOf, bool) {
	switch e := e.(type) {
	case *ast.StarExpr:
		return s.named(e.X)
	case *ast.IndexExpr:
		return s.named(e.X)
	case *ast.IndexListExpr:
		return s.named(e.X)
	case *ast.Ident:
		return typeOf{s.pkg, e.Name}, true
	}
	return typeOf{}, false
}

type extent struct{ methods, fields int }

// Reasons for larger types.
const (
	stored  = "it is a stored form: a field for each datum"
	wire    = "it is a form that another program or a template reads"
	entire  = "it is a complete view"
	choices = "it has a field for each choice of its caller"
)

var large = map[string]struct {
	extent
	why string
}{
	"bot/match.Chair":                            {extent{10, 25}, stored},
	"bot/match.Table":                            {extent{30, 35}, stored},
	"bot/people.Account":                         {extent{4, 29}, stored},
	"bot/people.Person":                          {extent{14, 31}, entire},
	"bot/platform/discord.component":             {extent{0, 17}, wire},
	"bot/platform/telegram/telegramtest.Message": {extent{6, 17}, wire},
	"render/felt.Felt":                           {extent{1, 23}, wire},
	"bot/chat.Screen":                            {extent{2, 22}, entire},
	"engine.PublicView":                          {extent{4, 33}, entire},
	"engine.View":                                {extent{4, 42}, entire},
	"bot.Config":                                 {extent{1, 18}, choices},
	"bot/platform/web.Config":                    {extent{2, 18}, choices},
	"cmd/tarockbot/internal/config.Config":       {extent{25, 17}, choices},
}

func TestLarge(t *testing.T) {
	found := membersOf(sources(t))
	var whole func(typeOf) extent
	whole = func(of typeOf) (n extent) {
		if found[of] == nil {
			return extent{}
		}
		n = extent{found[of].methods, found[of].fields}
		for _, e := range found[of].embedded {
			if e.pkg == of.pkg {
				more := whole(e)
				n.methods, n.fields = n.methods+more.methods, n.fields+more.fields
			}
		}
		return n
	}
	listed := make(map[string]bool)
	for of := range found {
		is, row := whole(of), large[of.String()]
		listed[of.String()] = true
		switch {
		case is.methods <= maxMethods && is.fields <= maxFields && row.why != "":
			t.Errorf("%s is small enough, and listed as large: take its row out", of)
		case is.methods > max(maxMethods, row.methods), is.fields > max(maxFields, row.fields):
			t.Errorf("%s has %d methods and %d fields, and may have %d and %d: divide it, or give it a row in large with a reason",
				of, is.methods, is.fields, max(maxMethods, row.methods), max(maxFields, row.fields))
		case row.why != "" && is != row.extent:
			t.Errorf("%s has %d methods and %d fields by now: bring its row up to date", of, is.methods, is.fields)
		}
	}
	for name := range large {
		if !listed[name] {
			t.Errorf("there is no %s: take its row out", name)
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
		t.Errorf("bot has %d lines, and may have 1500", lines["bot"])
	}
	if n := lines["cmd/tarockbot"]; n == 0 || n > 1800 {
		t.Errorf("cmd/tarockbot has %d lines, and may have 1800", n)
	}
	for pkg, n := range lines {
		if strings.HasPrefix(pkg, "bot/") && n > 5000 {
			t.Errorf("%s has %d lines, and may have 5000", pkg, n)
		}
	}
}
