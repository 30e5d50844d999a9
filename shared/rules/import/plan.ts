import { COMMENT_MAX } from '../../contract/comments.ts'
import { IMPORT_MAX, IMPORTED_COMMENTS_MAX, type ImportedTask } from '../../contract/imports.ts'
import { LABEL_NAME_MAX } from '../../contract/labels.ts'
import { BLOCKED_BY_MAX, LABELS_MAX } from '../../contract/task-fields.ts'
import { TASK_TEXT_MAX, TASK_TITLE_MAX } from '../../contract/tasks.ts'
import { taskStatus } from '../statuses.ts'
import { firstInCircle } from './circles.ts'
import type { DraftTask, Drafts, Problem } from './drafts.ts'
import { fitLines, readStatus } from './fields.ts'

export type Member = { userID: string; username: string; name: string }

/** The words for statuses in a file, each once, with what it usually means; tasks without one are Assigned. */
export const statusWordsOf = (tasks: readonly DraftTask[]): Array<{ word: string; status: number; isKnown: boolean }> =>
  [...new Set(tasks.map(({ status }) => status).filter((word) => word !== ''))].map((word) => {
    const known = readStatus(word)
    return { word, status: known ?? taskStatus.assigned, isKnown: known !== undefined }
  })

const folded = (text: string) => text.trim().toLowerCase()

/** The member who is meant: by username, or by the full name where only one has it. `names` are further names of the file's people. */
const memberCalled = (
  said: string,
  members: readonly Member[],
  names: ReadonlyMap<string, string>,
): Member | undefined => {
  const calls = [said, names.get(said) ?? ''].map(folded).filter((one) => one !== '')
  const byUsername = members.find(({ username }) => calls.includes(folded(username)))
  if (byUsername) return byUsername
  const byName = members.filter(({ name }) => name !== '' && calls.includes(folded(name)))
  return byName.length === 1 ? byName[0] : undefined
}

const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`)

export type Plan = { tasks: ImportedTask[]; problems: Problem[] }

/**
 * What is sent for the drafts of a file. Nothing is lost silently: who is no member stands in the description, lines that do
 * not fit too, and each thing that is left out or cut is a problem of its line.
 */
export const planOf = (
  drafts: Drafts,
  given: {
    members: readonly Member[]
    /** The status for each word of the file. */
    statuses: ReadonlyMap<string, number>
    names?: ReadonlyMap<string, string>
    /** The labels that the project has. */
    labels: readonly string[]
  },
): Plan => {
  const problems: Problem[] = [...drafts.problems]
  const kept = drafts.tasks.slice(0, IMPORT_MAX)
  for (const { line } of drafts.tasks.slice(IMPORT_MAX))
    problems.push({
      line,
      text: `One import has at most ${IMPORT_MAX.toLocaleString('en-US')} tasks.`,
      isRefused: true,
    })
  const placeOf = new Map(kept.flatMap(({ key }, at) => (key === null ? [] : [[key, at] as const])))
  const room = new Set(given.labels.map(folded))
  const blockers = kept.map(({ line, blockedBy }, at) =>
    blockedBy.flatMap((key) => {
      const place = placeOf.get(key)
      if (place === undefined || place === at) {
        problems.push({
          line,
          text: `It is blocked by ‘${key}’, which is not in the file. That is left out.`,
          isRefused: false,
        })
        return []
      }
      return [place]
    }),
  )
  // One link of each circle is left out until there is none.
  for (let at = firstInCircle(blockers); at !== null; at = firstInCircle(blockers)) {
    blockers[at] = []
    const line = kept[at]?.line ?? 0
    problems.push({ line, text: 'It is blocked in a circle. What blocks it is left out.', isRefused: false })
  }
  const tasks = kept.map((draft, at): ImportedTask => {
    const note = (text: string) => problems.push({ line: draft.line, text, isRefused: false })
    const [first, ...others] = draft.assignees
    const member = first === undefined ? undefined : memberCalled(first, given.members, given.names ?? new Map())
    const unknown = member ? others : draft.assignees
    if (unknown.length > 0)
      note(
        `${unknown.map((name) => `‘${name}’`).join(', ')} cannot be the assignee, who is one member; the description names them.`,
      )
    const { doneWhen, rest } = fitLines(draft.doneWhen)
    if (rest !== '') note("Lines of 'Done when' that do not fit stand in the description.")
    const labels = draft.labels.flatMap((label) => {
      const name = label.slice(0, LABEL_NAME_MAX).trim()
      if (name === '' || (!room.has(folded(name)) && room.size >= LABELS_MAX)) {
        note(`The label ‘${label}’ is left out: a project has at most ${LABELS_MAX}.`)
        return []
      }
      room.add(folded(name))
      return [name]
    })
    const who = unknown.map((name) => given.names?.get(name) || name).join(', ')
    const parts = [draft.description, rest, unknown.length > 0 ? `Assigned to: ${who}` : '']
    const text = parts.filter((part) => part !== '').join('\n\n') || draft.title
    if (draft.title.length > TASK_TITLE_MAX)
      note(`The title is cut after ${TASK_TITLE_MAX} characters; all of it stands in the description.`)
    const whole = draft.title.length > TASK_TITLE_MAX ? `${draft.title}\n\n${text}` : text
    if (whole.length > TASK_TEXT_MAX)
      note(`The description is cut after ${TASK_TEXT_MAX.toLocaleString('en-US')} characters.`)
    if (draft.comments.length > IMPORTED_COMMENTS_MAX)
      note(`The oldest comments are left out: ${IMPORTED_COMMENTS_MAX} come with a task.`)
    const blockedBy = (blockers[at] ?? []).slice(0, BLOCKED_BY_MAX)
    return {
      title: cut(draft.title, TASK_TITLE_MAX),
      description: cut(whole, TASK_TEXT_MAX),
      status: given.statuses.get(draft.status) ?? taskStatus.assigned,
      ...(member && { assignedToID: member.userID }),
      dueOn: draft.dueOn,
      priority: draft.priority,
      estimateHours: draft.estimateHours,
      labels: [...new Set(labels)],
      doneWhen,
      blockedBy,
      comments: draft.comments.slice(-IMPORTED_COMMENTS_MAX).map((said) => cut(said, COMMENT_MAX)),
    }
  })
  return { tasks, problems: problems.toSorted((a, b) => a.line - b.line) }
}
