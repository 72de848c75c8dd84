package people

import "testing"

// TestCodeSum: letters that are read wrong are those that are meant, and what can't be a
// code has no sum.
func TestCodeSum(t *testing.T) {
	t.Parallel()
	if sum := CodeSum("0011-abcd-efgh-jkmn"); sum == "" || sum != CodeSum("oOiLABCDefghjkmn") {
		t.Error("a code that is read wrong is another")
	}
	for _, no := range []string{"", "abcd", "0011-abcd-efgh-jkmu", "0011-abcd-efgh-jkmn-0000"} {
		if CodeSum(no) != "" {
			t.Errorf("%q can be a code", no)
		}
	}
}
