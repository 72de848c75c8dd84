package rating

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

func (a fixed) float() float64 { return float64(a) / float64(one) }

func TestConstants(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"ln2", ln2.float(), math.Ln2},
		{"threeByPiSquare", threeByPiSquare.float(), 3 / (math.Pi * math.Pi)},
		{"glickoUnit", glickoUnit / 1e4, 173.7178},
	} {
		if math.Abs(c.got-c.want) > 1e-12 {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
}

// bigScale computes scale with big integers.
func bigScale(a, b, c fixed) fixed {
	product := new(big.Int).Mul(big.NewInt(int64(a)), big.NewInt(int64(b)))
	half := big.NewInt(int64(c) / 2)
	if product.Sign() < 0 {
		half.Neg(half)
	}
	q := product.Add(product, half).Quo(product, big.NewInt(int64(c)))
	if !q.IsInt64() || fixed(q.Int64()) == -maxFixed-1 {
		return fixed(q.Sign()) * maxFixed
	}
	return fixed(q.Int64())
}

func TestScale(t *testing.T) {
	corners := []fixed{0, 1, -1, 2, 3, one, -one, one - 1, one + 1, maxFixed, -maxFixed, -maxFixed - 1, 1737178}
	random := rand.New(rand.NewPCG(5, 6))
	for range 1000 {
		corners = append(corners, fixed(random.Uint64()>>random.IntN(64)))
	}
	for i, a := range corners {
		for _, b := range corners {
			c := corners[(i*7+3)%len(corners)]
			if c <= 0 {
				c = one
			}
			if got, want := scale(a, b, c), bigScale(a, b, c); got != want {
				t.Fatalf("%d·%d/%d: got %d, want %d", a, b, c, got, want)
			}
		}
	}
}

func TestSqrt(t *testing.T) {
	for _, a := range []fixed{0, 1, 2, one / 1000, one / 4, one, 2 * one, 5 * one, 9 * one, 1_000_000 * one} {
		if got, want := sqrt(a).float(), math.Sqrt(a.float()); math.Abs(got-want) > 2e-12*max(1, want) {
			t.Errorf("%v: got %v, want %v", a.float(), got, want)
		}
	}
}

func TestExp(t *testing.T) {
	for x := -25 * one; x <= 15*one; x += one / 37 {
		if got, want := exp(x).float(), math.Exp(x.float()); math.Abs(got-want) > 2e-12+2e-11*want {
			t.Errorf("%v: got %v, want %v", x.float(), got, want)
		}
	}
	if exp(0) != one {
		t.Error("e^0 is not one")
	}
}

// TestNoFloatingPoint forbids floating point, which differs between processors.
func TestNoFloatingPoint(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) < 4 {
		t.Fatal(files, err)
	}
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
			case *ast.BasicLit:
				if n.Kind == token.FLOAT || n.Kind == token.IMAG || n.Value == `"math"` || n.Value == `"math/big"` || n.Value == `"math/cmplx"` {
					t.Errorf("%s: %s", name, n.Value)
				}
			case *ast.Ident:
				if strings.HasPrefix(n.Name, "float") || strings.HasPrefix(n.Name, "complex") {
					t.Errorf("%s: %s", name, n.Name)
				}
			}
			return true
		})
	}
}
