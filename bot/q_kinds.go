package bot

// KindDeal is the kind of finished deals: each one's record.
const kindDeal = "deal"
