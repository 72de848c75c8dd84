package main

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"
)

var mixedCase = regexp.MustCompile(`(?:^|[^.\w/"])([a-z]+[A-Z][A-Za-z]+)\b`)

var notNames = map[string]bool{"macOS": true}

// TestComments checks that names in comments exist, and that a doc comment spells its name correctly.
func TestComments(t *testing.T) {
	t.Parallel()
	all := sources(t)
	names := make(map[string]map[string]bool)
	for _, s := range all {
		if names[s.pkg] == nil {
			names[s.pkg] = make(map[string]bool)
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				names[s.pkg][n.Name] = true
			case *ast.BasicLit:
				for _, w := range regexp.MustCompile(`\w+`).FindAllString(n.Value, -1) {
					names[s.pkg][w] = true
				}
			}
			return true
		})
	}
	for _, s := range all {
		for _, group := range s.Comments {
			for _, found := range mixedCase.FindAllStringSubmatch(group.Text(), -1) {
				if name := found[1]; !names[s.pkg][name] && !notNames[name] {
					t.Errorf("%s: a comment names %s, which doesn't exist", s.name, name)
				}
			}
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			checkDoc(t, s, n)
			return true
		})
	}
}

func checkDoc(t *testing.T, s source, n ast.Node) {
	t.Helper()
	var doc *ast.CommentGroup
	var name string
	switch n := n.(type) {
	case *ast.FuncDecl:
		doc, name = n.Doc, n.Name.Name
	case *ast.TypeSpec:
		doc, name = n.Doc, n.Name.Name
	case *ast.ValueSpec:
		doc, name = n.Doc, n.Names[0].Name
	case *ast.GenDecl:
		if n.Doc != nil && len(n.Specs) == 1 {
			if spec, is := n.Specs[0].(*ast.TypeSpec); is {
				doc, name = n.Doc, spec.Name.Name
			}
		}
	case *ast.Field:
		if len(n.Names) > 0 {
			doc, name = n.Doc, n.Names[0].Name
		}
	}
	first, _, _ := strings.Cut(doc.Text(), " ")
	if first != name && strings.EqualFold(first, name) && ast.IsExported(name) {
		t.Errorf("%s: the comment of %s begins with %s", s.name, name, first)
	}
}
