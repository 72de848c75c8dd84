package bot

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/speech"
	"tarockbot/bot/command"
	"tarockbot/bot/screens"
	"tarockbot/bot/screens/guides"
	"tarockbot/bot/support/metrics"
	"tarockbot/bot/tables"
	"tarockbot/bot/upkeep/bans"
	"tarockbot/engine"
	"tarockbot/render/describe"
	"tarockbot/render/words"
	"tarockbot/storage"
)

// Handle decides one input and stores the changes. They may be delivered later. After an error nothing has changed,
// and the caller may repeat the input.
func (b *Bot) Handle(ctx context.Context, in chat.Input) (chat.Answer, error) {
	return b.handler.handle(ctx, in)
}

type handler struct {
	sv          *command.Services
	bans        *bans.List
	metrics     *metrics.Metrics
	acting      func() bool
	answers     *answerCache
	presses     *presses
	personLimit *inputLimit[chat.UserID]
	chatLimit   *inputLimit[chat.ChatID]

	mu       sync.Mutex
	closed   bool
	deciding sync.WaitGroup // inputs; once closed is set, no input is added
}

func newHandler(cfg Config, banned *bans.List, sv *command.Services) *handler {
	return &handler{
		sv: sv, bans: banned, metrics: cfg.Metrics, acting: cfg.Acting, answers: newAnswerCache(), presses: newPresses(),
		personLimit: newInputLimit[chat.UserID](cfg.Limits.InputsPerPerson),
		chatLimit:   newInputLimit[chat.ChatID](cfg.Limits.InputsPerChat),
	}
}

func (h *handler) admit() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.closed {
		h.deciding.Add(1)
	}
	return !h.closed
}

func (h *handler) closeAndWait() {
	h.mu.Lock()
	h.closed = true
	h.mu.Unlock()
	h.deciding.Wait()
}

// delayFor returns how long the input must wait. An input that the person's limit delays doesn't count for the chat.
func (h *handler) delayFor(in chat.Input, now time.Time) (delay time.Duration, byChat bool) {
	if in.What != chat.EventSaid && (in.What != chat.EventReachable || in.User == "") {
		return 0, false
	}
	if delay = h.personLimit.take(in.User, now); delay > 0 || in.Chat == "" {
		return delay, false
	}
	delay = h.chatLimit.take(in.Chat, now)
	return delay, delay > 0
}

func (h *handler) refuseDelayed(ctx context.Context, in chat.Input) (answer chat.Answer, refused bool) {
	delay, byChat := h.delayFor(in, h.sv.Now())
	if delay <= 0 {
		return chat.Answer{}, false
	}
	answer = h.refuseEarly(in, h.languageOf(ctx, in), chat.Refuse("slow", "Seconds", int(math.Ceil(delay.Seconds()))))
	if byChat && answer.Refused && !h.chatLimit.warnOnce(in.Chat, in.User) {
		answer.Repeated = true
	}
	return answer, true
}

// recoverAndCount turns a panic into an error and wraps an unavailable store's error in chat.ErrNotNow.
func (h *handler) recoverAndCount(in chat.Input, answer *chat.Answer, err *error) {
	if r := recover(); r != nil {
		*answer, *err = chat.Answer{}, chat.LogFault(h.sv.Log, "input", r)
	}
	if errors.Is(*err, storage.ErrUnavailable) || errors.Is(*err, storage.ErrClosed) {
		*err = fmt.Errorf("%w: %w", chat.ErrNotNow, *err)
	}
	if *err != nil {
		h.metrics.CountFailure(in.Platform())
	}
}

func (h *handler) handle(ctx context.Context, in chat.Input) (answer chat.Answer, err error) {
	defer h.recoverAndCount(in, &answer, &err)
	if h.sv.Running.Err() != nil || !h.admit() {
		return chat.Answer{}, fmt.Errorf("%w: it has stopped", chat.ErrNotNow)
	}
	defer h.deciding.Done()
	if !h.acting() {
		return chat.Answer{}, fmt.Errorf("%w: another bot may have taken over", chat.ErrNotNow)
	}
	if answer, refused := h.refuseDelayed(ctx, in); refused {
		return answer, nil
	}
	if in.User != "" && (in.What == chat.EventSaid || in.Chat == "") { // not an event of a chat
		if !h.sv.People.Erasures.BeginInput(in.User) {
			return h.refuseEarly(in, h.sv.Messages.Readers.TongueIn(in.Platform(), in.Lang), chat.Refuse("being-forgotten")), nil
		}
		defer h.sv.People.Erasures.EndInput(in.User)
	}
	if in.What != chat.EventSaid {
		return chat.Answer{}, h.handleEvent(ctx, in)
	}
	answer, err = h.answers.decideOnce(ctx, in, func() (chat.Answer, error) { return h.answer(ctx, in) })
	return h.refuseStoreError(ctx, in, answer, err)
}

// refuseStoreError turns a full or damaged store into a refusal, because repeating the input wouldn't help.
func (h *handler) refuseStoreError(ctx context.Context, in chat.Input, answer chat.Answer, err error) (chat.Answer, error) {
	reason := ""
	switch {
	case errors.Is(err, storage.ErrUncertain): // the input is decided again when it is repeated
		return answer, err
	case errors.Is(err, storage.ErrFull):
		reason = "full"
	case errors.Is(err, storage.ErrDamaged):
		reason = "damaged"
		h.sv.Log.Error("input refused because it needs damaged data", "platform", in.Platform(), "err", err)
	default:
		return answer, err
	}
	h.metrics.CountRefusal(in.Platform(), reason)
	return chat.Answer{Alert: h.languageOf(ctx, in).Say("refuse." + reason), Refused: true}, nil
}

func (h *handler) answer(ctx context.Context, in chat.Input) (chat.Answer, error) {
	p, err := h.sv.People.Resolve(ctx, in)
	if err != nil {
		return chat.Answer{}, err
	}
	if refusal := h.bans.RefusalFor(in.Chat, p); refusal != nil {
		return h.refuseEarly(in, h.sv.Messages.Readers.Tongue(p, in.Platform()), refusal), nil
	}
	h.sv.People.ActiveMembers.RecordActive(in.Chat, in.User, p)
	if h.sv.Outbox.EndSilence(in.Place()) {
		defer h.markFound(ctx, in) // after the command, to show its changes too
	}
	undoPresence := h.sv.Messages.Presence.Record(p.ID, h.sv.Now())
	done := h.presses.begin(p.Head().Person)
	defer done()
	r := command.NewRequest(h.sv, in, p)
	answer, err := r.Run(ctx)
	if err != nil {
		undoPresence()
		done()
		if h.presses.isDuplicate(ctx, r, err, h.sv.Now) {
			err = chat.Refuse("done-already")
		}
		return h.refuse(r, err)
	}
	h.presses.record(r, answer, h.sv.Now())
	h.metrics.CountAction(in.Platform(), r.Command)
	return answer, nil
}

func (h *handler) markFound(ctx context.Context, in chat.Input) {
	if err := h.sv.Messages.Reachability.MarkFound(ctx, in); err != nil && ctx.Err() == nil {
		h.sv.Log.Warn("tables not shown in a reachable place", "platform", in.Platform(), "err", err)
	}
}

func (h *handler) refuse(r *command.Request, err error) (chat.Answer, error) {
	answer := chat.Answer{Refused: true, Page: r.Question()}
	if refusal, is := errors.AsType[*chat.Refusal](err); is {
		h.metrics.CountRefusal(r.Platform(), refusal.ID)
		answer.Alert, answer.Public = r.Words.Say("refuse."+refusal.ID, refusal.Gaps...), refusal.Public
		if misspelt, is := errors.AsType[*command.Misspelt](err); is {
			answer.Screen, answer.Page = screens.Suggestion{Question: answer.Alert, Line: misspelt.SuggestedLine}.Screen(r.Words), "help"
			answer.Alert = ""
		}
		return answer, nil
	}
	illegal, is := errors.AsType[*engine.Refusal](err)
	if !is {
		return chat.Answer{}, err
	}
	h.metrics.CountRefusal(r.Platform(), string(illegal.Reason))
	answer.Alert = describe.Refusal(illegal, r.Words)
	if action, is := errors.AsType[*tables.IllegalAction](err); is {
		answer.Alert += rulesHint(h.sv.Language.Topics, action, illegal.Reason, r.Words)
	}
	return answer, nil
}

func (h *handler) refuseEarly(in chat.Input, t *words.Tongue, why error) chat.Answer {
	if in.What != chat.EventSaid {
		return chat.Answer{}
	}
	answer := chat.Answer{Refused: true}
	if refusal, is := errors.AsType[*chat.Refusal](why); is {
		h.metrics.CountRefusal(in.Platform(), refusal.ID)
		answer.Alert, answer.Repeated = t.Say("refuse."+refusal.ID, refusal.Gaps...), !h.personLimit.warnOnce(in.User, in.User)
	}
	return answer
}

func (h *handler) languageOf(ctx context.Context, in chat.Input) *words.Tongue {
	if p, known, _ := h.sv.People.LookupLinked(ctx, in.User); known {
		return h.sv.Messages.Readers.Tongue(p, in.Platform())
	}
	return h.sv.Messages.Readers.TongueIn(in.Platform(), in.Lang)
}

func rulesHint(topics guides.Topics, action *tables.IllegalAction, reason engine.Name, t *words.Tongue) string {
	topic, ok := action.Game.Topics[reason]
	if !ok {
		return ""
	}
	rules, game := t.Say("rules."+action.Rules), speech.UsualPhrase(action.Game.ID, t)
	return " " + t.Say("hint.rules", "Rules", rules, "Game", game, "Topic", topics.Word(action.Game.ID, topic, t))
}
