package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// use is one place in the sources where a text is said.
type use struct {
	where   string
	id      string // "*" stands for what is known only when it is said
	counted bool   // in the plural form for a number
	gaps    []string
	open    bool // more gaps are filled than the source shows
}

// speaker is a function that says a text.
type speaker struct {
	id      int    // which argument is the id
	gaps    int    // which is the first gap
	fills   string // the gap that the function fills by itself
	counted bool
	prefix  string
	suffix  string
}

// noGaps is where the gaps begin of a function that fills none.
const noGaps = 100

var speakers = map[string]speaker{
	"Say":     {id: 0, gaps: 1},
	"Count":   {id: 0, gaps: 2, counted: true, fills: "N"},
	"say":     {id: 1, gaps: 2},
	"Refuse":  {id: 0, gaps: 1, prefix: "refuse."},
	"SayWhen": {id: 3, gaps: 4, fills: "When"},

	"Typed":       {id: 1, gaps: noGaps},
	"NewMeanings": {id: 1, gaps: noGaps, suffix: "*"},
	"NewWords":    {id: 1, gaps: noGaps, suffix: "*"},
}

// code is the parsed sources that say texts.
type code struct {
	*testing.T
	files *token.FileSet
	funcs []*ast.FuncDecl
	vars  []*ast.ValueSpec
}

func parseCode(t *testing.T) *code {
	t.Helper()
	c := &code{T: t, files: token.NewFileSet()}
	for _, dir := range append(speaking(t), "..") {
		names, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(c.files, name, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			c.add(file)
		}
	}
	return c
}

// speaking are the folders of the bot that say these texts: those without texts of
// their own.
func speaking(t *testing.T) (dirs []string) {
	t.Helper()
	err := filepath.WalkDir("../../bot", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if _, err := os.Stat(filepath.Join(name, "texts.json")); err == nil {
			return fs.SkipDir
		}
		dirs = append(dirs, name)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}

func (c *code) add(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			c.funcs = append(c.funcs, d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					c.vars = append(c.vars, v)
				}
			}
		}
	}
}

// uses are all places that say a text.
func (c *code) uses() (all []use) {
	for _, f := range c.funcs {
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				all = append(all, c.usesOf(f, call)...)
			}
			return true
		})
	}
	if len(all) < 100 {
		c.Fatalf("only %d places say a text", len(all))
	}
	return all
}

func (c *code) usesOf(f *ast.FuncDecl, call *ast.CallExpr) (all []use) {
	s, ok := speakers[calledName(call)]
	if !ok || len(call.Args) <= s.id {
		return nil
	}
	u := use{where: c.files.Position(call.Pos()).String(), counted: s.counted, open: call.Ellipsis.IsValid()}
	for i := s.gaps; i < len(call.Args); i += 2 {
		if name, ok := literal(call.Args[i]); ok {
			u.gaps = append(u.gaps, name)
		}
	}
	if s.fills != "" {
		u.gaps = append(u.gaps, s.fills)
	}
	ids := idsOf(f, call.Args[s.id])
	if len(ids) == 0 && !isParameter(f, call.Args[s.id]) {
		c.Errorf("%s: which text is said here?", u.where)
	}
	for _, id := range ids {
		u.id = s.prefix + id + s.suffix
		all = append(all, u)
	}
	return all
}

// calledName is the function's name; engine.Say says no text.
func calledName(call *ast.CallExpr) string {
	switch fun := call.Fun.(type) {
	case *ast.Ident:
		return fun.Name
	case *ast.SelectorExpr:
		if x, ok := fun.X.(*ast.Ident); ok && x.Name == "engine" {
			return ""
		}
		return fun.Sel.Name
	}
	return ""
}

// idsOf are the ids that the expression may be: a variable may be all that the
// function assigns to it.
func idsOf(f *ast.FuncDecl, e ast.Expr) []string {
	name, ok := e.(*ast.Ident)
	if !ok {
		return []string{pattern(e)}
	}
	var ids []string
	ast.Inspect(f, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && len(a.Lhs) == len(a.Rhs) {
			for i, left := range a.Lhs {
				if x, ok := left.(*ast.Ident); ok && x.Name == name.Name {
					ids = append(ids, pattern(a.Rhs[i]))
				}
			}
		}
		return true
	})
	return ids
}

// pattern is the expression's text with "*" for what isn't a literal.
func pattern(e ast.Expr) string {
	if text, ok := literal(e); ok {
		return text
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return pattern(e.X) + pattern(e.Y)
	case *ast.CallExpr:
		if calledName(e) == "OptionText" {
			return "option.*.*"
		}
	}
	return "*"
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

func isParameter(f *ast.FuncDecl, e ast.Expr) bool {
	name, ok := e.(*ast.Ident)
	return ok && slices.ContainsFunc(f.Type.Params.List, func(field *ast.Field) bool {
		return slices.ContainsFunc(field.Names, func(x *ast.Ident) bool { return x.Name == name.Name })
	})
}

// commandNames are the names in the table of commands, without hidden ones.
func (c *code) commandNames() (names []string) {
	c.inspect(func(n ast.Node) {
		row, ok := n.(*ast.CompositeLit)
		if !ok {
			return
		}
		fields := make(map[string]string)
		for _, e := range row.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				if key, ok := kv.Key.(*ast.Ident); ok {
					fields[key.Name] = pattern(kv.Value)
				}
			}
		}
		if fields["name"] != "" && fields["run"] != "" && fields["hide"] == "" {
			names = append(names, fields["name"])
		}
	})
	return names
}

// declineReasons are the answers to a challenge that say no.
func (c *code) declineReasons() (reasons []string) {
	for _, v := range c.vars {
		if v.Names[0].Name != "declineReasons" {
			continue
		}
		for _, e := range v.Values[0].(*ast.CompositeLit).Elts {
			reasons = append(reasons, pattern(e))
		}
	}
	return reasons
}

// closedReasons are the words assigned to a field Closed.
func (c *code) closedReasons() []string {
	return slices.Concat(c.argumentsOf("expire", 2), c.argumentsOf("close", 0), c.declineReasons())
}

// notices are what people are told of.
func (c *code) notices() []string { return c.argumentsOf("noticesAbout", 1) }

// argumentsOf are the literals that calls of the function have as argument i.
func (c *code) argumentsOf(name string, i int) (words []string) {
	c.inspect(func(n ast.Node) {
		if call, ok := n.(*ast.CallExpr); ok && calledName(call) == name {
			if word, ok := literal(call.Args[i]); ok {
				words = append(words, word)
			}
		}
	})
	return words
}

func (c *code) inspect(see func(ast.Node)) {
	for _, f := range c.funcs {
		ast.Inspect(f, func(n ast.Node) bool { see(n); return true })
	}
}
