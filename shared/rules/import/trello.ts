import { oneLine } from '#shared/contract/common.ts'
import type { LabelColour } from '#shared/contract/labels.ts'
import { personOf } from './cells.ts'
import { readDay } from './days.ts'
import { type DraftTask, type Drafts, emptyDraft, type Extra, type Note, type Refusal } from './drafts.ts'
import { byID, inPlace, isObject, isTrue, type Json, numberOf, objectsOf, textOf, textsOf } from './json.ts'
import {
  checklistsOf,
  commentsOf,
  extrasOf,
  leftBehind,
  linesOf,
  membersOf,
  nameOfMember,
  type TrelloBoard,
} from './trello-card.ts'

const colours: Readonly<Record<string, LabelColour>> = {
  red: 'red',
  orange: 'orange',
  yellow: 'amber',
  green: 'green',
  lime: 'green',
  sky: 'teal',
  blue: 'blue',
  purple: 'violet',
  pink: 'pink',
  black: 'grey',
}
/** Trello has light and dark kinds of each colour: 'blue_dark'. */
const colourOf = (name: string): LabelColour => colours[name.split('_')[0] ?? ''] ?? 'grey'
/** A label without a name is known by its colour. */
const labelOf = (label: Json) => {
  const colour = textOf(label['color'])
  const name = oneLine(textOf(label['name'])) || (colour === 'null' ? '' : colour).split('_')[0] || 'label'
  return { name, colour: colourOf(colour) }
}

/** Whether a JSON value looks like a board of Trello's: 'Print, export, and share' › 'Export as JSON'. */
export const isTrello = (value: unknown): boolean =>
  isObject(value) && Array.isArray(value['lists']) && Array.isArray(value['cards'])
/** Whether a JSON value looks like a single card of Trello's, its address with '.json' behind, or a list of its cards. */
export const isTrelloCard = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0 && value.every((one) => isObject(one) && isTrelloCard(one))
    : isObject(value) && typeof value['idList'] === 'string' && typeof value['name'] === 'string'

type Lists = { lists: ReadonlyMap<string, Json>; labels: ReadonlyMap<string, Json>; labelNames: Json }

const labelsOf = (card: Json, { labels, labelNames }: Lists): string[] => {
  // Boards before 2016 have the labels at their cards alone; some name colours only.
  const own = [
    ...objectsOf(card['labels']),
    ...textsOf(card['labels']).map((color) => ({ color, name: textOf(labelNames[color]) })),
  ]
  const ofCard = byID(own)
  const named = objectsOf(textsOf(card['idLabels']).map((id) => labels.get(id) ?? ofCard.get(id)))
  return [...new Set((named.length > 0 ? named : own).map((label) => labelOf(label).name))]
}

const draftOf = (card: Json, line: number, title: string, board: TrelloBoard, lists: Lists): DraftTask => {
  const list = lists.lists.get(textOf(card['idList']))
  const { doneWhen, extras } = linesOf(card, board)
  const due = textOf(card['due'])
  const dueOn = readDay(due, { zone: board.zone })
  const stage = textOf(list?.['name']).trim()
  const further: Extra[] = dueOn === undefined ? [{ name: 'Due date', text: due }] : []
  return {
    ...emptyDraft,
    line,
    key: textOf(card['idShort']) || null,
    title,
    description: textOf(card['desc']).trim(),
    status: stage,
    stage: stage || null,
    isFinished: isTrue(card['dueComplete']),
    isArchived: isTrue(card['closed']) || isTrue(list?.['closed']),
    assignees: textsOf(card['idMembers']).map((id) => {
      const member = board.members.get(id)
      return personOf(nameOfMember(member) || id, [textOf(member?.['username']), textOf(member?.['email'])])
    }),
    dueOn: dueOn ?? null,
    labels: labelsOf(card, lists),
    doneWhen,
    comments: board.comments.get(textOf(card['id'])) ?? [],
    extras: [...further, { name: 'Number', text: textOf(card['idShort']) }, ...extrasOf(card, board), ...extras],
  }
}

/**
 * The tasks of a board, list by list from the top: checklists become 'Done when', comments name who wrote them, and everything else of a
 * card a line of its description. What is not as Trello writes it costs that part alone.
 */
export const draftsOfTrello = (value: unknown, zone?: string): Drafts => {
  const root = isObject(value) ? value : {}
  const cards = Array.isArray(value) ? objectsOf(value) : [root]
  const given = isTrello(root) ? root : { ...root, cards, lists: objectsOf(cards.map((card) => card['list'])) }
  const lists = inPlace(objectsOf(given['lists']))
  const order = new Map(lists.map(({ id }, at) => [textOf(id), at]))
  const board: TrelloBoard = {
    zone,
    members: membersOf(given),
    customFields: byID(objectsOf(given['customFields'])),
    ...checklistsOf(given),
    comments: commentsOf(objectsOf(given['actions']), zone),
  }
  const labels = objectsOf(given['labels'])
  const context: Lists = {
    lists: byID(lists),
    labels: byID(labels),
    labelNames: isObject(root['labelNames']) ? root['labelNames'] : {},
  }
  const notes: Note[] = []
  const refused: Refusal[] = []
  const placed = objectsOf(given['cards']).map((card, at) => ({ card, line: at + 1 }))
  const place = ({ card }: { card: Json }) => order.get(textOf(card['idList'])) ?? 0
  const tasks = placed
    .toSorted((a, b) => place(a) - place(b) || numberOf(a.card['pos']) - numberOf(b.card['pos']))
    .flatMap(({ card, line }): DraftTask[] => {
      const title = oneLine(textOf(card['name']))
      if (title === '') {
        refused.push({ line, text: 'It has no title.' })
        return []
      }
      const kind = isTrue(card['isTemplate']) ? 'template card' : card['cardRole'] === 'separator' ? 'separator' : ''
      if (kind !== '') {
        notes.push({ task: title, text: `It is a ${kind} of Trello, and left out.` })
        return []
      }
      const draft = draftOf(card, line, title, board, context)
      for (const text of leftBehind(card, draft.comments.length)) notes.push({ task: title, text })
      return [draft]
    })
  const cardLabels = placed.flatMap(({ card }) => objectsOf(card['labels']))
  return { program: 'Trello', tasks, notes, refused, labels: [...labels, ...cardLabels].map(labelOf) }
}
