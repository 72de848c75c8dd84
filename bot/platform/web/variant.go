package web

import (
	"cmp"
	"html/template"
	"slices"

	"tarockbot/bot/chat"
)

type reader struct {
	user chat.UserID
	lang string
}

// variant is a message in one language, for one user, or for all others if user is empty.
type variant struct {
	reader
	html template.HTML
}

// A board also has a variant for each user that its buttons name.
func (p *Platform) variants(s chat.Screen, k kind, ref chat.Ref) (all []variant, err error) {
	for _, one := range append([]chat.Screen{s}, s.Translations...) {
		readers := []chat.UserID{""}
		if k == kindBoard {
			readers = append(readers, usersNamedIn(one)...)
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
			all = append(all, variant{reader{user, one.Lang}, html})
		}
	}
	return all, nil
}

func usersNamedIn(s chat.Screen) (all []chat.UserID) {
	for _, row := range s.Buttons {
		for _, b := range row {
			if b.For != nil {
				all = slices.Concat(all, b.For.Only, b.For.Except)
			}
		}
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(u chat.UserID) bool { return u == "" })
}

func buttonsFor(reader chat.UserID, rows [][]chat.Button) (all [][]chat.Button) {
	for _, row := range rows {
		all = append(all, slices.DeleteFunc(slices.Clone(row), func(b chat.Button) bool { return !b.For.Has(reader) }))
	}
	return all
}

// html prefers the user's variant, then the reader's language.
func (m *message) html(who reader) template.HTML {
	score := func(e variant) (points int) {
		switch e.user {
		case who.user:
			points = 2
		case "":
		default:
			return -1
		}
		if e.lang == who.lang {
			points++
		}
		return points
	}
	return slices.MaxFunc(m.variants, func(a, b variant) int { return cmp.Compare(score(a), score(b)) }).html
}
