/** How the work is done here, in five short texts. Nobody is quoted: what people say of it, they say themselves. */
export const testimonials = [
  { quote: 'Work comes in small tasks. Each says what has to be true when it is done.', from: 'Tasks' },
  { quote: 'Nobody asks for a CV. What you have finished is the interview.', from: 'Applications' },
  { quote: 'Every point of your reputation opens the task that earned it.', from: 'Reputation' },
  { quote: 'The board is the meeting: what moved, what is stuck, and whose turn it is.', from: 'The board' },
  { quote: 'Every payment is in a ledger that both sides can read.', from: 'Payments' },
] as const
