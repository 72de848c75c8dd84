package speech

// Suggestion returns the command or move closest to a mistyped word, if one is close.
func (l *Lexicon) Suggestion(word string) (near string) {
	typed := PlainWord(word)
	least := allowedMistakes(typed) + 1
	consider := func(known string) {
		if n := distance([]rune(typed), []rune(known)); n < least || n == least && near != "" && known < near {
			near, least = known, n
		}
	}
	for known, c := range l.Commands {
		if !c.Hidden {
			consider(known)
		}
	}
	for known := range l.Verbs {
		consider(known)
	}
	return near
}

// allowedMistakes returns how many mistakes a word may have. In a short word each mistake makes another word.
func allowedMistakes(word string) int {
	const short, long = 3, 7
	switch n := len([]rune(word)); {
	case n <= short:
		return 0
	case n < long:
		return 1
	}
	return 2
}

// distance counts missing, added, wrong and swapped letters.
func distance(a, b []rune) int {
	var before, last []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, last, row = last, row, make([]int, len(b)+1)
		row[0] = i + 1
		for j := range b {
			wrong := 1
			if a[i] == b[j] {
				wrong = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+wrong)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
		}
	}
	return row[len(b)]
}
