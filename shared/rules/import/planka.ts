import { oneLine } from '#shared/contract/common.ts'
import { linkOf, personOf } from './cells.ts'
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
import { byID, groupBy, inPlace, isObject, isTrue, type Json, numberOf, objectOf, objectsOf, textOf } from './json.ts'

/** Whether a JSON value looks like a board of Planka's, as its API answers it. */
export const isPlanka = (value: unknown): boolean =>
  isObject(value) && isObject(value['included']) && Array.isArray(objectOf(value['included'])['cards'])

type Board = {
  zone: string | undefined
  included: Json
  users: ReadonlyMap<string, Json>
  lists: ReadonlyMap<string, Json>
  /** Parts of cards by their cards. */
  of: (kind: string, card: string) => Json[]
}

const nameOf = (user: Json | undefined): string => textOf(user?.['name']) || textOf(user?.['username'])

const commentsOf = (id: string, { of, users, zone }: Board): DraftComment[] => {
  const comments = [...of('comments', id), ...of('commentActions', id)].map((comment) => ({
    author: nameOf(users.get(textOf(comment['userId']))) || null,
    on: readDay(textOf(comment['createdAt']), { zone }) ?? null,
    at: textOf(comment['createdAt']),
    body: textOf(comment['text']) || textOf(objectOf(comment['data'])['text']),
  }))
  return comments
    .filter(({ body }) => body.trim() !== '')
    .toSorted((a, b) => (a.at < b.at ? -1 : 1))
    .map(({ author, on, body }) => ({ author, on, body }))
}

const linesOf = (id: string, { of, users, included }: Board) => {
  const lists = inPlace(of('taskLists', id), 'position')
  const tasksOf = groupBy(objectsOf(included['tasks']), 'taskListId')
  const extras: Extra[] = []
  const lineOf = (task: Json, list: Json | undefined) => {
    const text = oneLine(textOf(task['name']))
    const who = nameOf(users.get(textOf(task['assigneeUserId'])))
    if (who !== '') extras.push({ name: `“${text}”`, text: who })
    return {
      text: lists.length > 1 && list ? `${oneLine(textOf(list['name']))}: ${text}` : text,
      isDone: isTrue(task['isCompleted']),
    }
  }
  const only = oneLine(textOf(lists[0]?.['name']))
  if (lists.length === 1 && only !== '') extras.push({ name: 'Task list', text: only })
  const doneWhen = [
    ...lists.flatMap((list) =>
      inPlace(tasksOf.get(textOf(list['id'])) ?? [], 'position').map((task) => lineOf(task, list)),
    ),
    // Planka 1 has the tasks at their cards.
    ...inPlace(of('tasks', id), 'position').map((task) => lineOf(task, undefined)),
  ].filter(({ text }) => text !== '')
  return { doneWhen, extras }
}

const extrasOf = (card: Json, { of, users, included, zone }: Board): Extra[] => {
  const id = textOf(card['id'])
  const fields = byID(objectsOf(included['customFields']))
  const watch = objectOf(card['stopwatch'])
  const facts: Extra[] = [
    ...of('attachments', id).map((one) => ({
      name: 'Attachment',
      text: linkOf(textOf(one['name']), textOf(objectOf(one['data'])['url']) || textOf(one['url'])),
    })),
    ...of('customFieldValues', id).map((one) => ({
      name: textOf(fields.get(textOf(one['customFieldId']))?.['name']) || 'Custom field',
      text: textOf(one['content']),
    })),
    { name: 'Type', text: textOf(card['type']) },
    { name: 'Stopwatch', text: numberOf(watch['total']) > 0 ? `${numberOf(watch['total'])} seconds` : '' },
    { name: 'Created by', text: nameOf(users.get(textOf(card['creatorUserId']))) },
    { name: 'Created', text: readDay(textOf(card['createdAt']), { zone }) ?? textOf(card['createdAt']) },
  ]
  return facts.filter(({ text }) => text !== '')
}

const draftOf = (card: Json, line: number, title: string, board: Board): DraftTask => {
  const { of, lists, users, zone, included } = board
  const id = textOf(card['id'])
  const list = lists.get(textOf(card['listId']))
  const kind = textOf(list?.['type'])
  const labels = byID(objectsOf(included['labels']))
  const stage = oneLine(textOf(list?.['name']))
  const due = textOf(card['dueDate'])
  const dueOn = readDay(due, { zone })
  const { doneWhen, extras } = linesOf(id, board)
  return {
    ...emptyDraft,
    line,
    title,
    description: textOf(card['description']).trim(),
    status: stage,
    stage: stage || null,
    isFinished:
      isTrue(card['isDueCompleted']) ||
      isTrue(card['isDueDateCompleted']) ||
      isTrue(card['isClosed']) ||
      kind === 'closed',
    isArchived: kind === 'archive' || kind === 'trash' || isTrue(card['isArchived']),
    assignees: of('cardMemberships', id).map((one) => {
      const user = users.get(textOf(one['userId']))
      return personOf(nameOf(user) || textOf(one['userId']), [textOf(user?.['username']), textOf(user?.['email'])])
    }),
    dueOn: dueOn ?? null,
    labels: [
      ...new Set(
        of('cardLabels', id).map((one) => {
          const label = labels.get(textOf(one['labelId']))
          return oneLine(textOf(label?.['name'])) || textOf(label?.['color']) || 'label'
        }),
      ),
    ],
    doneWhen,
    comments: commentsOf(id, board),
    extras: [
      ...(due === '' ? [] : [{ name: dueOn === undefined ? 'Due date' : 'Due', text: due }]),
      ...extras,
      ...extrasOf(card, board),
    ],
  }
}

/** The tasks of a board of Planka's, list by list from the top. */
export const draftsOfPlanka = (value: unknown, zone?: string): Drafts => {
  const included = objectOf(objectOf(value)['included'])
  const actions = objectsOf(included['actions']).filter(({ type }) => type === 'commentCard')
  const groups = new Map(
    ['comments', 'taskLists', 'tasks', 'attachments', 'customFieldValues', 'cardMemberships', 'cardLabels'].map(
      (kind) => [kind, groupBy(objectsOf(included[kind]), 'cardId')],
    ),
  )
  groups.set('commentActions', groupBy(actions, 'cardId'))
  const lists = inPlace(objectsOf(included['lists']), 'position')
  const board: Board = {
    zone,
    included,
    users: byID(objectsOf(included['users'])),
    lists: byID(lists),
    of: (kind, card) => groups.get(kind)?.get(card) ?? [],
  }
  const order = new Map(lists.map(({ id }, at) => [textOf(id), at]))
  const place = ({ card }: { card: Json }) => order.get(textOf(card['listId'])) ?? 0
  const notes: Note[] = []
  const refused: Refusal[] = []
  const tasks = objectsOf(included['cards'])
    .map((card, at) => ({ card, line: at + 1 }))
    .toSorted((a, b) => place(a) - place(b) || numberOf(a.card['position']) - numberOf(b.card['position']))
    .flatMap(({ card, line }) => {
      const title = oneLine(textOf(card['name']))
      if (title === '') {
        refused.push({ line, text: 'It has no title.' })
        return []
      }
      const draft = draftOf(card, line, title, board)
      const missing = numberOf(card['commentsTotal']) - draft.comments.length
      if (missing > 0)
        notes.push({
          task: title,
          text: `${missing === 1 ? 'One of its comments is' : `${missing} of its comments are`} not in the file.`,
        })
      return [draft]
    })
  return { program: 'Planka', tasks, notes, refused, labels: [] }
}
