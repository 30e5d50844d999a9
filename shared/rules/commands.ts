import type { Capability } from '../contract/index.ts'

/**
 * Every command that has a key. This one table drives the palette, the keys, the list of keys behind `?` and the
 * desktop's menu; what a command does is offered by the screens (`src-renderer/lib/commands.ts`).
 */
export type Command = {
  label: string
  group: CommandGroup
  /**
   * The ways to press it. A way is a key as `KeyboardEvent.key` names it, letters as capitals, or two keys one after the
   * other. `Mod` is Ctrl, and on a Mac the Command key.
   */
  keys: readonly string[]
  /** What the server must be able to do; without `needs` it is the search. Elsewhere the command is not there. */
  needs?: readonly Capability[]
  /** It only moves the focus or leaves something: it is a key, and no entry of palette or menu. */
  isKeyOnly?: true
}

export const commandGroups = {
  task: 'Task',
  places: 'Go to',
  general: 'General',
  board: 'Board and lists',
  inbox: 'Inbox',
  applications: 'Applications',
} as const
export type CommandGroup = keyof typeof commandGroups

export const commands = {
  // On the board L goes to the right; elsewhere it labels, which comes further down.
  'board.left': { label: 'Card to the left', group: 'board', keys: ['ArrowLeft', 'H'], isKeyOnly: true },
  'board.down': { label: 'Card below', group: 'board', keys: ['ArrowDown', 'J'], isKeyOnly: true },
  'board.up': { label: 'Card above', group: 'board', keys: ['ArrowUp', 'K'], isKeyOnly: true },
  'board.right': { label: 'Card to the right', group: 'board', keys: ['ArrowRight', 'L'], isKeyOnly: true },

  'task.open': { label: 'Open the task', group: 'task', keys: ['Enter'] },
  'task.status': { label: 'Set the status or stage…', group: 'task', keys: ['S'] },
  'task.assign': { label: 'Assign…', group: 'task', keys: ['A'] },
  'task.assignToMe': { label: 'Assign to me', group: 'task', keys: ['A I'] },
  'task.priority': { label: 'Set the priority…', group: 'task', keys: ['P'], needs: ['search', 'tasks2'] },
  'task.due': { label: 'Set the due date…', group: 'task', keys: ['D'], needs: ['search', 'tasks2'] },
  'task.labels': { label: 'Label…', group: 'task', keys: ['L', 'Shift+L'], needs: ['search', 'tasks2'] },
  'task.select': { label: 'Select the task', group: 'task', keys: ['X'], needs: ['search', 'tasks2'] },
  'task.next': { label: 'Do the next step', group: 'task', keys: ['1'], needs: ['search', 'rewards'] },
  'task.submit': { label: 'Submit for review…', group: 'task', keys: ['R'], needs: ['search', 'review'] },

  'open.take': { label: 'Take or apply for the task', group: 'task', keys: ['T'], needs: ['claims'] },
  'open.save': { label: 'Save the task for later', group: 'task', keys: ['B'], needs: ['claims'] },

  'go.market': { label: 'Find Work', group: 'places', keys: ['G M'] },
  'go.open': { label: 'Open Tasks', group: 'places', keys: ['G O'], needs: ['search', 'claims'] },
  'go.work': { label: 'My Work', group: 'places', keys: ['G W'], needs: ['search', 'work'] },
  'go.earnings': { label: 'Earnings', group: 'places', keys: ['G E'], needs: ['search', 'payouts'] },
  'go.projects': { label: 'My Projects', group: 'places', keys: ['G P'] },
  'go.talent': { label: 'Find Talent', group: 'places', keys: ['G T'] },
  'go.inbox': { label: 'Inbox', group: 'places', keys: ['G I'], needs: ['search', 'inbox'] },
  'go.active': { label: 'Active Projects', group: 'places', keys: ['G A'] },

  'palette.open': { label: 'Search and commands…', group: 'general', keys: ['Mod+K', '/'] },
  undo: { label: 'Undo', group: 'general', keys: ['Mod+Z'], needs: ['tasks2'] },
  'task.new': { label: 'New task', group: 'general', keys: ['C'] },
  'help.open': { label: 'Keyboard shortcuts', group: 'general', keys: ['?'] },

  'list.close': { label: 'Close, or clear the selection', group: 'board', keys: ['Escape'], isKeyOnly: true },

  'work.next': { label: 'Next row of My Work', group: 'board', keys: ['J'], needs: ['work'], isKeyOnly: true },
  'work.previous': { label: 'Previous row of My Work', group: 'board', keys: ['K'], needs: ['work'], isKeyOnly: true },

  'open.next': { label: 'Next open task', group: 'board', keys: ['J'], needs: ['claims'], isKeyOnly: true },
  'open.previous': { label: 'Previous open task', group: 'board', keys: ['K'], needs: ['claims'], isKeyOnly: true },

  'inbox.next': { label: 'Next notice', group: 'inbox', keys: ['J'], needs: ['inbox'], isKeyOnly: true },
  'inbox.previous': { label: 'Previous notice', group: 'inbox', keys: ['K'], needs: ['inbox'], isKeyOnly: true },
  'inbox.done': { label: 'Notice is done', group: 'inbox', keys: ['E'], needs: ['inbox'] },
  'inbox.snooze': { label: 'Snooze the notice…', group: 'inbox', keys: ['H'], needs: ['inbox'] },
  'inbox.unread': { label: 'Mark the notice unread', group: 'inbox', keys: ['U'], needs: ['inbox'] },
  'inbox.allRead': { label: 'Mark all notices read', group: 'inbox', keys: ['Shift+U'], needs: ['inbox'] },
  'inbox.mute': { label: 'Mute the task of the notice', group: 'inbox', keys: ['M'], needs: ['inbox'] },

  'applications.next': {
    label: 'Next application',
    group: 'applications',
    keys: ['J'],
    needs: ['decisions'],
    isKeyOnly: true,
  },
  'applications.previous': {
    label: 'Previous application',
    group: 'applications',
    keys: ['K'],
    needs: ['decisions'],
    isKeyOnly: true,
  },
  'applications.shortlist': {
    label: 'Shortlist the application (private)',
    group: 'applications',
    keys: ['S'],
    needs: ['decisions'],
  },
  'applications.maybe': {
    label: 'Label the application Maybe (private)',
    group: 'applications',
    keys: ['M'],
    needs: ['decisions'],
  },
  'applications.no': {
    label: 'Label the application No (private)',
    group: 'applications',
    keys: ['N'],
    needs: ['decisions'],
  },
} as const satisfies Record<string, Command>

export type CommandID = keyof typeof commands
export const commandIDs = Object.keys(commands) as CommandID[]
export const commandOf = (id: CommandID): Command => commands[id]
const ofSearch: readonly Capability[] = ['search']
export const needsOf = (id: CommandID): readonly Capability[] => commandOf(id).needs ?? ofSearch

/** Whether a way to press a command is of letters and signs, which a person can switch off. */
export const isSingleKey = (way: string): boolean =>
  !way.startsWith('Mod+') && way.split(' ').some((key) => [...key.replace('Shift+', '')].length === 1)

const names: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
}
/** The keys of a way as a person reads them, one after the other: ['G', 'M'], ['Ctrl+K'] or, on a Mac, ['⌘K']. */
export const shownKeys = (way: string, isMac: boolean): string[] =>
  way.split(' ').map((key) => {
    const shown = key.replace('Mod+', isMac ? '⌘' : 'Ctrl+').replace('Shift+', isMac ? '⇧' : 'Shift+')
    return names[key] ?? shown
  })
