package pages

// WordShare is said after a deal's code to be told how others see the deal.
const WordShare = "share"
