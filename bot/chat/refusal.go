package chat

import "errors"

// Refusal is an error that tells a person why nothing was done.
type Refusal struct {
	ID     string
	Gaps   []any // name and value in turn
	Public bool  // everybody in the chat may read it
}

func (r *Refusal) Error() string { return "bot: refused: " + r.ID }

// Refuse returns the refusal with the text "refuse."+id.
func Refuse(id string, gaps ...any) error { return &Refusal{ID: id, Gaps: gaps} }

// RefusePublicly is Refuse for everybody in the chat.
func RefusePublicly(id string, gaps ...any) error { return &Refusal{ID: id, Gaps: gaps, Public: true} }

// IsRefusal reports whether the error is the refusal with that id.
func IsRefusal(err error, id string) bool {
	no, is := errors.AsType[*Refusal](err)
	return is && no.ID == id
}

// IgnoreRefusal returns the error, or nil for a refusal.
func IgnoreRefusal(err error) error {
	if _, is := errors.AsType[*Refusal](err); is {
		return nil
	}
	return err
}
