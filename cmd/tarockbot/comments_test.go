package main

import (
	"go/ast"
	"regexp"
	"strings"
	"testing"
)

// mixedCase finds words that can only be names of this package: those that begin small,
// have a capital inside, and stand behind no dot.
var mixedCase = regexp.MustCompile(`(?:^|[^.\w/"])([a-z]+[A-Z][A-Za-z]+)\b`)

// spelt are words of that look that aren't names.
var spelt = map[string]bool{"macOS": true}

// TestComments: whatever a comment names is called so in its package, and a comment that
// begins with the name of what it explains writes it as that is written. Who renames or
// exports something has to look at the comments, too.
func TestComments(t *testing.T) {
	t.Parallel()
	all := sources(t)
	names := make(map[string]map[string]bool) // by directory
	for _, s := range all {
		if names[s.pkg] == nil {
			names[s.pkg] = make(map[string]bool)
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Ident:
				names[s.pkg][n.Name] = true
			case *ast.BasicLit: // such as a key of stored JSON
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
				if name := found[1]; !names[s.pkg][name] && !spelt[name] {
					t.Errorf("%s: a comment speaks of %s, which isn't there", s.name, name)
				}
			}
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			checkDoc(t, s, n)
			return true
		})
	}
}

// checkDoc tells if a declaration's comment writes its name otherwise.
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
