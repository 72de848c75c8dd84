package telegramtest

// Block blocks or unblocks the bot.
func (p *Person) Block(blocked bool) {
	p.server.Do(func() {
		p.blocked = blocked
		p.reportMembership(p.private, !blocked)
	})
}

// KickBot removes the bot from the chat.
func (p *Person) KickBot(c *Chat) { p.setBotMember(c, false) }

// AddBot adds the bot to the chat.
func (p *Person) AddBot(c *Chat) { p.setBotMember(c, true) }

func (p *Person) setBotMember(c *Chat, in bool) {
	p.server.Do(func() {
		c.kicked = !in
		p.reportMembership(c, in)
	})
}

func (p *Person) reportMembership(c *Chat, in bool) {
	status := map[bool]string{true: "member", false: "kicked"}
	member := func(in bool) map[string]any {
		return map[string]any{"status": status[in], "user": botUser(), "until_date": 0}
	}
	p.server.Updates.push("my_chat_member", map[string]any{"chat": c.json(), "from": p.json(), "date": p.server.now().Unix(),
		"old_chat_member": member(!in), "new_chat_member": member(in)})
}

// Move turns the group into a supergroup without an update to the bot.
func (s *Server) Move(c *Chat, members ...*Person) *Chat {
	next := s.Group("supergroup", c.Title)
	s.Lock()
	defer s.Unlock()
	c.movedTo = next.ID
	for _, p := range members {
		p.Home = next
	}
	return next
}

// Migrate moves the group and sends the bot an update from each chat.
func (s *Server) Migrate(c *Chat, by *Person, members ...*Person) *Chat {
	next := s.Move(c, members...)
	s.Lock()
	defer s.Unlock()
	report := func(at *Chat, key string, other *Chat) {
		m := at.newPost(by)
		m[key] = other.ID
		s.Updates.push("message", m)
	}
	report(c, "migrate_to_chat_id", next)
	report(next, "migrate_from_chat_id", c)
	return next
}
