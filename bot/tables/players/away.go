package players

import (
	"context"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/people"
	"tarockbot/bot/tables/alarms"
	"tarockbot/storage"
)

// AwayAlarm returns the alarm for the absence's end.
func AwayAlarm(a people.Away, id chat.PersonID) alarms.Alarm {
	return alarms.PersonAlarm(a.Until, alarms.WakeAway, id)
}

// OnAwayAlarm handles alarms.WakeAway.
func (f *Facts) OnAwayAlarm(ctx context.Context, id string) error {
	p, known, err := f.people.ByID(ctx, chat.PersonID(id))
	switch {
	case err != nil:
		return err
	case !known || p.Away.Until.IsZero():
		return alarms.ErrDrop
	case p.Away.IsAt(f.Now()):
		return nil
	}
	fired := p.Away.Until
	_, err = f.people.ChangeWithDocs(ctx, p.User(), func(p *people.Account) ([]storage.Doc, error) {
		if !p.Away.Until.Equal(fired) {
			return nil, people.ErrNoChange
		}
		done := alarms.ReplaceDocs(AwayAlarm(p.Away, p.ID).Key(), "")
		p.Away.Until = time.Time{}
		return done, nil
	})
	return err
}
