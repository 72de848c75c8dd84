package bot

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"

	"tarockbot/bot/chat"
	"tarockbot/bot/keep"
	"tarockbot/storage"
)

// giveSpaces is the step from chats by themselves to servers and groups: what
// counted in a chat, and how one talks there, is the space's now.
func giveSpaces(ctx context.Context, m *migration) error {
	of, err := spacesThen(ctx, m)
	if err != nil {
		return err
	}
	for _, move := range []func(context.Context, *migration, func(ChatID) ChatID) error{
		placeTables, placeHistory, placeTotals, placeLanguages,
	} {
		if err := move(ctx, m, of); err != nil {
			return err
		}
	}
	return nil
}

// spacesThen tells of each chat which space it is a part of, as far as anybody
// knew: a topic of its group, a channel of the server that Discord's notes have it
// in.
func spacesThen(ctx context.Context, m *migration) (func(ChatID) ChatID, error) {
	const guilds = "discord/guild/"
	servers := make(map[ChatID]ChatID)
	for doc, err := range m.each(ctx, keep.KindNote) {
		if err != nil {
			return nil, err
		}
		guild, is := strings.CutPrefix(doc.Key.ID, guilds)
		var kept keep.Note
		var channels []string
		if !is || keep.Decode(doc, &kept) != nil || json.Unmarshal(kept.Data, &channels) != nil {
			continue
		}
		for _, channel := range channels {
			servers["discord:"+ChatID(channel)] = "discord:g" + ChatID(guild)
		}
	}
	return func(chat ChatID) ChatID {
		if server, ok := servers[chat]; ok {
			return server
		}
		whole, _, _ := strings.Cut(string(chat), "/")
		return ChatID(whole)
	}, nil
}

// changeField lets change make another value of the document's field, or give it
// one beside it.
func changeField(ctx context.Context, m *migration, doc storage.Doc, from, to string, of func(ChatID) ChatID) error {
	var fields map[string]json.RawMessage
	var chat ChatID
	if keep.Decode(doc, &fields) != nil || json.Unmarshal(fields[from], &chat) != nil || chat == "" {
		return nil
	}
	value, err := json.Marshal(of(chat))
	if err != nil {
		return err
	}
	fields[to] = value
	return m.put(ctx, doc.Key.Kind, doc.Key.ID, fields)
}

func placeTables(ctx context.Context, m *migration, of func(ChatID) ChatID) error {
	for doc, err := range m.each(ctx, kindTable) {
		if err != nil {
			return err
		}
		if err := changeField(ctx, m, doc, "chat", "space", of); err != nil {
			return err
		}
	}
	return nil
}

func placeHistory(ctx context.Context, m *migration, of func(ChatID) ChatID) error {
	for doc, err := range m.each(ctx, kindHistory) {
		if err != nil {
			return err
		}
		if err := changeField(ctx, m, doc, "chat", "chat", of); err != nil {
			return err
		}
	}
	return nil
}

// totalsThen is what was kept of a person's matches in a chat.
type totalsThen struct {
	Person  chat.PersonID `json:"person"`
	Name    string        `json:"name"`
	Points  int           `json:"points"`
	Matches int           `json:"matches"`
	Won     int           `json:"won"`
	Drawn   int           `json:"drawn"`
	Deals   int           `json:"deals"`
}

// placeTotals adds up what somebody has in the chats of one space.
func placeTotals(ctx context.Context, m *migration, of func(ChatID) ChatID) error {
	for doc, err := range m.each(ctx, kindStanding) {
		if err != nil {
			return err
		}
		parts := strings.Split(doc.Key.ID, "|") // game, scope, person
		var here, before totalsThen
		if len(parts) != 3 || keep.Decode(doc, &here) != nil {
			continue
		}
		chat, err := url.PathUnescape(parts[1])
		if err != nil || of(ChatID(chat)) == ChatID(chat) {
			continue
		}
		parts[1] = url.PathEscape(string(of(ChatID(chat))))
		id := strings.Join(parts, "|")
		if _, err := m.load(ctx, kindStanding, id, &before); err != nil {
			return err
		}
		here.Points += before.Points
		here.Matches += before.Matches
		here.Won += before.Won
		here.Drawn += before.Drawn
		here.Deals += before.Deals
		if err := errors.Join(m.put(ctx, kindStanding, id, here), m.drop(ctx, kindStanding, doc.Key.ID)); err != nil {
			return err
		}
	}
	return nil
}

// oldChat was one public chat: its language.
const oldChat = "chat"

// placeLanguages makes the language of a space that of its first chat.
func placeLanguages(ctx context.Context, m *migration, of func(ChatID) ChatID) error {
	for doc, err := range m.each(ctx, oldChat) {
		if err != nil {
			return err
		}
		var lang string
		var kept space
		id := string(of(ChatID(doc.Key.ID)))
		if has, err := m.load(ctx, kindSpace, id, &kept); err != nil {
			return err
		} else if !has && keep.Decode(doc, &lang) == nil {
			if err := m.put(ctx, kindSpace, id, space{Lang: lang}); err != nil {
				return err
			}
		}
		if err := m.drop(ctx, oldChat, doc.Key.ID); err != nil {
			return err
		}
	}
	return nil
}
