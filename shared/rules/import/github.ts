import { oneLine } from '#shared/contract/common.ts'
import { personOf } from './cells.ts'
import { readDay } from './days.ts'
import {
  type DraftComment,
  type Drafts,
  type DraftTask,
  emptyDraft,
  type Extra,
  type Note,
  type Refusal,
} from './drafts.ts'
import { isObject, type Json, listOf, numberOf, objectOf, objectsOf, textOf, textsOf } from './json.ts'

const issuesIn = (value: unknown): Json[] => objectsOf(Array.isArray(value) ? value : [value])

/** The fields that `gh issue list --json` has. */
const commandFields = new Set(
  'assignees author body closed closedAt closedByPullRequestsReferences comments createdAt id isPinned issueType labels milestone number projectCards projectItems reactionGroups state stateReason title updatedAt url'.split(
    ' ',
  ),
)
const commandSigns = ['number', 'body', 'state', 'labels', 'assignees', 'url', 'milestone', 'createdAt', 'comments']
const isOfCommand = (issue: Json): boolean =>
  commandSigns.some((sign) => sign in issue) &&
  Object.keys(issue).every((key) => commandFields.has(key)) &&
  // Labels and people are objects here; a list of names is another program's.
  ['labels', 'assignees'].every((key) => listOf(issue[key]).every(isObject))
const isOfApi = (issue: Json): boolean =>
  'number' in issue && ('html_url' in issue || 'node_id' in issue || 'repository_url' in issue)

/** Whether a JSON value looks like issues of GitHub's: `gh issue list --json …`, `gh issue view --json …`, or its REST API. */
export const isGitHub = (value: unknown): boolean => {
  const issues = issuesIn(value)
  return issues.length > 0 && issues.every((issue) => 'title' in issue && (isOfCommand(issue) || isOfApi(issue)))
}

const loginOf = (value: unknown): string => textOf(objectOf(value)['login']) || textOf(objectOf(value)['name'])

const commentsOf = (issue: Json, zone: string | undefined): DraftComment[] =>
  objectsOf(issue['comments']).flatMap((comment) => {
    const body = textOf(comment['body'])
    const on = readDay(textOf(comment['createdAt'] ?? comment['created_at']), { zone }) ?? null
    return body.trim() === '' ? [] : [{ author: loginOf(comment['author'] ?? comment['user']) || null, on, body }]
  })

/** What `gh` names besides what has a field here. */
const shown: ReadonlyArray<readonly [name: string, keys: readonly string[]]> = [
  ['Address', ['html_url', 'url']],
  ['Created', ['createdAt', 'created_at']],
  ['Updated', ['updatedAt', 'updated_at']],
  ['Closed', ['closedAt', 'closed_at']],
  ['Reason', ['stateReason', 'state_reason']],
]
const extrasOf = (issue: Json): Extra[] => {
  const milestone = objectOf(issue['milestone'])
  const type = issue['issueType'] ?? issue['type']
  const reactions = objectsOf(issue['reactionGroups']).map(
    (group) => `${textOf(group['content'])} ${numberOf(objectOf(group['users'])['totalCount'])}`,
  )
  const projects = [...objectsOf(issue['projectItems']), ...objectsOf(issue['projectCards'])].map((item) =>
    [textOf(item['title']) || textOf(objectOf(item['project'])['name']), textOf(objectOf(item['status'])['name'])]
      .filter(Boolean)
      .join(': '),
  )
  const facts: Extra[] = [
    { name: 'Author', text: loginOf(issue['author'] ?? issue['user']) },
    { name: 'Milestone', text: textOf(milestone['title']) },
    { name: 'Type', text: textOf(type) || textOf(objectOf(type)['name']) },
    { name: 'Reactions', text: reactions.join(', ') },
    { name: 'Pinned', text: issue['isPinned'] === true ? 'yes' : '' },
    {
      name: 'Closed by',
      text: objectsOf(issue['closedByPullRequestsReferences'])
        .map((one) => textOf(one['url']) || `#${textOf(one['number'])}`)
        .join(', '),
    },
    { name: 'Project', text: projects.filter(Boolean).join(', ') },
    ...shown.map(([name, keys]) => ({
      name,
      text: keys.map((key) => textOf(issue[key])).find((text) => text !== '') ?? '',
    })),
  ]
  return facts.filter(({ text }) => text !== '')
}

const draftOf = (
  issue: Json,
  line: number,
  title: string,
  zone: string | undefined,
  note: (text: string) => void,
): DraftTask => {
  const milestone = objectOf(issue['milestone'])
  const due = textOf(milestone['dueOn'] ?? milestone['due_on'])
  const dueOn = readDay(due, { zone })
  const reason = textOf(issue['stateReason'] ?? issue['state_reason']).toLowerCase()
  const state = textOf(issue['state']) || (issue['closed'] === true ? 'closed' : '')
  const status = reason === 'not_planned' || reason === 'duplicate' ? reason : state
  const comments = commentsOf(issue, zone)
  const missing = typeof issue['comments'] === 'number' ? issue['comments'] : 0
  if (missing > 0) note(`${missing === 1 ? 'Its comment is' : `Its ${missing} comments are`} not in the file.`)
  const people = objectsOf(issue['assignees'])
  const assignees = people.length > 0 ? people : objectsOf([issue['assignee']])
  return {
    ...emptyDraft,
    line,
    key: textOf(issue['number']) || null,
    title,
    description: textOf(issue['body']).trim(),
    status,
    stage: status || null,
    assignees: assignees.map((one) =>
      personOf(textOf(one['name']) || textOf(one['login']), [textOf(one['login']), textOf(one['email'])]),
    ),
    dueOn: dueOn ?? null,
    labels: [
      ...new Set(
        [
          ...objectsOf(issue['labels']).map((label) => oneLine(textOf(label['name']))),
          ...textsOf(issue['labels']),
        ].filter(Boolean),
      ),
    ],
    comments,
    extras: [
      ...(dueOn === undefined ? [{ name: 'Due date', text: due }] : []),
      { name: 'Number', text: textOf(issue['number']) },
      ...extrasOf(issue),
    ],
  }
}

/** The tasks of GitHub's issues, in the order of the file. */
export const draftsOfGitHub = (value: unknown, zone?: string): Drafts => {
  const notes: Note[] = []
  const refused: Refusal[] = []
  const tasks = issuesIn(value).flatMap((issue, at) => {
    const title = oneLine(textOf(issue['title']))
    if (title !== '') return [draftOf(issue, at + 1, title, zone, (text) => void notes.push({ task: title, text }))]
    refused.push({ line: at + 1, text: 'It has no title.' })
    return []
  })
  return { program: 'GitHub', tasks, notes, refused, labels: [] }
}
