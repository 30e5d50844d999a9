import type { Question } from '../../../shared/contract/questions.ts'

/** What projects of the demo world ask applicants. */
export const asked: readonly (readonly Question[])[] = [
  [
    { text: 'What have you built that comes close to this?', kind: 'long', isRequired: true },
    { text: 'Where can we see some of your work?', kind: 'link', isRequired: false },
    { text: 'From when on do you have time?', kind: 'short', isRequired: true },
  ],
  [
    { text: 'Why this project?', kind: 'long', isRequired: false },
    { text: 'How many hours a week can you give?', kind: 'short', isRequired: true },
  ],
]

/** What applicants answer, by the kind of the question. */
export const answers: Readonly<Record<Question['kind'], readonly string[]>> = {
  short: ['From next Monday', 'About eight', 'After the holidays', 'Six to ten, evenings mostly'],
  long: [
    'A booking page for a climbing hall: 40 clubs, one calendar, no double bookings for two years now.',
    'I rebuilt the order form of our food co-op. It went from eleven fields to four, and nobody has missed the other seven.',
    'Mostly tools for small teams, where the people who pay for it are the people who use it. I liked reading your brief.',
  ],
  link: ['https://example.org/portfolio', 'https://example.org/projects/booking-page'],
}

export const letters = [
  'Hello,\n\nI have followed your project since it was posted. The part about working offline is what I do best: two of my last three projects had to survive a cellar without reception.\n\nI would begin with the smallest thing that people can use, and show it to them in the second week.',
  'Hi there. I am a front end developer who cares about keyboards and screen readers. I can give this a steady day a week until summer, and I write tests without being asked.',
  'Dear team,\n\nthis is close to what we built for our neighbourhood last year, and I still know all the mistakes we made. I would be glad to make new ones with you.',
] as const

/** What is said about an application, in turns: the project begins. */
export const thread = [
  'Thank you for your letter. Could you be there for a call on **Thursday at 17:00**?',
  'Thursday works. Shall I bring the booking page along?',
  'Yes, please. Ten minutes are plenty.',
] as const
