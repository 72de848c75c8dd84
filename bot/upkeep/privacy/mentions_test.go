package privacy

import "testing"

func TestMentions(t *testing.T) {
	t.Parallel()
	mine := mentionsOf("net:123", "@anna")
	for _, tt := range []struct {
		key, data string
		want      bool
	}{
		{"way/123", "", true}, {"way/1234", "", false}, {"x", "123", true}, {"x", `{"user":"net:123"}`, true}, {"x", "net:1234", false},
		{"x", `["@anna"]`, true}, {"x", "@annas", false}, {"123/x", "", true}, {"x", "no 1123", false}, {"x", "1123 and 123", true},
	} {
		if got := mine.areIn(tt.key, []byte(tt.data)); got != tt.want {
			t.Errorf("note %q: %q mentions the user: %v, want %v", tt.key, tt.data, got, tt.want)
		}
	}
	if withServer := mentionsOf("net:anna:server.org"); !withServer.areIn("x", []byte(`{"user":"@anna:server.org"}`)) || withServer.areIn("x", []byte("joanna:server.org")) {
		t.Error("a user id with a server matches the wrong notes")
	}
	if mentionsOf("net:anna").areIn("x", []byte("says anna")) {
		t.Error("a user id that is a name matches an ordinary text")
	}
}
