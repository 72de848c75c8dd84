package discord

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"maps"
	"net/http"
	"slices"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/retry"
)

// How often the emojis are tried to be uploaded, and the pause after the first
// failure; it doubles.
const (
	emojiTries = 5
	emojiPause = 2 * time.Second
)

// keep uploads the emojis that are missing and removes outdated ones. It
// begins afresh after a failure, and waits as long as Discord wants.
func (e *emojis) keep(ctx context.Context) error {
	if err := e.draw(); err != nil {
		return err
	}
	pause := retry.Backoff{First: emojiPause}
	for try := 1; ; {
		err := e.replace(ctx, e.wanted)
		var later chat.RetryAfter
		switch limited := errors.As(err, &later); {
		case err == nil:
			return nil
		case limited:
			if !retry.Sleep(ctx, later.Wait) {
				return err
			}
		case try == emojiTries || !pause.Sleep(ctx):
			return err
		default:
			try++
		}
	}
}

// draw finds out which emojis there should be, if that isn't known. Until it
// is none may be removed: all would seem outdated.
func (e *emojis) draw() error {
	if len(e.wanted.png) > 0 {
		return nil
	}
	wanted, err := namedEmojis(e.draws)
	switch {
	case err != nil:
		return err
	case len(wanted.png) == 0:
		return errors.New("discord: there are no icons")
	}
	e.wanted = wanted
	return nil
}

// namedEmojis draws the icons for all languages and names them.
func namedEmojis(icons func(lang string) (map[string][]byte, error)) (wantedEmojis, error) {
	w := wantedEmojis{names: make(map[string]map[string]string), png: make(map[string][]byte)}
	for _, lang := range languages {
		drawn, err := icons(lang)
		if err != nil {
			return w, err
		}
		w.names[lang] = make(map[string]string)
		for icon, png := range drawn {
			sum := sha256.Sum256(png)
			name := EmojiName(icon) + "_" + hex.EncodeToString(sum[:4])
			w.names[lang][icon], w.png[name] = name, png
		}
	}
	return w, nil
}

// replace makes the application's emojis what they should be. The old ones
// go last, when no message of the bot's gets them any more.
func (e *emojis) replace(ctx context.Context, w wantedEmojis) error {
	there, outdated, err := e.list(ctx, w)
	if err != nil {
		return err
	}
	e.publish(w, there)
	for _, name := range slices.Sorted(maps.Keys(w.png)) {
		if _, ok := there[name]; ok {
			continue
		}
		if there[name], err = e.upload(ctx, name, w.png[name]); err != nil {
			return err
		}
	}
	e.publish(w, there)
	for _, id := range outdated {
		if err := e.remove(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// publish lets messages use the sets that are whole.
func (e *emojis) publish(w wantedEmojis, ids map[string]string) {
	sets := make(map[string]map[string]emoji)
	for lang, names := range w.names {
		set := make(map[string]emoji)
		for icon, name := range names {
			if id, ok := ids[name]; ok {
				set[icon] = emoji{id, name}
			}
		}
		if len(set) == len(names) {
			sets[lang] = set
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.sets = sets
}

// list are the ids of the wanted emojis that are there, by name, and of
// those that the bot has uploaded and wants no more.
func (e *emojis) list(ctx context.Context, w wantedEmojis) (there map[string]string, outdated []string, err error) {
	ctx, cancel := timed(ctx)
	defer cancel()
	var found struct {
		Items []emoji `json:"items"`
	}
	q := call{name: "list emojis", method: "GET", path: e.path(), limit: "emojis"}
	if err := e.rest.do(ctx, q, &found); err != nil {
		return nil, nil, err
	}
	there = make(map[string]string)
	for _, one := range found.Items {
		_, again := there[one.Name]
		_, wanted := w.png[one.Name]
		switch {
		case !isSnowflake(one.ID):
		case wanted && !again:
			there[one.Name] = one.ID
		case ourEmoji.MatchString(one.Name):
			outdated = append(outdated, one.ID)
		}
	}
	return there, outdated, nil
}

func (e *emojis) path() string { return "/applications/" + e.app.ID() + "/emojis" }

func (e *emojis) upload(ctx context.Context, name string, png []byte) (id string, err error) {
	ctx, cancel := timed(ctx)
	defer cancel()
	var made emoji
	q := call{name: "upload an emoji", method: "POST", path: e.path(), limit: "new emoji",
		body: map[string]string{"name": name, "image": "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)}}
	if err := e.rest.do(ctx, q, &made); err != nil {
		return "", err
	}
	if !isSnowflake(made.ID) {
		return "", errors.New("discord: upload an emoji: the answer has no id")
	}
	return made.ID, nil
}

func (e *emojis) remove(ctx context.Context, id string) error {
	ctx, cancel := timed(ctx)
	defer cancel()
	q := call{name: "remove an emoji", method: "DELETE", path: e.path() + "/" + id, limit: "old emoji"}
	err := e.rest.do(ctx, q, nil)
	var refused *apiError
	if errors.As(err, &refused) && refused.Status == http.StatusNotFound {
		return nil // somebody else has removed it
	}
	return err
}

// wantedEmojis are those that there should be.
type wantedEmojis struct {
	names map[string]map[string]string // by language and icon
	png   map[string][]byte            // by name; languages share what looks the same
}
