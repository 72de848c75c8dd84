package web

import (
	"html/template"
	"slices"

	"tarockbot/bot/chat"
)

// reader is who reads a message, and in what language.
type reader struct {
	user chat.UserID
	lang string
}

// edition is a message as some of its readers see it: those of a language, and of them one
// person alone, or all who have none of their own.
type edition struct {
	reader // user "" is all others
	html   template.HTML
}

// editions are the message in each language that there is of it, and with the buttons that
// each of its readers can do anything with.
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

// named are the people who have buttons of their own, or lack some.
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

// buttonsFor are the buttons that the reader can do anything with.
func buttonsFor(reader chat.UserID, rows [][]chat.Button) (all [][]chat.Button) {
	for _, row := range rows {
		all = append(all, slices.DeleteFunc(slices.Clone(row), func(b chat.Button) bool { return !b.For.Has(reader) }))
	}
	return all
}

// html is the message as the reader sees it: their own edition before one for all, and in
// their language, if there is one, before any other.
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
