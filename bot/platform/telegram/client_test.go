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

// TestFault46Token: the token is in no error and no log, whatever goes wrong.
func TestFault46Token(t *testing.T) {
	inBubble(t, func(t *testing.T) {
		r := stillRig(t)
		echo := "proxy error for /bot" + telegramtest.Token + "/sendMessage"
		var errs []error
		try := func(f telegramtest.Fault) {
			f.Match, f.Times = "sendMessage", 1
			r.server.Fail(f)
			_, err := r.platform.Show(r.ctx, placeOf(r.group), "", board("x", "y"))
			if err == nil {
				t.Errorf("no error for %+v", f)
			}
			f.Match = "getUpdates"
			r.server.Fail(f)
			_, pollErr := r.platform.client.getUpdates(r.ctx, 0, 0)
			errs = append(errs, err, pollErr)
		}
		try(telegramtest.Fault{Cut: true})
		try(telegramtest.Fault{Raw: true, Status: http.StatusBadGateway, Text: echo})
		try(telegramtest.Fault{Raw: true, Status: http.StatusOK, Text: `{"ok":false,"error_code":400,"description":"` + echo + `"}`})
		try(telegramtest.Fault{Status: http.StatusForbidden, Text: echo})
		r.server.Fail(telegramtest.Fault{Match: "sendMessage", Hang: true})
		ctx, cancel := context.WithTimeout(r.ctx, time.Millisecond)
		defer cancel()
		_, err := r.platform.Show(ctx, placeOf(r.group), "", board("x", "y"))
		errs = append(errs, err)
		r.server.Close()
		_, err = r.platform.Show(r.ctx, placeOf(r.group), "", board("x", "y"))
		errs = append(errs, err)
		_, err = r.platform.client.getUpdates(r.ctx, 0, 0)
		errs = append(errs, err)
		for _, err := range errs {
			if err != nil {
				r.platform.config.Log.Info("error", "err", err)
			}
			for e := err; e != nil; e = errors.Unwrap(e) {
				if strings.Contains(e.Error(), secretPart) {
					t.Errorf("in an error: %v", e)
				}
			}
		}
		if strings.Contains(r.log.String(), secretPart) {
			t.Errorf("in the log:\n%s", r.log)
		}
	})
}

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
