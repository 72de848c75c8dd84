package screens_test

import (
	"testing"
	"unicode/utf8"

	"tarockbot/bot/screens"
	"tarockbot/render/words"
)

func TestPrivacy(t *testing.T) {
	t.Parallel()
	checkPages(t, "privacy",
		pageCase{"nothing is configured", screens.Privacy{BackupDays: 30}.Screen},
		pageCase{"an operator, a database", screens.Privacy{Operator: "Tarockrunde Linz", Contact: "tarock@example.org", InDatabase: true, BackupDays: 30}.Screen},
		pageCase{"a policy elsewhere", screens.Privacy{Operator: "Tarockrunde Linz", Contact: "https://example.org/contact", Policy: "https://example.org/privacy"}.Screen},
		pageCase{"the operator's own text", screens.Privacy{Contact: "tarock@example.org", Policy: "# Privacy\n\n- **All** is kept.\n"}.Screen},
	)
}

func TestPrivacyIsShort(t *testing.T) {
	t.Parallel()
	catalogue := loadCatalogue(t)
	for _, lang := range words.Languages() {
		n := 0
		for _, line := range (screens.Privacy{Operator: "Tarockrunde Linz", Contact: "tarock@example.org", BackupDays: 30}).Text(catalogue.In(lang)) {
			for _, span := range line {
				n += utf8.RuneCountInString(span.Text)
			}
		}
		if n > 1900 {
			t.Errorf("%s: %d letters, want at most 1900", lang, n)
		}
	}
}
