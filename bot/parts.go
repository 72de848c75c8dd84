package bot

import (
	"context"
	"log/slog"
	"time"

	"tarockbot/bot/chat"
	"tarockbot/bot/command"
	"tarockbot/bot/documents"
	"tarockbot/bot/messages"
	"tarockbot/bot/outbox"
	"tarockbot/bot/people"
	"tarockbot/bot/tables"
	"tarockbot/bot/tables/alarms"
	"tarockbot/bot/tables/past"
	"tarockbot/bot/tables/players"
	"tarockbot/bot/tables/spaces"
	"tarockbot/storage"
)

func (b *Bot) makeParts(running context.Context, language command.Language, fullLog *slog.Logger) {
	cfg, schedule := b.cfg, alarms.NewSchedule()
	store := b.newStore(fullLog, schedule.Stored)
	sv := &command.Services{
		Language: language, Limits: cfg.Limits, AwayDays: cfg.Clocks.AwayDays,
		Log: cfg.Log, Now: cfg.Now, Running: running, Store: store,
		Platforms: make(map[string]chat.Platform),
		People: people.New(store, cfg.Random, cfg.Now, func(id chat.PersonID, change string) []storage.Doc {
			return alarms.RedrawDocs(cfg.Now(), id, change)
		}),
		Archive:    past.Archive{Store: store},
		Spaces:     spaces.New(store, language.Words, cfg.Language),
		Challenges: command.ChallengeServices{Random: cfg.Random, Bans: b.bans, NoStakes: cfg.NoStakes},
	}
	sv.Outbox = outbox.New(outbox.Config{
		Context: running, Work: &b.work, Platforms: sv.Platforms, Log: cfg.Log, Metrics: cfg.Metrics, Acting: cfg.Acting,
		Barred:    func(p chat.Place) bool { return b.bans.BansPlace(p) },
		DrawSlots: make(chan struct{}, 1),
	})
	facts := players.New(running, sv.People, alarms.NewClock(store, cfg.Now, cfg.Log, sv.Platforms), cfg.Log)
	sv.Messages = newMessages(cfg, sv, facts)
	sv.Tables = sv.Messages.Tables
	sv.Account = command.NewAccountServices(cfg.Privacy, newEraser(cfg, sv))
	b.sv, b.alarms = sv, newRunner(cfg, sv, facts, schedule)
}

func newMessages(cfg Config, sv *command.Services, facts *players.Facts) *messages.Messages {
	tablesConfig := tables.Config{
		Store: sv.Store, Log: cfg.Log, Metrics: cfg.Metrics, Random: cfg.Random, Key: cfg.Key, Now: cfg.Now,
		Players: cfg.Players, Running: sv.Running, Platforms: sv.Platforms, People: sv.People, Facts: facts,
		AbandonedAfter: time.Duration(cfg.Clocks.AbandonedDays) * 24 * time.Hour,
	}
	return messages.New(messages.Config{
		Config: tablesConfig, Words: sv.Language.Words, Language: cfg.Language, Lexicon: sv.Language.Lexicon,
		Courses: sv.Language.Courses, Studio: cfg.Pictures, Spaces: sv.Spaces, Outbox: sv.Outbox,
		Moved: chatMover(sv),
	})
}

func newRunner(cfg Config, sv *command.Services, facts *players.Facts, schedule *alarms.Schedule) *alarms.Runner {
	return &alarms.Runner{
		Store: sv.Store, Log: cfg.Log, Metrics: cfg.Metrics, Clock: facts.Clock, Schedule: schedule,
		Handlers: map[string]alarms.Handler{
			alarms.WakeTable:  tables.Expiry{Tables: sv.Tables}.OnAlarm,
			alarms.WakePerson: sv.Messages.Wakeups.OnPersonAlarm,
			alarms.WakeAway:   facts.OnAwayAlarm,
			alarms.WakeShow:   sv.Messages.Wakeups.OnShowAlarm,
		},
	}
}

// newStore logs a full store to fullLog, because the bot's own log drops that error.
func (b *Bot) newStore(fullLog *slog.Logger, stored func([]storage.Doc)) *documents.Store {
	return documents.New(b.cfg.Store, documents.Options{
		Log: fullLog, Now: b.cfg.Now, OnFailure: func(err error) { b.stop(err) }, OnStored: stored,
		OnDamaged: func(err error) {
			b.cfg.Metrics.CountDamaged()
			fullLog.Error("damaged document skipped", "err", err)
		},
	})
}
