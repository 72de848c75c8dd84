package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"tarockbot/bot/chat"
	"tarockbot/bot/metrics"
)

// What Discord's codes mean for something sent.
var (
	goneCodes    = []int{codeUnknownMessage, codeOldEdits, codeOthersMessage}
	closedCodes  = []int{codeCannotMessageUser, codeNoMutualGuilds} // to direct messages
	blockedCodes = []int{codeMissingAccess, codeMissingPermission, codeUnknownChannel}
	lateCodes    = []int{codeUnknownInteraction, codeAnsweredAlready}
)

// codes of errors that mean something to the platform.
const (
	codeUnknownChannel     = 10003
	codeUnknownMessage     = 10008
	codeUnknownInteraction = 10062
	codeOldEdits           = 30046
	codeAnsweredAlready    = 40060
	codeMissingAccess      = 50001
	codeOthersMessage      = 50005
	codeCannotMessageUser  = 50007
	codeMissingPermission  = 50013
	codeInvalidForm        = 50035
	codeNoMutualGuilds     = 50278
)

// apiError is Discord's refusal of a request.
type apiError struct {
	call    string
	Status  int
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *apiError) Error() string {
	return fmt.Sprintf("discord: %s: refused with %d, code %d: %s", e.call, e.Status, e.Code, e.Message)
}

// hasCode says whether the error is Discord's with one of the codes.
func hasCode(err error, codes ...int) bool {
	var refused *apiError
	if !errors.As(err, &refused) {
		return false
	}
	for _, code := range codes {
		if refused.Code == code {
			return true
		}
	}
	return false
}

// lost says that nobody knows whether the request was carried out.
func lost(err error) bool {
	var later chat.RetryAfter
	var refused *apiError
	switch {
	case err == nil || errors.As(err, &later):
		return false
	case errors.As(err, &refused):
		return refused.Status >= http.StatusInternalServerError
	}
	return true
}

// countError counts what went wrong with something sent.
func countError(m *metrics.Metrics, err error) {
	var wait chat.RetryAfter
	var refused *apiError
	kind := metrics.SendFailed
	switch {
	case errors.Is(err, context.Canceled):
		return // the bot ends
	case errors.As(err, &wait):
		kind = metrics.SendLimited
	case hasCode(err, goneCodes...):
		kind = metrics.SendGone
	case hasCode(err, closedCodes...), hasCode(err, blockedCodes...):
		kind = metrics.SendBlocked
	case hasCode(err, lateCodes...):
		kind = metrics.SendLate
	case errors.As(err, &refused) && refused.Status < http.StatusInternalServerError:
		kind = metrics.SendRefused
	}
	m.SendError(network, kind)
}

// portError is what a failed Show means to the bot.
func portError(err error) error {
	switch {
	case hasCode(err, codeInvalidForm), hasCode(err, goneCodes...):
		return fmt.Errorf("%w: %w", chat.ErrGone, err)
	case hasCode(err, closedCodes...), hasCode(err, blockedCodes...):
		return fmt.Errorf("%w: %w", chat.ErrBlocked, err)
	case refusedForGood(err):
		return fmt.Errorf("%w: %w", chat.ErrRefused, err)
	}
	return err
}

// refusedForGood says that Discord would refuse the request again.
func refusedForGood(err error) bool {
	refused, is := errors.AsType[*apiError](err)
	return is && refused.Status/100 == 4 && refused.Status != http.StatusUnauthorized && refused.Status != http.StatusRequestTimeout
}

// unauthorized says that Discord doesn't know the bot's token.
func unauthorized(err error) bool {
	var refused *apiError
	return errors.As(err, &refused) && refused.Status == http.StatusUnauthorized
}

// hurried says that the request may go better when there is more time.
func hurried(err error) bool {
	var later chat.RetryAfter
	return lost(err) || errors.As(err, &later)
}

// noteFault keeps a fault to one event: a deferred function of it.
func noteFault(log *slog.Logger, where string) {
	if r := recover(); r != nil {
		log.Error("discord: fault", "in", where, "err", chat.Recovered(r))
	}
}
