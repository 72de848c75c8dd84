package seq_test

import (
	"fmt"
	"strconv"

	"tarockbot/bot/support/seq"
)

func ExampleMap() {
	fmt.Printf("%q %t\n", seq.Map([]int{1, 2}, strconv.Itoa), seq.Map(nil, strconv.Itoa) == nil)
	// Output: ["1" "2"] true
}
