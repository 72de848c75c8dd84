package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"tarockbot/cmd/tarockbot/internal/exit"
	"tarockbot/engine"
	"tarockbot/render"
	"tarockbot/render/plan"
	"tarockbot/render/words"
)

func newPicture(flags *pflag.FlagSet) action {
	out := flags.StringP("output", "o", "", "PNG file to write, - for standard output; a description is printed")
	player := flags.Int("seat", 0,
		"draw this player's hand instead of the board; the first player is 1")
	lang := langFlag(flags)
	twoColours := flags.Bool("two-colours", false, "draw diamonds in the red of hearts, and clubs in the black of spades")
	return func(ctx context.Context, c invocation) error {
		if *out == "" {
			return exit.UsageError("picture: -o FILE is missing")
		}
		t, err := tongueOf(*lang)
		if err != nil {
			return err
		}
		deal, note, err := position(c.files[0])
		if err != nil {
			return err
		}
		if note != "" {
			fmt.Fprintln(c.err, note)
		}
		seat := engine.Nobody
		if flags.Changed("seat") {
			if seat, err = seatOf(deal, *player); err != nil {
				return err
			}
		}
		p, err := drawPosition(deal, seat, t, *twoColours)
		if err != nil {
			return err
		}
		data, err := p.PNG(ctx)
		switch {
		case err != nil:
		case *out == "-":
			_, err = c.out.Write(data)
			fmt.Fprintln(c.err, p.Alt)
		default:
			if err = os.WriteFile(*out, data, 0o644); err == nil {
				fmt.Fprintln(c.out, p.Alt)
			}
		}
		return err
	}
}

func seatOf(deal *engine.Deal, player int) (engine.Seat, error) {
	if seats := deal.Game().Seats; player < 1 || player > seats {
		return engine.Nobody, exit.UsageError("picture: no player %d; there are %d, the first is 1", player, seats)
	}
	return engine.Seat(player - 1), nil
}

// drawPosition draws the seat's hand, or the board for engine.Nobody.
func drawPosition(deal *engine.Deal, seat engine.Seat, t *words.Tongue, twoColours bool) (*render.Picture, error) {
	studio, err := render.NewStudio()
	if err != nil {
		return nil, err
	}
	if seat != engine.Nobody {
		return studio.Picture(plan.PlayerHand{View: deal.View(seat), Pick: deal.Prompt(seat).Pick}, t, twoColours), nil
	}
	scene := plan.Scene{Rules: deal.Rules(), Deal: deal.PublicView()}
	for i := range deal.Game().Seats {
		scene.Names = append(scene.Names, t.Say("picture.player", "Number", i+1))
	}
	return studio.Picture(scene, t, twoColours), nil
}

// positionForm matches FILE[#DEAL][@ACTIONS].
var positionForm = regexp.MustCompile(`^(.+?)(?:#(\d+))?(?:@(\d+))?$`)

// position returns the deal at RECORD[#DEAL][@N]. note is empty unless the result differs from the recorded result.
func position(arg string) (deal *engine.Deal, note string, err error) {
	parts := positionForm.FindStringSubmatch(arg)
	if parts == nil {
		return nil, "", exit.UsageError("picture: no file in %q", arg)
	}
	record, where, err := findRecord(parts[1], parts[2])
	if err != nil {
		return nil, "", err
	}
	all := len(record.Actions)
	n, err := parseNumber(parts[3], all, 0, all, "action")
	if err != nil {
		return nil, "", err
	}
	record.Actions = record.Actions[:n]
	if deal, err = playAgain(record); err != nil {
		return nil, "", exit.With(exit.Data, fmt.Errorf("%s: %w", where, err))
	}
	if note = resultNote(record, deal); note != "" {
		note = where + ": " + note
	}
	return deal, note, nil
}

func resultNote(record engine.Record, deal *engine.Deal) string {
	got := deal.Result()
	switch {
	case got == nil || record.Result == nil || got.Matches(*record.Result):
		return ""
	case record.IsNewer():
		return "settled by newer rules; the picture shows the result by the rules known here"
	}
	return "the recorded result differs from the result by the rules, which the picture shows; replay prints the difference"
}

// findRecord returns the numbered record, or the first if text is empty, and its description. Other records may be
// broken.
func findRecord(file, text string) (record engine.Record, where string, err error) {
	texts, restErr, err := splitFile(file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(filepath.Base(file), "#@"):
		return record, "", exit.UsageError("picture: no file %s; a file may be followed by #DEAL, @N or #DEAL@N, with numbers", file)
	case err != nil:
		return record, "", err
	case len(texts) == 0:
		return record, "", exit.With(exit.Data, fmt.Errorf("%s: %w", file, cmp.Or(restErr, errors.New("no deals"))))
	}
	number, err := parseNumber(text, 1, 1, len(texts), "deal")
	if err != nil {
		return record, "", errors.Join(err, restErr)
	}
	where = fmt.Sprintf("%s: deal %d", file, number)
	if record, err = parseRecord(texts[number-1]); err != nil {
		err = exit.With(exit.Data, fmt.Errorf("%s: %w", where, err))
	}
	return record, where, err
}

func parseNumber(text string, fallback, lowest, highest int, what string) (int, error) {
	if text == "" {
		return fallback, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < lowest || n > highest {
		return 0, exit.UsageError("picture: no %s %s; the last is %d", what, text, highest)
	}
	return n, nil
}
