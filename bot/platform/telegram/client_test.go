package telegram

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"tarockbot/bot/platform/telegram/telegramtest"
)

// secretPart is the part of the token that nobody may see.
var secretPart = strings.Split(telegramtest.Token, ":")[1]

// TestFault46Token: the token is in no error and no log, whatever goes wrong with a text, a picture or a poll.
func TestFault46Token(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stillRig(t)
		shows := []func(context.Context) error{
			func(ctx context.Context) error {
				return second(r.platform.Show(ctx, placeOf(r.group), "", board("x", "y")))
			},
			func(ctx context.Context) error {
				return second(r.platform.Show(ctx, placeOf(r.group), "", pictured(board("x", "y"), fmt.Sprint(len(r.server.Requests(""))))))
			},
			func(ctx context.Context) error { return second(r.platform.client.getUpdates(ctx, 0, 0)) },
		}
		check := func(ctx context.Context, what any) {
			for i, show := range shows {
				err := show(ctx)
				if err == nil {
					t.Errorf("no error of %d for %+v", i, what)
				}
				r.platform.config.Log.Info("error", "err", err)
				for e := err; e != nil; e = errors.Unwrap(e) {
					if strings.Contains(e.Error(), secretPart) {
						t.Errorf("in an error: %v", e)
					}
				}
			}
		}
		echo := "proxy error for /bot" + telegramtest.Token + "/sendMessage"
		for _, f := range []telegramtest.Fault{
			{Cut: true}, {Status: http.StatusForbidden, Text: echo}, {Status: http.StatusInternalServerError, Text: echo},
			{Raw: true, Status: http.StatusBadGateway, Text: echo},
			{Raw: true, Status: http.StatusOK, Text: `{"ok":false,"error_code":400,"description":"` + echo + `"}`},
		} {
			f.Match, f.Times = "send|getUpdates", -1
			r.server.Fail(f)
			check(r.ctx, f)
			r.server.Heal()
		}
		r.server.Fail(telegramtest.Fault{Match: "send|getUpdates", Times: len(shows), Hang: true})
		ctx, cancel := context.WithTimeout(r.ctx, time.Millisecond)
		defer cancel()
		check(ctx, "a hanging server")
		r.server.Close()
		check(r.ctx, "no server")
		if strings.Contains(r.log.String(), secretPart) {
			t.Errorf("in the log:\n%s", r.log)
		}
	})
}

// second is the error of a call.
func second[T any](_ T, err error) error { return err }

// TestFault46Wrapped: nobody finds the token inside an error, and whoever asks
// still learns that time was up.
func TestFault46Wrapped(t *testing.T) {
	t.Parallel()
	cause := &url.Error{Op: "Post", URL: "https://127.0.0.1/bot" + telegramtest.Token + "/getMe", Err: context.DeadlineExceeded}
	err := (&client{token: telegramtest.Token}).redact(fmt.Errorf("call: %w", cause))
	if errors.As(err, new(*url.Error)) || strings.Contains(err.Error(), secretPart) {
		t.Errorf("it is still in %v", err)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v doesn't say that time was up", err)
	}
}
