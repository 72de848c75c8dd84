package telegramtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
	"unicode/utf8"

	"tarockbot/bot/platform/double"
)

const (
	maxText     = 4096 // UTF-16 units
	maxData     = 64   // bytes
	maxButtons  = 100
	maxCallback = 200 // characters
	maxHint     = 64  // characters
	perGroup    = 20  // sends a minute
	perSecond   = 30  // sends a second
	perPrivate  = 6   // sends in five seconds: one a second, and a short burst
	deletable   = 48 * time.Hour
	pressLife   = 15 * time.Second
)

var (
	commandForm = regexp.MustCompile(`^[a-z0-9_]{1,32}$`)
	startURL    = regexp.MustCompile(`^https://t\.me/` + Username + `\?start=[A-Za-z0-9_-]{1,64}$`)
)

func parseStrict(raw string, v any) *reply {
	if err := double.DecodeStrict([]byte(raw), v); err != nil {
		return badRequest("can't parse reply markup: " + err.Error())
	}
	return nil
}

// length16 counts UTF-16 units.
func length16(text string) int { return len(utf16.Encode([]rune(text))) }

func checkText(text string) *reply {
	switch n := length16(text); {
	case n == 0:
		return badRequest("message text is empty")
	case n > maxText:
		return badRequest("message is too long")
	}
	return nil
}

func checkEntities(text string, entities []Entity) *reply {
	n := length16(text)
	known := []string{"bold", "italic", "code", "text_mention", "text_link"}
	for _, e := range entities {
		if e.Offset < 0 || e.Length <= 0 || e.Offset+e.Length > n {
			return badRequest(fmt.Sprintf("entity %s at %d+%d is outside of the text", e.Type, e.Offset, e.Length))
		}
		if !slices.Contains(known, e.Type) {
			return badRequest("unsupported entity " + e.Type)
		}
	}
	return nil
}

func checkKeyboard(rows [][]Button) *reply {
	for _, row := range rows {
		if len(row) == 0 {
			return badRequest("empty keyboard row")
		}
		for _, b := range row {
			if refusal := checkButton(b); refusal != nil {
				return refusal
			}
		}
	}
	if len(slices.Concat(rows...)) > maxButtons {
		return badRequest("reply markup is too long")
	}
	return nil
}

func checkForced(f ForcedReply, group bool, entities []Entity) *reply {
	mentions := slices.ContainsFunc(entities, func(e Entity) bool { return e.Type == "text_mention" })
	switch {
	case !f.Force, utf8.RuneCountInString(f.Hint) > maxHint:
		return badRequest("can't parse reply keyboard markup JSON object")
	case group && (!f.Selective || !mentions):
		return badRequest("all people in the group are asked")
	}
	return nil
}

func checkButton(b Button) *reply {
	kinds := 0
	for _, has := range []bool{b.Data != "", b.URL != "", b.Inline != "", b.Share != nil, b.Off != nil} {
		if has {
			kinds++
		}
	}
	switch {
	case strings.TrimSpace(b.Text) == "":
		return badRequest("text buttons are unallowed in the inline keyboard")
	case kinds != 1:
		return badRequest("BUTTON_TYPE_INVALID")
	case len(b.Data) > maxData:
		return badRequest("BUTTON_DATA_INVALID")
	case b.URL != "" && !strings.HasPrefix(b.URL, "https://"):
		return badRequest("BUTTON_URL_INVALID")
	case !slices.Contains([]string{"", "primary", "success", "danger"}, b.Style):
		return badRequest("BUTTON_STYLE_INVALID")
	}
	return nil
}

type limits struct {
	sends    []sending // of the last minute
	disabled bool
}

type sending struct {
	chat int64
	at   time.Time
}

// NoLimits turns off the limits on sends and edits.
func (s *Server) NoLimits() { s.Do(func() { s.limits.disabled = true }) }

func (l *limits) wait(chat int64, now time.Time) int {
	l.sends = slices.DeleteFunc(l.sends, func(x sending) bool { return now.Sub(x.at) >= time.Minute })
	own := slices.DeleteFunc(slices.Clone(l.sends), func(x sending) bool { return x.chat != chat })
	within := func(sends []sending, span time.Duration) int {
		return len(slices.DeleteFunc(slices.Clone(sends), func(x sending) bool { return now.Sub(x.at) >= span }))
	}
	switch {
	case chat < 0 && len(own) >= perGroup:
		return int((time.Minute-now.Sub(own[0].at))/time.Second) + 1
	case chat > 0 && within(own, 5*time.Second) >= perPrivate:
		return 5
	case within(l.sends, time.Second) >= perSecond:
		return 1
	}
	return 0
}

func (l *limits) count(chat int64, now time.Time) *reply {
	if wait := l.wait(chat, now); wait > 0 && !l.disabled {
		return tooMany(wait)
	}
	l.sends = append(l.sends, sending{chat, now})
	return nil
}
