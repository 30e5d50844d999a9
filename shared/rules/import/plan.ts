import { oneLine } from '#shared/contract/common.ts'
import { fold } from '#shared/contract/fold.ts'
import { COMMENT_MAX } from '#shared/contract/comments.ts'
import { IMPORT_MAX, IMPORTED_COMMENTS_MAX, type ImportedTask } from '#shared/contract/imports.ts'
import { LABEL_NAME_MAX } from '#shared/contract/labels.ts'
import { BLOCKED_BY_MAX, LABELS_MAX, type TaskPriority } from '#shared/contract/task-fields.ts'
import { TASK_TEXT_MAX, TASK_TITLE_MAX } from '#shared/contract/task.ts'
import { cut } from '../cut.ts'
import { taskStatus } from '../statuses.ts'
import { firstInCircle } from './circles.ts'
import type { DraftTask, Drafts, Problem } from './drafts.ts'
import { fitLines, proposePriority, proposeStatus, readPriority, readStatus } from './fields.ts'

export type Member = { userID: string; username: string; name: string; email?: string | undefined }

/** A word of a file, and what it is taken for: `isKnown` where nobody needs to look. */
export type Word<T> = { word: string; means: T; isKnown: boolean }

const eachOnce = (words: readonly string[]) => [...new Set(words.filter((word) => word !== ''))]

/** The words for statuses in a file, each once, with what it usually means; tasks without one are Assigned. */
export const statusWordsOf = (tasks: readonly DraftTask[]): Array<Word<number>> =>
  eachOnce(tasks.map(({ status }) => status)).map((word) => {
    const known = readStatus(word)
    return { word, means: known ?? proposeStatus(word) ?? taskStatus.assigned, isKnown: known !== undefined }
  })

/** The words for priorities that are not ours, each once. Null is a word that says none: its text goes to the description. */
export const priorityWordsOf = (tasks: readonly DraftTask[]): Array<Word<TaskPriority | null>> =>
  eachOnce(tasks.map(({ priority }) => priority))
    .filter((word) => readPriority(word) === undefined)
    .map((word) => ({ word, means: proposePriority(word) ?? null, isKnown: false }))

const folded = (text: string) => fold(text.trim())
/** Whether a text has ink; the server takes no other. */
const isSeen = (text: string): boolean => oneLine(text) !== ''
const many = (count: number): string => count.toLocaleString('en-US')

/** What a file may call a person by: 'Ada Lovelace <ada@example.org>' is a name and an address. */
const callsOf = (said: string): string[] => {
  const parts = /^(.*?)\s*<([^<>]+)>$/.exec(said.trim())
  return parts ? [parts[1] ?? '', parts[2] ?? ''] : [said.replace(/^@/, '')]
}

/**
 * The member who is meant: by username or address, or by the full name where only one has it. `names` are further names of
 * the file's people.
 */
const memberCalled = (
  said: string,
  members: readonly Member[],
  names: ReadonlyMap<string, string>,
): Member | undefined => {
  const calls = [...callsOf(said), names.get(said) ?? ''].map(folded).filter((one) => one !== '')
  const exact = members.find(
    ({ username, email }) => calls.includes(folded(username)) || calls.includes(folded(email ?? '')),
  )
  if (exact) return exact
  const byName = members.filter(({ name }) => name !== '' && calls.includes(folded(name)))
  return byName.length === 1 ? byName[0] : undefined
}

export type Plan = {
  tasks: ImportedTask[]
  problems: Problem[]
  /** The colours of labels that the import makes. */
  labels: Drafts['labels']
}

type Given = {
  members: readonly Member[]
  /** The status for each word of the file. */
  statuses: ReadonlyMap<string, number>
  /** The priority for each word that is not one of ours; null leaves the field empty. */
  priorities?: ReadonlyMap<string, TaskPriority | null>
  names?: ReadonlyMap<string, string>
  /** The labels that the project has. */
  labels: readonly string[]
}

/** The places of the tasks that block each task. What is not in the file, and one link of each circle, is left out. */
const blockersOf = (
  kept: readonly DraftTask[],
  note: (draft: DraftTask | undefined, text: string) => void,
): number[][] => {
  const placeOf = new Map(kept.flatMap(({ key }, at) => (key === null ? [] : [[key, at] as const])))
  const blockers = kept.map((draft, at) => {
    const places = draft.blockedBy.flatMap((key) => {
      const place = placeOf.get(key)
      if (place !== undefined && place !== at) return [place]
      note(draft, `It is blocked by ‘${key}’, which is not in the file. That is left out.`)
      return []
    })
    if (places.length > BLOCKED_BY_MAX)
      note(draft, `It is blocked by ${places.length} tasks; only the first ${BLOCKED_BY_MAX} are kept.`)
    return places.slice(0, BLOCKED_BY_MAX)
  })
  for (let at = firstInCircle(blockers); at !== null; at = firstInCircle(blockers)) {
    blockers[at] = []
    note(kept[at], 'It is blocked in a circle. What blocks it is left out.')
  }
  return blockers
}

/** One task as it is sent; `note` is called with what is cut, and `room` holds the labels that the project will have. */
const taskOf = (
  draft: DraftTask,
  { members, statuses, priorities, names = new Map() }: Given,
  { note, room, blockedBy }: { note: (text: string) => void; room: Set<string>; blockedBy: number[] },
): ImportedTask => {
  const [first, ...others] = draft.assignees
  const member = first === undefined ? undefined : memberCalled(first, members, names)
  const unknown = member ? others : draft.assignees
  if (unknown.length > 0) note(whyUnassigned(unknown, member !== undefined))
  const { doneWhen, rest } = fitLines(draft.doneWhen.filter(({ text }) => isSeen(text)))
  if (rest !== '') note("Lines of 'Done when' that do not fit stand in the description.")
  const priority = readPriority(draft.priority) ?? priorities?.get(draft.priority) ?? null
  if (priority === null) note(`Priority: ‘${draft.priority}’ is not one of ours. The description has the text.`)
  const unlabelled: string[] = []
  const labels = draft.labels.filter(isSeen).flatMap((label) => {
    const name = cut(label, LABEL_NAME_MAX)
    if (!room.has(folded(name)) && room.size >= LABELS_MAX) {
      unlabelled.push(label)
      return []
    }
    if (name !== label) note(`The label ‘${label}’ is cut: a label has at most ${LABEL_NAME_MAX} characters.`)
    room.add(folded(name))
    return [name]
  })
  if (unlabelled.length > 0)
    note(
      `${unlabelled.map((label) => `‘${label}’`).join(', ')}: a project has at most ${LABELS_MAX} labels. The description names what is left out.`,
    )
  const who = unknown.map((name) => names.get(name) || name).join(', ')
  const added = [
    rest,
    unknown.length > 0 ? `Assigned to: ${who}` : '',
    unlabelled.length > 0 ? `Labels: ${unlabelled.join(', ')}` : '',
    priority === null ? `Priority: ${draft.priority}` : '',
    ...draft.unread,
  ]
  const text = [draft.description, ...added].filter(isSeen).join('\n\n') || draft.title
  if (draft.title.length > TASK_TITLE_MAX)
    note(`The title is cut after ${TASK_TITLE_MAX} characters. The description has all of it.`)
  const whole = draft.title.length > TASK_TITLE_MAX ? `${draft.title}\n\n${text}` : text
  if (whole.length > TASK_TEXT_MAX) note(`The description is cut after ${many(TASK_TEXT_MAX)} characters.`)
  if (draft.comments.length > IMPORTED_COMMENTS_MAX)
    note(`Only the newest ${IMPORTED_COMMENTS_MAX} of its ${many(draft.comments.length)} comments are imported.`)
  const comments = draft.comments.filter(isSeen).slice(-IMPORTED_COMMENTS_MAX)
  if (comments.some(({ length }) => length > COMMENT_MAX))
    note(`Comments are cut after ${many(COMMENT_MAX)} characters.`)
  return {
    title: cut(draft.title, TASK_TITLE_MAX),
    description: cut(whole, TASK_TEXT_MAX),
    status: statuses.get(draft.status) ?? taskStatus.assigned,
    ...(member && { assignedToID: member.userID }),
    dueOn: draft.dueOn,
    priority: priority ?? 'none',
    estimateHours: draft.estimateHours,
    labels: [...new Set(labels)],
    doneWhen,
    blockedBy,
    comments: comments.map((said) => cut(said, COMMENT_MAX)),
  }
}

const whyUnassigned = (names: readonly string[], hasMember: boolean): string => {
  const said = names.map((name) => `‘${name}’`).join(', ')
  const noted = `we’ll note the ${names.length === 1 ? 'name' : 'names'} in the description`
  if (hasMember) return `A task has one assignee; ${noted}: ${said}.`
  return `${said} ${names.length === 1 ? 'isn’t a member' : 'aren’t members'}; ${noted}.`
}

/**
 * What is sent for the drafts of a file. Nothing is lost silently: the name of somebody who is not a member goes into the description, lines that do
 * not fit too, and each thing that is left out or cut is a problem of its line.
 */
export const planOf = (drafts: Drafts, given: Given): Plan => {
  const problems: Problem[] = [...drafts.problems]
  const note = (draft: DraftTask | undefined, text: string) =>
    problems.push({ line: draft?.line ?? 0, where: draft?.where ?? '', text, isRefused: false })
  const kept = drafts.tasks.slice(0, IMPORT_MAX)
  const rest = drafts.tasks.slice(IMPORT_MAX)
  const [firstLeft] = rest
  if (firstLeft)
    problems.push({
      line: 0,
      where: '',
      text: `An import takes ${many(IMPORT_MAX)} tasks. ${many(rest.length)} more, from ${firstLeft.where} on, are left out: please import them from a file of their own.`,
      isRefused: true,
      rows: rest.length,
    })
  const room = new Set(given.labels.map(folded))
  const blockers = blockersOf(kept, note)
  const tasks = kept.map((draft, at) =>
    taskOf(draft, given, { note: (text) => note(draft, text), room, blockedBy: blockers[at] ?? [] }),
  )
  const has = new Set(given.labels.map(folded))
  const made = new Set(tasks.flatMap(({ labels = [] }) => labels.map(folded)).filter((name) => !has.has(name)))
  const labels = drafts.labels.flatMap(({ name, colour }) => {
    const fitting = cut(name, LABEL_NAME_MAX)
    return made.delete(folded(fitting)) ? [{ name: fitting, colour }] : []
  })
  return { tasks, problems: problems.toSorted((a, b) => a.line - b.line), labels }
}
