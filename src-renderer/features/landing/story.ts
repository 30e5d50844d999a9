import { taskStatus } from '#shared/rules/statuses.ts'

/** The columns of the picture's board, in the order of a real one. */
export const columns = [
  taskStatus.assigned,
  taskStatus.inProgress,
  taskStatus.underReview,
  taskStatus.completed,
] as const

type Person = { name: string; colour: string }
const noor: Person = { name: 'Noor Haddad', colour: '#23766c' }
const kofi: Person = { name: 'Kofi Mensah', colour: '#4c61c2' }
const marta: Person = { name: 'Marta Lind', colour: '#a8552a' }
/** Who asks to join in the story. */
export const newcomer = noor

export type StoryCard = { title: string; tag: string; person: Person | null }
const standing: ReadonlyArray<StoryCard & { column: number }> = [
  { title: 'Tide tables for twelve ports', tag: 'Data', person: kofi, column: 0 },
  { title: 'Screen reader pass', tag: 'Access', person: marta, column: 0 },
  { title: 'Draw the harbour icons', tag: 'Design', person: marta, column: 1 },
  { title: 'Name and wordmark', tag: 'Brand', person: marta, column: 3 },
  { title: 'Import charts', tag: 'Node.js', person: kofi, column: 3 },
]

/** What lies above the board for a moment. */
export type StoryNote = 'asks' | 'approved' | 'handed-in' | 'reputation' | 'offered' | 'taken' | 'accepted' | 'paid'

export type Step = {
  /** The place of its chapter in `chapters`. */
  chapter: number
  /** The column of the card whose way the story tells. */
  column: number
  /** Whether the newcomer has the card already. */
  isTaken: boolean
  note: StoryNote | null
}

export type Story = {
  chapters: ReadonlyArray<{ title: string; text: string }>
  /** It begins again after the last one, which tells most by itself, for anyone who sees no motion. */
  steps: readonly [Step, ...Step[]]
  /** What is below the title of the card whose way the picture follows. */
  tag: string
  /** The picture in one sentence. */
  says: string
}

/** How people come to work where tasks have no rewards. */
export const storyOfRequest: Story = {
  chapters: [
    { title: 'A request arrives', text: 'Noor has read the brief and asks to join.' },
    { title: 'It is answered', text: 'One press, and she is in: no interview, no call.' },
    { title: 'The work moves', text: 'Everyone can see whose turn it is.' },
    { title: 'It is handed in', text: 'The owner reads it, and accepts or asks for changes.' },
    { title: 'Done, and known for it', text: 'A finished task earns reputation that anyone can check.' },
  ],
  steps: [
    { chapter: 0, column: 0, isTaken: false, note: null },
    { chapter: 0, column: 0, isTaken: false, note: 'asks' },
    { chapter: 1, column: 0, isTaken: true, note: 'approved' },
    { chapter: 2, column: 1, isTaken: true, note: null },
    { chapter: 3, column: 2, isTaken: true, note: 'handed-in' },
    { chapter: 4, column: 3, isTaken: true, note: 'reputation' },
    { chapter: 4, column: 3, isTaken: true, note: 'reputation' },
  ],
  tag: 'React',
  says: 'a task moves from Assigned through In Progress and Under Review to Completed, and earns reputation for the person who asked to join.',
}

/** The way of a task with a reward: one press, and the work begins. */
export const storyOfReward: Story = {
  chapters: [
    { title: 'A task has a reward', text: '$400, for anyone who can do it. Recorded, not held.' },
    { title: 'It is taken', text: 'One press, and it is hers: no interview, no call.' },
    { title: 'The work moves', text: 'Everyone can see whose turn it is.' },
    { title: 'It is handed in', text: 'Answered by a date, or it counts as accepted.' },
    { title: 'Accepted, and recorded as paid', text: 'Owed at once, and known for it.' },
  ],
  steps: [
    { chapter: 0, column: 0, isTaken: false, note: null },
    { chapter: 0, column: 0, isTaken: false, note: 'offered' },
    { chapter: 1, column: 1, isTaken: true, note: 'taken' },
    { chapter: 2, column: 1, isTaken: true, note: null },
    { chapter: 3, column: 2, isTaken: true, note: 'handed-in' },
    { chapter: 4, column: 3, isTaken: true, note: 'accepted' },
    { chapter: 4, column: 3, isTaken: true, note: 'paid' },
  ],
  tag: 'React · $400',
  says: 'a task with a reward is taken, moves through In Progress and Under Review to Completed, is accepted, and is recorded as paid.',
}

export type PlacedCard = StoryCard & { column: number; slot: number; isMoving: boolean }

/** Each card's column and place in it, always in the same order. The card of the story is the first of its column. */
export const placesAt = ({ column, isTaken }: Step, tag: string): PlacedCard[] => {
  const moving = { title: 'Offline map tiles', tag, person: isTaken ? noor : null, column }
  const filled = columns.map((_, index): number => (index === column ? 1 : 0))
  return [
    { ...moving, slot: 0, isMoving: true },
    ...standing.map((card) => {
      const slot = filled[card.column] ?? 0
      filled[card.column] = slot + 1
      return { ...card, slot, isMoving: false }
    }),
  ]
}
