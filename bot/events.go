package bot

import (
	"cmp"
	"context"
	"errors"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/documents"
	"tarockbot/bot/screens"
	"tarockbot/bot/tables/spaces"
)

func (h *handler) handleEvent(ctx context.Context, in chat.Input) error {
	switch in.What {
	case chat.EventReachable:
		return h.markReachable(ctx, in)
	case chat.EventChatMoved:
		return h.sv.Messages.Reachability.MoveChat(ctx, in.Chat, in.MovedTo)
	case chat.EventBotJoined:
		foundErr := h.sv.Messages.Reachability.MarkFound(ctx, in)
		return errors.Join(foundErr, h.greet(ctx, in)) // greet even if some tables couldn't be shown
	case chat.EventBotRemoved:
		return h.sv.Messages.Reachability.MarkLost(ctx, in)
	case chat.EventSaid:
	}
	return nil
}

func (h *handler) markReachable(ctx context.Context, in chat.Input) error {
	if in.User != "" {
		if _, err := h.sv.People.Resolve(ctx, in); err != nil {
			return err
		}
	}
	return h.sv.Messages.Reachability.MarkFound(ctx, in)
}

const kindGreeted = "greeted"

// greet posts one greeting per chat. If it fails, the bot greets when it joins again.
func (h *handler) greet(ctx context.Context, in chat.Input) error {
	place := chat.Place{Chat: in.Chat}
	if !h.sv.Outbox.Serves(place) {
		return nil
	}
	if first, err := h.sv.Store.Claim(ctx, kindGreeted, string(in.Chat), true); err != nil || !first {
		return err
	}
	lang, err := h.sv.Spaces.EnsureLang(ctx, in.Home(), cmp.Or(in.SpaceLang, in.Lang))
	if err != nil {
		return errors.Join(err, h.ungreet(in.Chat))
	}
	page := screens.Greeting{Home: in.Home(), Chat: in.Chat, Languages: h.sv.Language.LanguageNames()}
	screen := *page.Screen(h.sv.Messages.Readers.TongueIn(in.Platform(), lang))
	h.sv.Outbox.Post("greeting", place, func() chat.Screen { return screen }, func(err error) {
		if err == nil {
			return
		}
		h.sv.Log.Warn("greeting not sent", "platform", place.Platform(), "err", err)
		if err := h.ungreet(in.Chat); err != nil {
			h.sv.Log.Warn("greeting won't be retried", "platform", place.Platform(), "err", err)
		}
	})
	return nil
}

func (h *handler) ungreet(id chat.ChatID) error {
	return h.sv.Store.Unclaim(context.WithoutCancel(h.sv.Running), kindGreeted, string(id))
}

func greetedHolder() documents.Holder {
	const isChat = "it is about a chat, not a person"
	return documents.Holder{Kind: kindGreeted, CheckForm: documents.CheckForm[bool], NotErased: isChat, NotDisclosed: isChat}
}

func chatMover(sv *command.Services) func(ctx context.Context, from, to chat.ChatID) error {
	return func(ctx context.Context, from, to chat.ChatID) error {
		defer sv.Spaces.Invalidate(from, to)
		for _, kind := range []string{spaces.KindSpace, kindGreeted} {
			if err := sv.Store.Rename(ctx, kind, string(from), string(to)); err != nil {
				return err
			}
		}
		return sv.People.Standings.MoveScope(ctx, from, to)
	}
}
