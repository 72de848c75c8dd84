package bot

import "errors"

// refusal is a kind reason why nothing was done: the id of a text and its gaps.
type refusal struct {
	id   string
	gaps []any // name and value in turn
}

func (r *refusal) Error() string { return "bot: refused: " + r.id }

// refuse is the refusal with the text "refuse."+id.
func refuse(id string, gaps ...any) error { return &refusal{id, gaps} }

// refusedWith says whether the error is the refusal with that id.
func refusedWith(err error, id string) bool {
	no, is := errors.AsType[*refusal](err)
	return is && no.id == id
}

// unlessRefused is the error, but nil for a refusal: nothing had to be done.
func unlessRefused(err error) error {
	if _, is := errors.AsType[*refusal](err); is {
		return nil
	}
	return err
}
