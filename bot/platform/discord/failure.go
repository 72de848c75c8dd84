package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/support/metrics"
)

var (
	goneCodes    = []int{codeUnknownMessage, codeOldMessageEditLimit, codeOthersMessage}
	closedCodes  = []int{codeCannotMessageUser, codeNoMutualGuilds} // to direct messages
	blockedCodes = []int{codeMissingAccess, codeMissingPermission, codeUnknownChannel}
	lateCodes    = []int{codeUnknownInteraction, codeAnsweredAlready}
)

const (
	codeUnknownChannel      = 10003
	codeUnknownMessage      = 10008
	codeUnknownInteraction  = 10062
	codeOldMessageEditLimit = 30046
	codeAnsweredAlready     = 40060
	codeMissingAccess       = 50001
	codeOthersMessage       = 50005
	codeCannotMessageUser   = 50007
	codeMissingPermission   = 50013
	codeInvalidForm         = 50035
	codeNoMutualGuilds      = 50278
)

type apiError struct {
	request string
	status  int
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *apiError) Error() string {
	return fmt.Sprintf("discord: %s: refused with %d, code %d: %s", e.request, e.status, e.Code, e.Message)
}

func hasCode(err error, codes ...int) bool {
	refused, is := errors.AsType[*apiError](err)
	return is && slices.Contains(codes, refused.Code)
}

// statusOf returns the HTTP status, or 0.
func statusOf(err error) int {
	if refused, is := errors.AsType[*apiError](err); is {
		return refused.status
	}
	return 0
}

func isLimit(err error) bool {
	_, is := waitOf(err)
	return is
}

// isUncertain reports whether Discord may have carried out the request.
func isUncertain(err error) bool {
	status := statusOf(err)
	return err != nil && !isLimit(err) && (status == 0 || status >= http.StatusInternalServerError)
}

func isRetryable(err error) bool { return isUncertain(err) || isLimit(err) }

// waitOf returns false if the error isn't a rate limit.
func waitOf(err error) (time.Duration, bool) {
	later, is := errors.AsType[chat.RetryAfter](err)
	return later.Wait, is
}

// unsent adds chat.ErrUnsent if the post hasn't arrived.
func unsent(err error) error {
	if err == nil || isUncertain(err) {
		return err
	}
	return fmt.Errorf("%w: %w", chat.ErrUnsent, err)
}

func countError(m *metrics.Metrics, err error) {
	kind := metrics.SendFailed
	switch {
	case errors.Is(err, context.Canceled):
		return
	case isLimit(err):
		kind = metrics.SendLimited
	case hasCode(err, goneCodes...):
		kind = metrics.SendGone
	case hasCode(err, closedCodes...), hasCode(err, blockedCodes...):
		kind = metrics.SendBlocked
	case hasCode(err, lateCodes...):
		kind = metrics.SendLate
	case !isUncertain(err):
		kind = metrics.SendRefused
	}
	m.CountSendError(network, kind)
}

// portError translates a failure into the errors of chat.
func portError(err error) error {
	status := statusOf(err)
	switch {
	case hasCode(err, goneCodes...):
		return fmt.Errorf("%w: %w", chat.ErrGone, err)
	case hasCode(err, closedCodes...), hasCode(err, blockedCodes...):
		return fmt.Errorf("%w: %w", chat.ErrBlocked, err)
	case status/100 == 4 && status != http.StatusUnauthorized && status != http.StatusRequestTimeout:
		return fmt.Errorf("%w: %w", chat.ErrRefused, err)
	}
	return err
}
