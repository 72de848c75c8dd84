package words_test

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"
)

// use is a call that says a text.
type use struct {
	where   string
	ids     []string // "*" stands for an unknown part
	counted bool
	gaps
}

type gaps struct {
	names []string
	open  bool
	rest  *parameter
}

func (g gaps) and(more gaps) gaps {
	return gaps{slices.Concat(g.names, more.names), g.open || more.open, cmp.Or(g.rest, more.rest)}
}

// speaker is a function that says a text.
type speaker struct {
	types.Object
	id      int // the id's argument
	gaps    int // the first gap's argument
	fills   []string
	counted bool
	prefix  string
}

// speakers starts with functions that say a text directly. A caller that passes its parameter as the id becomes a
// speaker too.
func (c *source) speakers() []speaker {
	c.Helper()
	return []speaker{
		{Object: c.objectNamed("render/words", "Tongue", "Say"), gaps: 1},
		{Object: c.objectNamed("render/words", "Tongue", "Count"), gaps: 2, fills: []string{"N"}, counted: true},
		{Object: c.objectNamed("bot/chat", "Refuse"), gaps: 1, prefix: "refuse."},
	}
}

func (c *source) objectNamed(pkg string, names ...string) types.Object {
	c.Helper()
	x := c.own[module+pkg].Scope().Lookup(names[0])
	if x != nil && len(names) > 1 {
		x, _, _ = types.LookupFieldOrMethod(x.Type(), true, x.Pkg(), names[1])
	}
	if x == nil {
		c.Fatalf("%s has no %s", pkg, strings.Join(names, "."))
	}
	return x
}

func (c *source) uses() (all []use) {
	c.Helper()
	for _, s := range c.speakers() {
		all = append(all, c.usesBy(s)...)
	}
	if len(all) < 100 {
		c.Fatalf("only %d places say a text", len(all))
	}
	return all
}

func (c *source) usesBy(s speaker) (all []use) {
	c.Helper()
	for _, call := range c.calls[s.Object] {
		id, filled := call.Args[s.id], c.gaps(call.Args[s.gaps:], call.Ellipsis.IsValid())
		filled.names = append(filled.names, s.fills...)
		if p, ok := c.params[c.object(id)]; ok && filled.rest != nil && filled.rest.function == p.function && !c.usedAsValues[p.function] {
			s := speaker{Object: p.function, id: p.index, gaps: filled.rest.index, fills: filled.names, counted: s.counted, prefix: s.prefix}
			all = append(all, c.usesBy(s)...)
			continue
		}
		filled.open = filled.open || filled.rest != nil
		u := use{where: c.files.Position(call.Pos()).String(), counted: s.counted, gaps: filled}
		for _, id := range c.texts(id) {
			if id != "" {
				u.ids = append(u.ids, s.prefix+id)
			}
		}
		if len(u.ids) == 0 {
			c.Errorf("%s: which text is said here?", u.where)
		}
		all = append(all, u)
	}
	return all
}

func (c *source) gaps(args []ast.Expr, spread bool) (all gaps) {
	if spread {
		last := len(args) - 1
		all, args = c.spread(args[last]), args[:last]
	}
	for i := 0; i < len(args); i += 2 {
		names := c.texts(args[i])
		all = all.and(gaps{names: names, open: slices.Contains(names, "*")})
	}
	return all
}

func (c *source) spread(list ast.Expr) (all gaps) {
	switch e := ast.Unparen(list).(type) {
	case *ast.CompositeLit:
		return c.gaps(e.Elts, false)
	case *ast.CallExpr:
		if f, ok := e.Fun.(*ast.Ident); ok && c.info.Uses[f] == types.Universe.Lookup("append") {
			return c.spread(e.Args[0]).and(c.gaps(e.Args[1:], e.Ellipsis.IsValid()))
		}
	case *ast.Ident:
		x := c.object(e)
		if p, ok := c.params[x]; ok && p.isVariadic && len(c.values[resultOf{x, 0}]) == 0 {
			return gaps{rest: &p}
		}
		if c.seen[resultOf{x, 0}] {
			return all
		}
		c.seen[resultOf{x, 0}] = true
		defer delete(c.seen, resultOf{x, 0})
		for _, v := range c.values[resultOf{x, 0}] {
			if v.expr == nil {
				return gaps{open: true}
			}
			all = all.and(c.spread(v.expr))
		}
		if len(c.values[resultOf{x, 0}]) > 0 {
			return all
		}
	}
	return gaps{open: true}
}

func (c *source) commandNames() (names []string) {
	c.Helper()
	for _, file := range c.parsed {
		for n := range ast.Preorder(file) {
			if row, ok := n.(*ast.CompositeLit); ok {
				if fields := fieldsByName(row); fields["name"] != nil && fields["run"] != nil && fields["topic"] != nil {
					names = append(names, c.texts(fields["name"])...)
				}
			}
		}
	}
	if len(names) < 15 {
		c.Errorf("found only the commands %v", names)
	}
	return names
}

func fieldsByName(lit *ast.CompositeLit) map[string]ast.Expr {
	fields := make(map[string]ast.Expr)
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				fields[strings.ToLower(key.Name)] = kv.Value
			}
		}
	}
	return fields
}

func (c *source) settingNames() []string {
	names := c.textsOf(resultOf{c.objectNamed("bot/command", "setting", "name"), 0})
	if len(names) < 10 {
		c.Errorf("found only the settings %v", names)
	}
	return names
}

func (c *source) networks() (names []string) {
	for path, pkg := range c.own {
		if strings.HasPrefix(path, module+"bot/platform/") && pkg.Scope().Lookup("Platform") != nil {
			names = append(names, c.textsOf(resultOf{c.objectNamed(strings.TrimPrefix(path, module), "Platform", "Name"), 0})...)
		}
	}
	if len(names) < 3 {
		c.Errorf("found only the networks %v", names)
	}
	return names
}
