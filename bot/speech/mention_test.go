package speech

import "testing"

// TestMentions: a note is about somebody whom it names by all data, by the end of its
// key, or by a word of its own.
func TestMentions(t *testing.T) {
	t.Parallel()
	mine := MentionsOf("net:123", "@anna")
	for _, tt := range []struct {
		key, data string
		want      bool
	}{
		{"way/123", "", true}, {"way/1234", "", false}, {"x", "123", true}, {"x", `{"user":"net:123"}`, true}, {"x", "net:1234", false},
		{"x", `["@anna"]`, true}, {"x", "@annas", false}, {"123/x", "", true}, {"x", "no 1123", false}, {"x", "1123 and 123", true},
	} {
		if got := mine.In(tt.key, []byte(tt.data)); got != tt.want {
			t.Errorf("%q: %q is about them: %v, want %v", tt.key, tt.data, got, tt.want)
		}
	}
	if MentionsOf("net:anna").In("x", []byte("says anna")) {
		t.Error("a user whose id is a name is found in a text")
	}
}
