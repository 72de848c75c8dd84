package bolt

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"
)

// TestArchitecture counts the uses of functions and options that must be rare. Only view may
// begin a read transaction (fault 38), only commits, migrations and the copier may begin a write
// transaction, and nothing may turn syncing off (fault 32).
func TestArchitecture(t *testing.T) {
	got := names(t)
	want := map[string]int{"View": 1, "Begin": 1, "Update": 3, "Batch": 0, "NoSync": 0, "NoGrowSync": 0}
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%s is named %d times, want %d", name, got[name], n)
		}
	}
}

// names counts the selectors and struct keys in the package, except its tests.
func names(t *testing.T) map[string]int {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	count := make(map[string]int)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				count[n.Sel.Name]++
			case *ast.KeyValueExpr:
				if id, ok := n.Key.(*ast.Ident); ok {
					count[id.Name]++
				}
			}
			return true
		})
	}
	return count
}
