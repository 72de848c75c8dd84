package bot

import "tarockbot/bot/chat"

// identity is one platform's user, with the person that it was introduced as.
type identity struct {
	Person chat.PersonID
	User   UserID
}
