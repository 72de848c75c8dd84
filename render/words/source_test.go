package words_test

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/build"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "tarockbot/"

// source holds the program's source and all values assigned to its variables. It follows texts through variables,
// parameters, fields and results. A list or map counts as a variable that is set to each of its elements.
type source struct {
	*testing.T
	files  *token.FileSet
	own    map[string]*types.Package
	others types.Importer
	info   types.Info
	parsed []*ast.File

	values       map[resultOf][]value
	calls        map[types.Object][]*ast.CallExpr
	params       map[types.Object]parameter
	closures     map[*ast.FuncLit]types.Object
	usedAsValues map[types.Object]bool // functions that are also used as values
	seen         map[resultOf]bool
	notFollowed  []types.Object // the values of these objects aren't followed
}

type value struct {
	expr        ast.Expr // nil if unknown
	resultIndex int
}

type parameter struct {
	function   types.Object
	index      int
	isVariadic bool
}

type resultOf struct {
	object      types.Object
	resultIndex int
}

func readSource(t *testing.T) *source {
	t.Helper()
	c := &source{
		T: t, files: token.NewFileSet(), own: make(map[string]*types.Package),
		info:   types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Defs: make(map[*ast.Ident]types.Object), Uses: make(map[*ast.Ident]types.Object)},
		values: make(map[resultOf][]value), calls: make(map[types.Object][]*ast.CallExpr), params: make(map[types.Object]parameter),
		closures: make(map[*ast.FuncLit]types.Object), usedAsValues: make(map[types.Object]bool), seen: make(map[resultOf]bool),
	}
	export := make(map[string]string)
	c.others = importer.ForCompiler(c.files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(export[path]) })
	for _, p := range listPackages(t) { // imported packages come first
		if strings.HasPrefix(p.ImportPath, module) {
			c.check(p.ImportPath, p.Dir)
		} else {
			export[p.ImportPath] = p.Export
		}
	}
	for _, file := range c.parsed {
		c.collect(file)
	}
	c.notFollowed = []types.Object{ // hidden commands have no texts
		c.objectNamed("bot/chat/speech", "Command", "Name"), c.objectNamed("bot/screens", "HelpCommand", "Name"),
	}
	return c
}

type listed struct{ ImportPath, Dir, Export string }

func listPackages(t *testing.T) (all []listed) {
	t.Helper()
	command := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export", "./...")
	command.Dir, command.Stderr = "../..", os.Stderr
	out, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p listed
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	return all
}

func (c *source) check(name, dir string) {
	c.Helper()
	// This test reads each directory itself: go test then notices new files and reuses no cached result.
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		c.Fatal(err)
	}
	first := len(c.parsed)
	for _, name := range p.GoFiles {
		file, err := parser.ParseFile(c.files, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			c.Fatal(err)
		}
		c.parsed = append(c.parsed, file)
	}
	config := types.Config{Importer: c}
	if c.own[name], err = config.Check(name, c.files, c.parsed[first:], &c.info); err != nil {
		c.Fatal(err)
	}
}

func (c *source) Import(name string) (*types.Package, error) {
	if p, ok := c.own[name]; ok {
		return p, nil
	}
	return c.others.Import(name)
}

func (c *source) object(e ast.Expr) types.Object {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		switch x := c.info.ObjectOf(e).(type) {
		case *types.Var:
			return x.Origin()
		case *types.Func:
			return x.Origin()
		}
	case *ast.SelectorExpr:
		return c.object(e.Sel)
	case *ast.IndexExpr:
		if c.info.Types[e.Index].IsType() {
			return c.object(e.X)
		}
	}
	return nil
}

func (c *source) collect(file *ast.File) {
	called := make(map[*ast.Ident]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			c.function(c.info.Defs[n.Name], n.Type, n.Body)
		case *ast.FuncLit:
			c.function(c.closures[n], n.Type, n.Body)
		case *ast.AssignStmt:
			c.assign(n.Lhs, n.Rhs, n.Tok == token.ASSIGN || n.Tok == token.DEFINE)
		case *ast.ValueSpec:
			left := make([]ast.Expr, len(n.Names))
			for i, name := range n.Names {
				left[i] = name
			}
			c.assign(left, n.Values, true)
		case *ast.RangeStmt:
			c.set(n.Key, value{})
			c.set(n.Value, value{expr: n.X})
		case *ast.CompositeLit:
			c.compose(n)
		case *ast.CallExpr:
			if f := c.object(n.Fun); f != nil {
				c.calls[f] = append(c.calls[f], n)
				called[calledName(n.Fun)] = true
			}
		case *ast.Ident:
			if f, ok := c.info.Uses[n].(*types.Func); ok && !called[n] {
				c.usedAsValues[f.Origin()] = true
			}
		}
		return true
	})
}

func calledName(e ast.Expr) *ast.Ident {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return e
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return calledName(e.X)
	}
	return nil
}

func (c *source) function(f types.Object, typ *ast.FuncType, body *ast.BlockStmt) {
	i := 0
	for _, field := range typ.Params.List {
		_, rest := field.Type.(*ast.Ellipsis)
		for _, name := range field.Names {
			c.params[c.info.Defs[name]] = parameter{f, i, rest}
			i++
		}
	}
	if f == nil || body == nil || typ.Results == nil {
		return
	}
	var named []ast.Expr
	for _, field := range typ.Results.List {
		for _, name := range field.Names {
			named = append(named, name)
		}
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if back, ok := n.(*ast.ReturnStmt); ok {
			given := back.Results
			if len(given) == 0 {
				given = named
			}
			for i := range max(len(named), len(typ.Results.List)) {
				c.values[resultOf{f, i}] = append(c.values[resultOf{f, i}], nthValue(given, i))
			}
		}
		_, other := n.(*ast.FuncLit)
		return !other
	})
}

func nthValue(values []ast.Expr, n int) value {
	if len(values) == 1 {
		return value{values[0], n}
	}
	return value{expr: values[n]}
}

func (c *source) assign(left, right []ast.Expr, plain bool) {
	for i, l := range left {
		switch {
		case !plain:
			c.set(l, value{})
		case len(right) > 0:
			c.set(l, nthValue(right, i))
		}
	}
}

func (c *source) set(left ast.Expr, v value) {
	if left == nil {
		return
	}
	if x, ok := c.object(left).(*types.Var); ok {
		c.values[resultOf{x, 0}] = append(c.values[resultOf{x, 0}], v)
		if f, ok := v.expr.(*ast.FuncLit); ok {
			c.closures[f] = x
		}
	}
}

func (c *source) compose(lit *ast.CompositeLit) {
	typ := c.info.Types[lit].Type.Underlying()
	if p, ok := typ.(*types.Pointer); ok {
		typ = p.Elem().Underlying()
	}
	fields, ok := typ.(*types.Struct)
	if !ok {
		return
	}
	for i, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			c.set(kv.Key, value{expr: kv.Value})
		} else {
			field := resultOf{fields.Field(i).Origin(), 0}
			c.values[field] = append(c.values[field], value{expr: e})
		}
	}
}

var unknown = []string{"*"}

// texts returns all values of the expression, with "*" for unknown parts.
func (c *source) texts(e ast.Expr) (all []string) {
	if known := c.info.Types[e].Value; known != nil && known.Kind() == constant.String {
		return []string{constant.StringVal(known)}
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		return concatenations(c.texts(e.X), c.texts(e.Y))
	case *ast.IndexExpr:
		return c.texts(e.X)
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			all = append(all, c.texts(x)...)
		}
		return all
	case *ast.CallExpr:
		return c.result(e, 0)
	case *ast.Ident, *ast.SelectorExpr:
		if x, ok := c.object(e).(*types.Var); ok {
			return c.textsOf(resultOf{x, 0})
		}
	}
	return unknown
}

func concatenations(starts, ends []string) (all []string) {
	for _, start := range starts {
		for _, end := range ends {
			if start != "" && end != "" { // empty means not set yet
				all = append(all, strings.ReplaceAll(start+end, "**", "*"))
			}
		}
	}
	return all
}

func (c *source) result(call *ast.CallExpr, i int) []string {
	if c.info.Types[call.Fun].IsType() {
		return c.texts(call.Args[0])
	}
	if f := calledName(call.Fun); f != nil && f.Name == "either" && len(call.Args) == 3 {
		// Following either's parameters would yield the arguments of all its calls.
		return append(c.texts(call.Args[1]), c.texts(call.Args[2])...)
	}
	f := c.object(call.Fun)
	if _, given := c.params[f]; given { // a function that is an argument
		return unknown
	}
	return c.textsOf(resultOf{f, i})
}

func (c *source) arguments(p parameter) (all []value) {
	if p.function == nil || c.usedAsValues[p.function] {
		return []value{{}}
	}
	for _, call := range c.calls[p.function] {
		for i, arg := range call.Args[min(p.index, len(call.Args)):] {
			if i == 0 || p.isVariadic {
				all = append(all, value{expr: arg})
			}
		}
	}
	return all
}

func (c *source) textsOf(at resultOf) (all []string) {
	values := c.values[at]
	if p, ok := c.params[at.object]; ok {
		values = slices.Concat(values, c.arguments(p))
	}
	if len(values) == 0 || slices.Contains(c.notFollowed, at.object) || !followsTexts(at.object) {
		return unknown
	}
	if c.seen[at] {
		return nil
	}
	c.seen[at] = true
	defer delete(c.seen, at)
	for _, v := range values {
		call, isCall := v.expr.(*ast.CallExpr)
		switch {
		case isCall:
			all = append(all, c.result(call, v.resultIndex)...)
		case v.expr == nil, v.resultIndex > 0: // the second of "x, ok"
			all = append(all, unknown...)
		default:
			all = append(all, c.texts(v.expr)...)
		}
	}
	if isList(at) && slices.Contains(all, "*") {
		return unknown
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func isList(at resultOf) bool {
	typ := at.object.Type()
	if f, ok := typ.(*types.Signature); ok {
		typ = f.Results().At(at.resultIndex).Type()
	}
	switch typ.Underlying().(type) {
	case *types.Slice, *types.Array, *types.Map:
		return true
	default:
		return false
	}
}

// followsTexts reports false for the packages in engine and for render/words.
func followsTexts(x types.Object) bool {
	pkg := x.Pkg()
	return pkg != nil && strings.HasPrefix(pkg.Path(), module) && !strings.HasPrefix(pkg.Path(), module+"engine") && pkg.Path() != module+"render/words"
}
