/** Fictional quotes in our own words, which name nobody. */
export const testimonials = [
  {
    quote:
      'We split a month of work into forty small tasks on a Monday. By Friday, nine people we had never met had finished half of them.',
    from: 'A two-person product studio',
  },
  {
    quote: 'Nobody asked for my CV. They looked at the last six things I had finished, and that was the interview.',
    from: 'A front-end contributor',
  },
  {
    quote:
      'I pick up a project in the evening, see exactly what done looks like, and close my laptop with something shipped.',
    from: 'A contributor beside a day job',
  },
  {
    quote: 'The board is the meeting. Everyone sees what moved, what is stuck, and whose turn it is.',
    from: 'A research group of twelve',
  },
  {
    quote: 'My first task here was tiny. A year of small, finished things later, people invite me by name.',
    from: 'A contributor who reached gold',
  },
] as const
