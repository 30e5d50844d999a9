import { oneLine } from '#shared/contract/common.ts'
import { linkOf, personOf } from './cells.ts'
import { readDay } from './days.ts'
import { type Drafts, type DraftTask, emptyDraft, type Extra, type Refusal } from './drafts.ts'
import {
  byID,
  groupBy,
  inPlace,
  isObject,
  isTrue,
  type Json,
  numberOf,
  objectOf,
  objectsOf,
  textOf,
  textsOf,
} from './json.ts'

/** Whether a JSON value looks like a board that WeKan has exported. */
export const isWekan = (value: unknown): boolean =>
  isObject(value) &&
  Array.isArray(value['cards']) &&
  (textOf(value['_format']).startsWith('wekan') ||
    Array.isArray(value['swimlanes']) ||
    objectsOf(value['cards']).some((card) => 'listId' in card && 'title' in card))

type Board = {
  root: Json
  zone: string | undefined
  users: ReadonlyMap<string, Json>
  swimlanes: ReadonlyMap<string, Json>
  lists: ReadonlyMap<string, Json>
  of: (kind: string, card: string) => Json[]
}

/** WeKan writes moments as texts, Mongo's own export as `{$date}`. */
const momentOf = (value: unknown): string =>
  textOf(value) || textOf(objectOf(value)['$date']) || textOf(objectOf(objectOf(value)['$date'])['$numberLong'])
const dayOf = (value: unknown, zone: string | undefined): string =>
  readDay(momentOf(value), { zone }) ?? momentOf(value)
const nameOf = (user: Json | undefined): string =>
  textOf(objectOf(user?.['profile'])['fullname']) || textOf(user?.['username'])
const peopleOf = (value: unknown, { users }: Board): string =>
  textsOf(value)
    .map((id) => nameOf(users.get(id)) || id)
    .join(', ')

const customOf = (card: Json, { root, zone }: Board): Extra[] => {
  const fields = byID(objectsOf(root['customFields']), '_id')
  return objectsOf(card['customFields']).map((item) => {
    const field = fields.get(textOf(item['_id']))
    const type = textOf(field?.['type'])
    const option = objectsOf(objectOf(field?.['settings'])['dropdownItems']).find(
      ({ _id }) => _id !== undefined && _id === item['value'],
    )
    const value = Array.isArray(item['value']) ? textsOf(item['value']).join(', ') : textOf(item['value'])
    const text = type === 'date' ? dayOf(item['value'], zone) : textOf(option?.['name']) || value
    return { name: textOf(field?.['name']) || 'Custom field', text }
  })
}

const voteOf = (card: Json, board: Board): string => {
  const vote = objectOf(card['vote'])
  const [yes, no] = [textsOf(vote['positive']), textsOf(vote['negative'])]
  const question = textOf(vote['question'])
  return question === '' && yes.length + no.length === 0
    ? ''
    : `${question} yes ${yes.length} ${peopleOf(yes, board)} no ${no.length} ${peopleOf(no, board)}`.trim()
}

const extrasOf = (card: Json, board: Board): Extra[] => {
  const { of, swimlanes, root, users, zone } = board
  const parent = objectsOf(root['cards']).find(({ _id }) => _id !== undefined && _id !== '' && _id === card['parentId'])
  const assignees = textsOf(card['assignees'])
  const facts: Extra[] = [
    ...of('attachments', textOf(card['_id'])).map((one) => ({
      name: 'Attachment',
      text: linkOf(textOf(one['name']), textOf(one['url'])),
    })),
    ...customOf(card, board),
    { name: 'Swimlane', text: textOf(swimlanes.get(textOf(card['swimlaneId']))?.['title']) },
    { name: 'Due', text: momentOf(card['dueAt']) },
    { name: 'Start date', text: dayOf(card['startAt'], zone) },
    { name: 'Received', text: dayOf(card['receivedAt'], zone) },
    { name: 'End', text: dayOf(card['endAt'], zone) },
    { name: 'Spent time (hours)', text: numberOf(card['spentTime']) > 0 ? textOf(card['spentTime']) : '' },
    { name: 'Overtime', text: isTrue(card['isOvertime']) ? 'yes' : '' },
    { name: 'Requested by', text: textOf(card['requestedBy']) },
    { name: 'Assigned by', text: textOf(card['assignedBy']) },
    { name: 'Members', text: assignees.length > 0 ? peopleOf(card['members'], board) : '' },
    { name: 'Created by', text: nameOf(users.get(textOf(card['userId']))) },
    { name: 'Part of', text: textOf(parent?.['title']) },
    { name: 'Votes', text: voteOf(card, board) },
  ]
  return facts.filter(({ text }) => text.trim() !== '')
}

const linesOf = (id: string, { of, root }: Board) => {
  const lists = inPlace(of('checklists', id), 'sort')
  const items = groupBy(objectsOf(root['checklistItems']), 'checklistId')
  const only = oneLine(textOf(lists[0]?.['title']))
  const doneWhen = lists.flatMap((list) => {
    const own = items.get(textOf(list['_id'])) ?? objectsOf(list['items'])
    return inPlace(own, 'sort').flatMap((item) => {
      const name = oneLine(textOf(item['title']))
      const text = lists.length > 1 ? `${oneLine(textOf(list['title']))}: ${name}` : name
      return name === '' ? [] : [{ text, isDone: isTrue(item['isFinished']) }]
    })
  })
  return {
    doneWhen,
    extras: lists.length === 1 && only !== '' && only !== 'Checklist' ? [{ name: 'Checklist', text: only }] : [],
  }
}

/** Subtasks are cards of another board by default, which the file has beside its own; the archive is where those that are done go. */
const subtasksOf = (id: string, { of }: Board) => {
  const parts = inPlace(of('subtaskItems', id), 'sort').filter((part) => oneLine(textOf(part['title'])) !== '')
  return {
    lines: parts.map((part) => ({
      text: oneLine(textOf(part['title'])),
      isDone: isTrue(part['archived']) || isTrue(part['isFinished']),
    })),
    facts: parts
      .map((part) => ({
        name: `Subtask “${oneLine(textOf(part['title']))}”`,
        text: textOf(part['description']).trim(),
      }))
      .filter(({ text }) => text !== ''),
  }
}

const draftOf = (card: Json, line: number, title: string, board: Board): DraftTask => {
  const { of, root, zone, users } = board
  const id = textOf(card['_id'])
  const list = board.lists.get(textOf(card['listId']))
  const stage = oneLine(textOf(list?.['title']))
  const labels = byID(objectsOf(root['labels']), '_id')
  const dueOn = readDay(momentOf(card['dueAt']), { zone })
  const { doneWhen, extras } = linesOf(id, board)
  const { lines, facts } = subtasksOf(id, board)
  const assignees = textsOf(card['assignees'])
  return {
    ...emptyDraft,
    line,
    key: textOf(card['cardNumber']) || null,
    title,
    description: textOf(card['description']).trim(),
    status: stage,
    stage: stage || null,
    isFinished: isTrue(card['dueComplete']),
    isArchived: isTrue(card['archived']) || isTrue(list?.['archived']),
    assignees: (assignees.length > 0 ? assignees : textsOf(card['members'])).map((one) => {
      const user = users.get(one)
      return personOf(nameOf(user) || one, [textOf(user?.['username'])])
    }),
    dueOn: dueOn ?? null,
    labels: [
      ...new Set(
        textsOf(card['labelIds']).flatMap((one) => {
          const label = labels.get(one)
          return label ? [oneLine(textOf(label['name'])) || textOf(label['color']) || 'label'] : []
        }),
      ),
    ],
    doneWhen: [...doneWhen, ...lines],
    comments: of('comments', id)
      .map((comment) => ({ comment, at: momentOf(comment['createdAt']) }))
      .toSorted((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ comment }) => ({
        author: nameOf(users.get(textOf(comment['userId']))) || null,
        on: readDay(momentOf(comment['createdAt']), { zone }) ?? null,
        body: textOf(comment['text']),
      }))
      .filter(({ body }) => body.trim() !== ''),
    extras: [{ name: 'Number', text: textOf(card['cardNumber']) }, ...extrasOf(card, board), ...extras, ...facts],
  }
}

/** The tasks of a board of WeKan's, list by list from the top. */
export const draftsOfWekan = (value: unknown, zone?: string): Drafts => {
  const root = objectOf(value)
  const groups = new Map(
    ['comments', 'checklists', 'attachments'].map((kind) => [kind, groupBy(objectsOf(root[kind]), 'cardId')]),
  )
  const own = new Set(objectsOf(root['cards']).map(({ _id }) => _id))
  const subtasks = objectsOf(root['subtaskItems']).filter(({ _id }) => !own.has(_id))
  groups.set('subtaskItems', groupBy(subtasks, subtasks.some((part) => 'parentId' in part) ? 'parentId' : 'cardId'))
  const lists = inPlace(objectsOf(root['lists']), 'sort')
  const board: Board = {
    root,
    zone,
    users: byID(objectsOf(root['users']), '_id'),
    swimlanes: byID(objectsOf(root['swimlanes']), '_id'),
    lists: byID(lists, '_id'),
    of: (kind, card) => groups.get(kind)?.get(card) ?? [],
  }
  const order = new Map(lists.map(({ _id }, at) => [textOf(_id), at]))
  const place = ({ card }: { card: Json }) => order.get(textOf(card['listId'])) ?? 0
  const refused: Refusal[] = []
  const tasks = objectsOf(root['cards'])
    .map((card, at) => ({ card, line: at + 1 }))
    .toSorted((a, b) => place(a) - place(b) || numberOf(a.card['sort']) - numberOf(b.card['sort']))
    .flatMap(({ card, line }) => {
      const title = oneLine(textOf(card['title']))
      if (title !== '') return [draftOf(card, line, title, board)]
      refused.push({ line, text: 'It has no title.' })
      return []
    })
  return { program: 'WeKan', tasks, notes: [], refused, labels: [] }
}
