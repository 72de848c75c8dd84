package double

import (
	"bytes"
	"encoding/json"
)

// DecodeStrict decodes JSON into v. A field that v doesn't have is an error.
func DecodeStrict(data []byte, v any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return decoder.Decode(v)
}
