package main

import (
	"go/ast"
	"path"
	"strconv"
	"strings"
	"testing"
)

// maxMethods is how many methods a type below bot/ may have, those of what it embeds of
// its own package among them.
const maxMethods = 40

// typeOf names a type by its package's directory and its own name.
type typeOf struct{ pkg, name string }

func (t typeOf) String() string { return t.pkg + "." + t.name }

// methodsOf finds the methods that are declared for each type of this module, and what
// it embeds.
func methodsOf(all []source) (declared map[typeOf]int, embedded map[typeOf][]typeOf) {
	declared, embedded = make(map[typeOf]int), make(map[typeOf][]typeOf)
	for _, s := range all {
		if s.test {
			continue
		}
		for _, d := range s.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				if d.Recv != nil {
					if to, ok := s.named(d.Recv.List[0].Type); ok {
						declared[to]++
					}
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if t, ok := spec.(*ast.TypeSpec); ok {
						s.members(t, declared, embedded)
					}
				}
			}
		}
	}
	return declared, embedded
}

// members notes what a type embeds, and the methods of an interface.
func (s source) members(t *ast.TypeSpec, declared map[typeOf]int, embedded map[typeOf][]typeOf) {
	name := typeOf{s.pkg, t.Name.Name}
	var fields *ast.FieldList
	switch t := t.Type.(type) {
	case *ast.StructType:
		fields = t.Fields
	case *ast.InterfaceType:
		fields = t.Methods
	default:
		return
	}
	for _, f := range fields.List {
		switch _, method := f.Type.(*ast.FuncType); {
		case len(f.Names) == 0:
			if of, ok := s.named(f.Type); ok {
				embedded[name] = append(embedded[name], of)
			}
		case method:
			if _, is := t.Type.(*ast.InterfaceType); is {
				declared[name]++
			}
		}
	}
}

// named is the type of this module that the expression names, or points to.
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
	case *ast.SelectorExpr:
		from, ok := e.X.(*ast.Ident)
		if !ok {
			return typeOf{}, false
		}
		for _, i := range s.Imports {
			p, err := strconv.Unquote(i.Path.Value)
			if own, is := strings.CutPrefix(p, module+"/"); err == nil && is && path.Base(own) == from.Name {
				return typeOf{own, e.Sel.Name}, true
			}
		}
	}
	return typeOf{}, false
}

// TestMethods: no type below bot/ has more methods than somebody can overlook.
func TestMethods(t *testing.T) {
	declared, embedded := methodsOf(sources(t))
	var count func(typeOf) int
	count = func(of typeOf) int {
		n := declared[of]
		for _, e := range embedded[of] {
			if e.pkg == of.pkg {
				n += count(e)
			}
		}
		return n
	}
	seen := 0
	for of := range declared {
		if of.pkg != "bot" && !strings.HasPrefix(of.pkg, "bot/") {
			continue
		}
		seen++
		if n := count(of); n > maxMethods {
			t.Errorf("%s has %d methods, and may have %d", of, n, maxMethods)
		}
	}
	if seen < 100 {
		t.Errorf("only %d types with methods found", seen)
	}
}

// TestPackageSizes: a package below bot/ is small enough to be read, bot itself only wires
// them, and the program has flags and words for operators.
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
