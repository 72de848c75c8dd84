package pages

import (
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/words"
)

// actionLabel is the button text of a word, as the rule set calls it.
func actionLabel(a engine.Action, terms engine.Terms, w *words.Tongue) string {
	if a.Verb == engine.PlayCard && a.Word != 0 {
		return render.Card(a.Cards.Lowest(), w) + " " + bonusLabel(a.Word, terms, w)
	}
	verb := w.Say("verb." + string(terms.Of(engine.Name(a.Verb.String()))))
	switch a.Verb {
	case engine.Bid:
		return w.Say("call." + a.Word.String())
	case engine.Announce:
		return bonusLabel(a.Word, terms, w)
	case engine.Contra, engine.Re, engine.Sub, engine.Declare:
		return verb + " " + bonusLabel(a.Word, terms, w)
	default:
		return verb
	}
}

// bonusLabel is what the rule set calls a bonus.
func bonusLabel(b engine.Word, terms engine.Terms, w *words.Tongue) string {
	return w.Say("bonus." + string(terms.Of(engine.Name(b.String()))))
}
