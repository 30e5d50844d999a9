import { oneLine } from '#shared/contract/common.ts'
import { fold } from '#shared/contract/fold.ts'
import { IMPORTED_COMMENTS_MAX, type ImportedTask } from '#shared/contract/imports.ts'
import { COMMENT_MAX } from '#shared/contract/comments.ts'
import type { TaskPriority } from '#shared/contract/task-fields.ts'
import { TASK_TEXT_MAX, TASK_TITLE_MAX } from '#shared/contract/task.ts'
import { cut } from '../cut.ts'
import { taskStatus } from '../statuses.ts'
import { blockersOf } from './blockers.ts'
import type { DraftComment, DraftTask, Drafts, Extra, Note, Refusal } from './drafts.ts'
import { fitLines } from './lines.ts'
import { type LabelPlan, labelsOf, planLabels } from './labels.ts'
import { indexMembers, type Member, type MemberIndex, nameOfPerson, peopleIn } from './people.ts'
import { planStages, type StageName, type StagePlan, type StagesHere } from './stages.ts'
import { proposePriority, readPriority } from './words/priorities.ts'
import { boardPrograms } from './words/programs.ts'
import { plain, proposeStatus, readStatus } from './words/statuses.ts'

/** A word of a file, what it is taken for, and how many tasks have it: `isKnown` where nobody needs to look. */
export type Word<T> = { word: string; means: T; isKnown: boolean; count: number }

const wordsOf = (words: readonly string[]): Array<[word: string, count: number]> => {
  const counts = new Map<string, number>()
  for (const word of words) if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
}

/** The status that a word surely means: a number alone may be that of any program, unlike a share in percent. */
const sureStatus = (word: string): number | undefined =>
  /^\d+$/.test(plain(word)) && !word.includes('%') ? undefined : readStatus(word)

/** The words for statuses in a file, each once, with what it usually means, or the status of the stage of this name; tasks without one are Assigned. */
export const statusWordsOf = (tasks: readonly DraftTask[], stages: readonly StageName[] = []): Array<Word<number>> => {
  const statusOf = new Map(stages.map(({ name, status }) => [fold(name.trim()), status]))
  return wordsOf(tasks.map(({ status }) => status)).map(([word, count]) => {
    const known = statusOf.get(fold(word.trim())) ?? sureStatus(word)
    return {
      word,
      means: known ?? readStatus(word) ?? proposeStatus(word) ?? taskStatus.assigned,
      isKnown: known !== undefined,
      count,
    }
  })
}

/** The words for priorities, each once. Null is a word that says none: its text goes to the description. */
export const priorityWordsOf = (tasks: readonly DraftTask[]): Array<Word<TaskPriority | null>> =>
  wordsOf(tasks.map(({ priority }) => priority)).map(([word, count]) => {
    const known = readPriority(word)
    return { word, means: known ?? proposePriority(word) ?? null, isKnown: known !== undefined, count }
  })

export type Given = {
  members: readonly Member[]
  /** The labels that the project has. */
  labels: readonly string[]
  /** What words of the file mean, where a person has said so; others mean what is proposed. */
  statuses?: ReadonlyMap<string, number>
  priorities?: ReadonlyMap<string, TaskPriority | null>
  /** Whether tasks that a date or a tick calls done are Completed; they are, unless a person says otherwise. */
  finished?: 'completed' | 'asTheyAre'
  /** What becomes of lists that are no known status: lines of the description, columns of the board, or labels. */
  lists?: 'described' | 'stages' | 'labels'
  /** The columns of the project's board. */
  stages?: StagesHere
  /** What becomes of tasks of the archive. */
  archived?: 'leftOut' | 'completed'
}

export type PlannedTask = {
  sent: ImportedTask
  draft: DraftTask
  assignee: Member | undefined
  comments: readonly DraftComment[]
}
export type Plan = {
  tasks: PlannedTask[]
  notes: Note[]
  refused: Refusal[]
  /** The colours of the labels that it uses, for those that are not there yet. */
  labels: Drafts['labels']
  /** The stages that it uses and that are not there yet, in their order. */
  stages: StageName[]
  /** The lists that are no known status, with the number of their tasks. */
  lists: ReadonlyArray<{ name: string; count: number }>
}

type Context = Given & {
  program: string
  index: MemberIndex
  labelPlan: LabelPlan
  statusOf: (draft: DraftTask) => number
  priorityOf: ReadonlyMap<string, TaskPriority | null>
  isStageTold: (draft: DraftTask) => boolean
  stagePlan: StagePlan
}
type Noting = (text: string) => void

/** Whether a text has ink; the server takes no other. */
const isSeen = (text: string): boolean => text !== '' && oneLine(text) !== ''
const many = (count: number): string => count.toLocaleString('en-US')
/** Half a character, and signs that a database has no place for. */
const storable = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd').replaceAll('\u0000', '')

const titleOf = (title: string): string => cut(storable(title), TASK_TITLE_MAX)

const nobody = { assignee: undefined, unassigned: [] }
const whoNot = (draft: DraftTask, index: MemberIndex, note: Noting) => {
  if (draft.assignees.length === 0) return nobody
  const found = peopleIn(draft.assignees, index)
  const first = found.findIndex(({ member }) => member !== undefined)
  const assignee = found[first]?.member
  const others = found.filter((_, at) => at !== first)
  for (const one of others) {
    const name = `‘${one.person.name}’`
    if (one.member) note(`A task has one assignee; the description names ${name}, too.`)
    else if ('isAmbiguous' in one && one.isAmbiguous)
      note(`${name} is the name of several members; the description names them.`)
    else note(`${name} isn’t a member; we’ll note the name in the description.`)
  }
  return { assignee, unassigned: others.map(({ person }) => nameOfPerson(person)) }
}

const textOfComment = ({ author, on, body }: DraftComment): string => {
  if (author === null && on === null) return body
  const when = on === null ? '' : ` on ${on}`
  return author === null ? `Written${when}:\n\n${body}` : `**${author}** wrote${when}:\n\n${body}`
}

/** Texts of comments as they are sent: the oldest of very many share a comment. */
const commentsOf = (comments: readonly DraftComment[], note: Noting): string[] => {
  if (comments.length === 0) return []
  const texts = comments.map((comment) => storable(textOfComment(comment))).filter(isSeen)
  const cutTexts = texts.map((text) => cut(text, COMMENT_MAX))
  if (texts.some(({ length }) => length > COMMENT_MAX)) note(`Comments are cut after ${many(COMMENT_MAX)} characters.`)
  const packed: string[] = []
  for (const [at, text] of cutTexts.entries()) {
    const last = packed.at(-1)
    const isFull = packed.length + (cutTexts.length - at) <= IMPORTED_COMMENTS_MAX
    if (last !== undefined && !isFull && last.length + text.length + 7 <= COMMENT_MAX)
      packed[packed.length - 1] = `${last}\n\n---\n\n${text}`
    else packed.push(text)
  }
  if (packed.length < texts.length)
    note(
      `Its ${many(texts.length)} comments share ${many(Math.min(packed.length, IMPORTED_COMMENTS_MAX))}: a task takes ${IMPORTED_COMMENTS_MAX} in an import.`,
    )
  if (packed.length > IMPORTED_COMMENTS_MAX)
    note(`Only the newest ${IMPORTED_COMMENTS_MAX} of its comments are imported.`)
  return packed.slice(-IMPORTED_COMMENTS_MAX)
}

const lineOf = ({ name, text }: Extra): string => `- ${oneLine(name)}: ${text.trim().replace(/\r?\n/g, '\n  ')}`

const describe = (draft: DraftTask, extras: readonly Extra[], rest: string, program: string, note: Noting): string => {
  const lines = [...new Set(extras.filter(({ text }) => isSeen(text)).map(lineOf))]
  const from = lines.length === 0 ? '' : `**From ${program}**\n\n${lines.join('\n')}`
  const isLong = draft.title.length > TASK_TITLE_MAX
  if (isLong) note(`The title is cut after ${TASK_TITLE_MAX} characters. The description has all of it.`)
  const text = [isLong ? draft.title : '', draft.description, rest, from].filter(isSeen).join('\n\n')
  if (text.length > TASK_TEXT_MAX) note(`The description is cut after ${many(TASK_TEXT_MAX)} characters.`)
  return cut(storable(text || draft.title), TASK_TEXT_MAX)
}

/** One task as it is sent; `note` is called with what is cut. */
const taskOf = (draft: DraftTask, context: Context, blockedBy: number[], note: Noting): PlannedTask => {
  const { assignee, unassigned } = whoNot(draft, context.index, note)
  const lines = draft.doneWhen
    .map(({ text, isDone }) => ({ text: storable(oneLine(text)), isDone }))
    .filter(({ text }) => isSeen(text))
  const { doneWhen, rest } = fitLines(lines)
  if (rest !== '') note("Lines of 'Done when' that do not fit stand in the description.")
  const priority = draft.priority === '' ? 'none' : (context.priorityOf.get(draft.priority) ?? null)
  if (priority === null) note(`Priority: ‘${draft.priority}’ is not one of ours. The description has the text.`)
  const isLabelled = context.lists === 'labels' && context.isStageTold(draft)
  const { labels, leftOut } = labelsOf(isLabelled ? withList(draft) : draft, context.labelPlan, note)
  const isOwnWord =
    draft.priority === '' ||
    (priority !== null &&
      (plain(draft.priority) === priority || (priority === 'none' && readPriority(draft.priority) === 'none')))
  const extras: Extra[] = []
  if (context.isStageTold(draft))
    extras.push({ name: boardPrograms.has(context.program) ? 'List' : 'Status', text: draft.status })
  if (!isOwnWord) extras.push({ name: 'Priority', text: draft.priority })
  if (unassigned.length > 0) extras.push({ name: 'Assigned to', text: unassigned.join(', ') })
  if (leftOut.length > 0) extras.push({ name: 'Labels', text: leftOut.join(', ') })
  extras.push(...draft.extras)
  const stage = context.stagePlan.stageOf(draft)
  const sent: ImportedTask = {
    title: titleOf(draft.title),
    description: describe(draft, extras, rest, context.program, note),
    status: context.statusOf(draft),
    dueOn: draft.dueOn,
    priority: priority ?? 'none',
    estimateHours: draft.estimateHours,
    labels: labels.map(storable),
    doneWhen,
    blockedBy,
    comments: commentsOf(draft.comments, note),
  }
  if (stage !== null) sent.stage = stage
  if (assignee) sent.assignedToID = assignee.userID
  return { sent, draft, assignee, comments: draft.comments }
}

/** A task with its list as a further label. */
const withList = (draft: DraftTask): DraftTask => ({ ...draft, labels: [...draft.labels, draft.status] })

/** Whether a task has to say its list: where several become one status, and where the word is unknown here. */
const stageTeller = (kept: readonly DraftTask[], statusOf: (draft: DraftTask) => number) => {
  const words = new Map<number, Set<string>>()
  const known = new Map<string, number | undefined>()
  for (const draft of kept) {
    if (draft.status === '') continue
    const status = statusOf(draft)
    words.set(status, (words.get(status) ?? new Set()).add(draft.status))
    if (!known.has(draft.status)) known.set(draft.status, sureStatus(draft.status))
  }
  return (draft: DraftTask): boolean => {
    if (draft.status === '') return false
    const status = statusOf(draft)
    return (words.get(status)?.size ?? 0) > 1 || known.get(draft.status) !== status
  }
}

const contextOf = (drafts: Drafts, kept: readonly DraftTask[], given: Given): Context => {
  const statuses = new Map([
    ...statusWordsOf(kept, given.stages?.existing).map(({ word, means }) => [word, means] as const),
    ...(given.statuses ?? []),
  ])
  const ofList = (draft: DraftTask): number => statuses.get(draft.status) ?? taskStatus.assigned
  const statusOf = (draft: DraftTask): number => {
    const status = ofList(draft)
    if (draft.isArchived) return taskStatus.completed
    return draft.isFinished && given.finished !== 'asTheyAre' && status !== taskStatus.rejected
      ? taskStatus.completed
      : status
  }
  const isStageTold = stageTeller(kept, statusOf)
  return {
    ...given,
    program: drafts.program,
    index: indexMembers(given.members),
    labelPlan: planLabels(
      given.lists === 'labels' ? kept.map((draft) => (isStageTold(draft) ? withList(draft) : draft)) : kept,
      drafts.labels,
      given.labels,
    ),
    statusOf,
    priorityOf: new Map([
      ...priorityWordsOf(kept).map(({ word, means }) => [word, means] as const),
      ...(given.priorities ?? []),
    ]),
    isStageTold,
    stagePlan:
      given.lists === 'stages'
        ? planStages(kept, given.stages ?? { existing: [], busy: [] }, statusOf, ofList, drafts.stages)
        : { added: [], stageOf: () => null },
  }
}

/**
 * What is sent for the drafts of a file. Nothing is lost silently: what has no field here is a line of the description, and each thing
 * that is left out or cut a note with the task's title.
 */
export const planOf = (drafts: Drafts, given: Given): Plan => {
  const notes: Note[] = [...drafts.notes]
  const isKept = ({ isArchived }: DraftTask) => !isArchived || given.archived === 'completed'
  const kept = drafts.tasks.filter(isKept)
  for (const { title } of drafts.tasks.filter((draft) => !isKept(draft)))
    notes.push({ task: title, text: `It is in the archive of ${drafts.program}, and left out.` })
  const context = contextOf(drafts, kept, given)
  const blockers = blockersOf(kept, (draft, text) => void notes.push({ task: draft?.title ?? '', text }))
  const tasks = kept.map((draft, at) =>
    taskOf(draft, context, blockers[at] ?? [], (text) => void notes.push({ task: draft.title, text })),
  )
  // A note calls a task as the board will.
  const told = notes.map(({ task, text }) => ({ task: titleOf(task), text }))
  const lists = wordsOf(kept.filter(context.isStageTold).map(({ status }) => status)).map(([name, count]) => ({
    name,
    count,
  }))
  return {
    tasks,
    notes: told,
    refused: [...drafts.refused],
    labels: context.labelPlan.colours,
    stages: context.stagePlan.added,
    lists,
  }
}
