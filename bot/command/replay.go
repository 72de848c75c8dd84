package command

import (
	"cmp"
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/screens"
)

type replayPoint struct {
	share        bool   // only explains sharing
	step, player string // "" for the first step and all hands
}

// replay shows a deal: "replay CODE-DEAL STEP [PLAYER]". Anybody with the code may see a finished deal; only its
// players see a running one, each from their side.
func replay(ctx context.Context, r *Request, deal string, at replayPoint) (chat.Answer, error) {
	if deal == "" {
		return lastDeals(ctx, r)
	}
	id, number, ok := splitDealID(deal)
	if !ok {
		return chat.Answer{}, chat.Refuse("no-replay")
	}
	d, sat, err := dealOf(ctx, r, id, number)
	if err != nil {
		return chat.Answer{}, err
	}
	page, names := screens.Replay{Deal: d, At: d.Moment(at.step, at.player), Felt: r.laysOutCards()}, newNamer(r)
	if at.share {
		said := "replay " + d.Code()
		typed := r.sv.Language.Lexicon.Translate(said, r.Words)
		return chat.Answer{Screen: page.ShareScreen(r.Words, r.sv.Messages.Readers.LinksTo(said), typed)}, nil
	}
	if len(sat.People) == d.Game.Seats { // otherwise the players are unknown
		page.Names = names.namesOf(ctx, sat, displayname.OfTable)
	}
	page.HasEarlier = number > 1 && mayReplay(ctx, r, id, number-1)
	page.HasLater = mayReplay(ctx, r, id, number+1)
	screen, err := page.Screen(r.Words, r.sv.Messages.Pages.Pictures(r.Person.DisplaySettings))
	return chat.Answer{Screen: screen}, cmp.Or(names.err, err)
}
