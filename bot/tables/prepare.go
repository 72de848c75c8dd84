package tables

import (
	"bytes"

	"tarockbot/bot/chat"
	"tarockbot/bot/documents"
	"tarockbot/bot/match"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/tables/computer"
	"tarockbot/bot/tables/past"
	"tarockbot/engine/verify"
	"tarockbot/storage"
)

type preparer struct {
	config    Config
	lifetimes match.Lifetimes
	dirty     *Dirty
	display   Display
	paint     Painter
}

func (p preparer) changeDocs(l, added *Locked, c *Change) ([]storage.Doc, error) {
	if err := p.complete(c.Table); err != nil {
		return nil, err
	}
	docs, err := p.tableDocs(l, c.Table)
	docs = append(docs, c.Docs...)
	if c.Input.ID != "" && !c.marked {
		docs = append(docs, p.config.Store.SeenDoc(c.Input))
	}
	if added == nil || err != nil {
		return docs, err
	}
	if err := p.complete(c.NewTable); err != nil {
		return nil, err
	}
	more, err := p.tableDocs(added, c.NewTable)
	return append(docs, more...), err
}

func (p preparer) nextAlarm(t *match.Table) string {
	next := alarms.Alarm{Timeline: alarms.WallTime, Kind: alarms.WakeTable, ID: string(t.ID)}
	if at, runningTime := p.lifetimes.NextCheck(t); at.IsZero() {
		next.Timeline, next.At = alarms.RunningTime, runningTime
	} else {
		next.At = alarms.SinceEpoch(at)
	}
	if !next.Replaces(alarms.Key(t.AlarmKey), p.config.Facts.TimeOn) {
		return t.AlarmKey
	}
	return string(next.Key())
}

func (p preparer) complete(t *match.Table) error {
	if err := computer.EnsureSeed(t, p.config.Random); err != nil {
		return err
	}
	t.AlarmKey = p.nextAlarm(t)
	for _, x := range t.Effects.Deals {
		if x.Proof != nil {
			x.Proof.Reveal(verify.Outcome(x.Record), p.config.Key)
		}
	}
	return nil
}

func (p preparer) tableDocs(l *Locked, t *match.Table) ([]storage.Doc, error) {
	doc, err := tableDoc(t, l.version)
	if err != nil {
		return nil, err
	}
	var before alarms.Key
	if l.now.Table != nil {
		before = alarms.Key(l.now.AlarmKey)
	}
	docs := append(alarms.ReplaceDocs(before, alarms.Key(t.AlarmKey)), doc)
	for _, x := range t.Effects.Deals {
		deal, err := past.DealDoc(t.ID, x.Number, x.StoredDeal)
		if err != nil {
			return nil, err
		}
		docs = append(docs, deal)
	}
	summary, err := documents.Encode(KindSummary, string(t.ID), l.summary.Version, SummaryOf(t))
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(summary.Data, l.summary.Data) {
		docs = append(docs, summary)
	}
	if p.display.IsBehind(t) && p.dirty.needsMark(t.ID) {
		docs = append(docs, MarkDoc(t.ID))
	}
	return docs, nil
}

// screens makes screens while the store is writing. While the computer thinks it makes no screens, because the
// computer's move would replace them.
func (p preparer) screens(next Snapshot, c *Change) <-chan map[chat.Place]chat.Screen {
	done := make(chan map[chat.Place]chat.Screen, 1)
	if c.SkipsShow || c.Input.ID == "" || next.Stage != match.Playing || next.Thinking() != 0 {
		close(done)
		return done
	}
	go func() {
		all := make(map[chat.Place]chat.Screen, len(next.Messages))
		defer func() { done <- all }()
		defer func() { _ = recover() }() // showing it will panic again, which is logged
		for _, m := range next.Messages {
			all[m.Place] = p.paint(next, m)
		}
	}()
	return done
}
