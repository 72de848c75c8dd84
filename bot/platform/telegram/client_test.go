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

var secretPart = strings.Split(telegramtest.Token, ":")[1]

func TestFault46Token(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stoppedRig(t)
		requests := []func(context.Context) error{
			func(ctx context.Context) error {
				return errorOf(r.platform.Show(ctx, placeOf(r.group), "", board("x", "y")))
			},
			func(ctx context.Context) error {
				return errorOf(r.platform.Show(ctx, placeOf(r.group), "", pictured(board("x", "y"), fmt.Sprint(len(r.server.Requests(""))))))
			},
			func(ctx context.Context) error { return errorOf(r.platform.client.getUpdates(ctx, 0, 0)) },
		}
		check := func(ctx context.Context, what any) {
			for i, request := range requests {
				err := request(ctx)
				if err == nil {
					t.Errorf("request %d succeeds despite %+v", i, what)
				}
				r.platform.config.Log.Info("error", "err", err)
				for e := err; e != nil; e = errors.Unwrap(e) {
					if strings.Contains(e.Error(), secretPart) {
						t.Errorf("token in an error: %v", e)
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
		r.server.Fail(telegramtest.Fault{Match: "send|getUpdates", Times: len(requests), Hang: true})
		ctx, cancel := context.WithTimeout(r.ctx, time.Millisecond)
		defer cancel()
		check(ctx, "a hanging server")
		r.server.Close()
		check(r.ctx, "no server")
		if strings.Contains(r.log.String(), secretPart) {
			t.Errorf("token in the log:\n%s", r.log)
		}
	})
}

func TestFault46Wrapped(t *testing.T) {
	t.Parallel()
	cause := &url.Error{Op: "Post", URL: "https://127.0.0.1/bot" + telegramtest.Token + "/getMe", Err: context.DeadlineExceeded}
	err := (&client{token: telegramtest.Token}).redact(fmt.Errorf("call: %w", cause))
	if errors.As(err, new(*url.Error)) || strings.Contains(err.Error(), secretPart) {
		t.Errorf("token in %v", err)
	}
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v isn't context.DeadlineExceeded", err)
	}
}
