package command

import (
	"cmp"
	"context"

	"tarockbot/bot/chat"
	"tarockbot/bot/chat/displayname"
	"tarockbot/bot/screens"
)

// replayAt is the step at which a replay stands, and how it is seen.
type replayAt struct {
	share        bool   // it only tells how others see it
	step, player string // "" for the first, and for all hands
}

// replay steps through a deal: "replay CODE-DEAL STEP", or as the player of that number saw it, "replay
// CODE-DEAL STEP PLAYER". Without a code it offers the last deals. "replay CODE-DEAL share" tells how
// others can see it. Anybody who knows the code may see a finished deal, with all hands open. A running
// deal is shown only to its players, each from their own side.
func replay(ctx context.Context, r *Request, deal string, at replayAt) (chat.Answer, error) {
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
	page, names := screens.Replay{Deal: d, At: d.Moment(at.step, at.player)}, newNamer(r)
	if at.share {
		said := "replay " + d.Code()
		typed := r.sv.Language.Lexicon.Line(said, r.Words)
		return chat.Answer{Screen: page.ShareScreen(r.Words, r.sv.Messages.Readers.LinksTo(said), typed)}, nil
	}
	if len(sat.People) == d.Game.Seats { // else nobody knows who they were
		page.Names = names.at(ctx, sat, displayname.OfTable)
	}
	page.Earlier = number > 1 && mayReplay(ctx, r, id, number-1)
	page.Later = mayReplay(ctx, r, id, number+1)
	screen, err := page.Screen(r.Words, r.sv.Messages.Pages.Pictures(r.Person.Taste))
	return chat.Answer{Screen: screen}, cmp.Or(names.err, err)
}
