package chat

import "errors"

// Refusal is a kind reason why nothing was done: the id of a text and its gaps.
type Refusal struct {
	ID   string
	Gaps []any // name and value in turn
}

func (r *Refusal) Error() string { return "bot: refused: " + r.ID }

// Refuse is the refusal with the text "refuse."+id.
func Refuse(id string, gaps ...any) error { return &Refusal{id, gaps} }

// RefusedWith says whether the error is the refusal with that id.
func RefusedWith(err error, id string) bool {
	no, is := errors.AsType[*Refusal](err)
	return is && no.ID == id
}

// UnlessRefused is the error, but nil for a refusal: nothing had to be done.
func UnlessRefused(err error) error {
	if _, is := errors.AsType[*Refusal](err); is {
		return nil
	}
	return err
}
