package chat_test

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"tarockbot/bot/chat"
)

func TestFault(t *testing.T) {
	t.Parallel()
	recovered := func(risky func()) (f *chat.Fault) {
		defer func() { f = chat.NewFault(recover()) }()
		risky()
		return nil
	}
	hand := []string{"XXI", "SKUES"}
	for name, tt := range map[string]struct {
		risky func()
		want  string
	}{
		"a panic with a text":          {func() { panic("hand " + hand[0]) }, `^fault: string at chat_test\.TestFault\.func\d+:\d+ `},
		"a panic with an error":        {func() { panic(errors.New("hand " + hand[1])) }, `^fault: \*errors\.errorString at chat_test\.TestFault\.`},
		"a panic of the runtime":       {func() { hand[len(hand)+3] = "" }, `^fault: runtime error: index out of range \[5\] with length 2 at chat_test\.TestFault\.func\d+:\d+ `},
		"a panic several calls deeper": {func() { _ = strings.Repeat("x", -len(hand)) }, ` at strings\.Repeat:\d+ chat_test\.TestFault\.`},
	} {
		got := recovered(tt.risky).Error()
		if !regexp.MustCompile(tt.want).MatchString(got) || strings.Contains(got, "XXI") || strings.Contains(got, "0x") {
			t.Errorf("%s: got %q, want %s", name, got, tt.want)
		}
	}
}
