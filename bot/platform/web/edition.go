package web

import (
	"html/template"
	"slices"

	"tarockbot/bot/chat"
)

// reader is a message's reader: a user and a language.
type reader struct {
	user chat.UserID
	lang string
}

// edition is a message in one language, for one user or for all users without an edition of their own.
type edition struct {
	reader // an empty user stands for all other users
	html   template.HTML
}

// editions renders the screen once for each of its languages. A board also gets an edition for each user
// with other buttons than the rest.
func (p *Platform) editions(s chat.Screen, k kind, ref chat.Ref) (all []edition, err error) {
	for _, one := range append([]chat.Screen{s}, s.Others...) {
		readers := []chat.UserID{""}
		if k == kindBoard {
			readers = append(readers, named(one)...)
		}
		for _, user := range readers {
			view := one
			if k == kindBoard {
				view.Buttons = buttonsFor(user, one.Buttons)
			}
			html, err := p.viewOf(view, k, ref).render()
			if err != nil {
				return nil, err
			}
			all = append(all, edition{reader{user, one.Lang}, html})
		}
	}
	return all, nil
}

// named returns the users for whom a button is shown or hidden.
func named(s chat.Screen) (all []chat.UserID) {
	for _, row := range s.Buttons {
		for _, b := range row {
			if b.For != nil {
				all = slices.Concat(all, b.For.Only, b.For.Not)
			}
		}
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(u chat.UserID) bool { return u == "" })
}

// buttonsFor returns the buttons that the reader may press.
func buttonsFor(reader chat.UserID, rows [][]chat.Button) (all [][]chat.Button) {
	for _, row := range rows {
		all = append(all, slices.DeleteFunc(slices.Clone(row), func(b chat.Button) bool { return !b.For.Has(reader) }))
	}
	return all
}

// html returns the edition that fits the reader best: the user's own before the common one, then one in
// the reader's language.
func (m *message) html(who reader) template.HTML {
	best, most := 0, -1
	for i, e := range m.editions {
		fit := 0
		switch e.user {
		case who.user:
			fit = 2
		case "":
		default:
			continue
		}
		if e.lang == who.lang {
			fit++
		}
		if fit > most {
			best, most = i, fit
		}
	}
	return m.editions[best].html
}
