import { linkOf } from './cells.ts'
import { dayOfMoment, readDay } from './days.ts'
import type { DraftComment, Extra } from './drafts.ts'
import { byID, groupBy, inPlace, isTrue, type Json, numberOf, objectOf, objectsOf, textOf, textsOf } from './json.ts'

/* The parts of one card of Trello. */

/** A moment's day; '' for none. */
const dayOf = (value: unknown, zone: string | undefined): string => readDay(textOf(value), { zone }) ?? ''

export type TrelloBoard = {
  zone: string | undefined
  members: ReadonlyMap<string, Json>
  customFields: ReadonlyMap<string, Json>
  /** Checklists by the ID of their card, and by their own. */
  checklists: ReadonlyMap<string, Json[]>
  checklistOf: ReadonlyMap<string, Json>
  comments: ReadonlyMap<string, DraftComment[]>
}

export const nameOfMember = (member: Json | undefined): string =>
  textOf(member?.['fullName']) || textOf(member?.['username'])

const commentTypes = new Set(['commentCard', 'copyCommentCard'])
/** The comments of all cards, oldest first. Trello's newest comes first. */
export const commentsOf = (actions: readonly Json[], zone: string | undefined): ReadonlyMap<string, DraftComment[]> => {
  const comments = new Map<string, DraftComment[]>()
  for (const action of actions.toReversed()) {
    const data = objectOf(action['data'])
    const body = textOf(data['text'])
    if (!commentTypes.has(textOf(action['type'])) || body.trim() === '') continue
    const card = textOf(objectOf(data['card'])['id'])
    const author = nameOfMember(objectOf(action['memberCreator'])) || null
    comments.set(card, [...(comments.get(card) ?? []), { author, on: dayOf(action['date'], zone) || null, body }])
  }
  return comments
}

const listsOf = (card: Json, { checklists, checklistOf }: TrelloBoard): Json[] => {
  const own = objectsOf(card['checklists'])
  if (own.length > 0) return inPlace(own)
  const byCard = checklists.get(textOf(card['id'])) ?? []
  // Boards of 2012 name the checklists at the card alone.
  const byCardIDs = textsOf(card['idChecklists']).flatMap((id): Json[] => objectsOf([checklistOf.get(id)]))
  return inPlace([...new Set([...byCard, ...byCardIDs])])
}

export const linesOf = (
  card: Json,
  board: TrelloBoard,
): { doneWhen: Array<{ text: string; isDone: boolean }>; extras: Extra[] } => {
  const lists = listsOf(card, board)
  const extras: Extra[] = []
  // Boards of 2012 have the ticks at the card.
  const ticked = new Set(
    objectsOf(card['checkItemStates']).flatMap((one) =>
      one['state'] === 'complete' ? [textOf(one['idCheckItem'])] : [],
    ),
  )
  const only = textOf(lists[0]?.['name']).trim()
  if (lists.length === 1 && only !== '' && only !== 'Checklist') extras.push({ name: 'Checklist', text: only })
  const doneWhen = lists.flatMap((list) =>
    inPlace(objectsOf(list['checkItems'])).flatMap((item) => {
      const name = textOf(item['name']).trim().replace(/\s+/g, ' ')
      if (name === '') return []
      const facts = [
        item['due'] ? `due ${dayOf(item['due'], board.zone) || textOf(item['due'])}` : '',
        nameOfMember(board.members.get(textOf(item['idMember']))) || textOf(item['idMember']),
      ].filter((fact) => fact !== '')
      if (facts.length > 0) extras.push({ name: `“${name}”`, text: facts.join(', ') })
      const text = lists.length > 1 ? `${textOf(list['name']).trim()}: ${name}` : name
      return [{ text, isDone: item['state'] === 'complete' || ticked.has(textOf(item['id'])) }]
    }),
  )
  return { doneWhen, extras }
}

const valueOf = (item: Json, field: Json | undefined, zone: string | undefined): string => {
  const option = objectsOf(field?.['options']).find((one) => textOf(one['id']) !== '' && one['id'] === item['idValue'])
  if (option) return textOf(objectOf(option['value'])['text'])
  const value = objectOf(item['value'])
  if (value['date'] !== undefined) return dayOf(value['date'], zone) || textOf(value['date'])
  if (value['checked'] !== undefined) return isTrue(value['checked']) ? 'yes' : 'no'
  return textOf(value['text']) || textOf(value['number']) || textOf(item['value']) || textOf(item['idValue'])
}

const attachmentsOf = (card: Json): Extra[] =>
  objectsOf(card['attachments']).flatMap((one) => {
    const text = linkOf(textOf(one['name']), textOf(one['url']))
    return text === '' ? [] : [{ name: 'Attachment', text }]
  })

const placeOf = (card: Json): string => {
  const at = objectOf(card['coordinates'])
  const point =
    textOf(card['coordinates']) || [textOf(at['latitude']), textOf(at['longitude'])].filter(Boolean).join(', ')
  return [textOf(card['locationName']), textOf(card['address']), point].filter((text) => text.trim() !== '').join(', ')
}

/** What a card has that has no field here. */
export const extrasOf = (card: Json, { members, customFields, zone }: TrelloBoard): Extra[] => {
  const custom = objectsOf(card['customFieldItems']).map((item) => {
    const field = customFields.get(textOf(item['idCustomField']))
    return { name: textOf(field?.['name']) || 'Custom field', text: valueOf(item, field, zone) }
  })
  const cover = objectOf(card['cover'])
  const covers = objectsOf(card['attachments']).find(
    ({ id }) => id !== undefined && (id === card['idAttachmentCover'] || id === cover['idAttachment']),
  )
  const voters = textsOf(card['idMembersVoted']).map((id) => nameOfMember(members.get(id)) || id)
  const votes = numberOf(objectOf(card['badges'])['votes'])
  const due = Date.parse(textOf(card['due']))
  const facts: Extra[] = [
    { name: 'Due', text: Number.isNaN(due) || dayOfMoment(due, zone) === undefined ? '' : textOf(card['due']) },
    { name: 'Start date', text: card['start'] ? dayOf(card['start'], zone) || textOf(card['start']) : '' },
    {
      name: 'Votes',
      text: voters.length > 0 ? `${voters.length} (${voters.join(', ')})` : votes > 0 ? String(votes) : '',
    },
    { name: 'Place', text: placeOf(card) },
    { name: 'Cover', text: textOf(covers?.['name']) || textOf(cover['color']) || textOf(cover['sharedSourceUrl']) },
    {
      name: 'Stickers',
      text: objectsOf(card['stickers'])
        .map((one) => textOf(one['image']))
        .filter(Boolean)
        .join(', '),
    },
    { name: 'Address', text: textOf(card['shortUrl']) || textOf(card['url']) },
  ]
  return [...attachmentsOf(card), ...custom, ...facts].filter(({ text }) => text.trim() !== '')
}

/** What of a card is not in the file, by its own counters: Trello exports links to attachments and the newest 1,000 actions. */
export const leftBehind = (card: Json, comments: number): string[] => {
  const badges = objectOf(card['badges'])
  const [said, files] = [numberOf(badges['comments']), numberOf(badges['attachments'])]
  const missing = said - comments
  const lost = files - objectsOf(card['attachments']).length
  return [
    missing > 0
      ? `${missing} of its ${said} comments ${missing === 1 ? 'is' : 'are'} not in the file: Trello exports the newest 1,000 actions of a board.`
      : '',
    lost > 0 ? `${lost === 1 ? 'Its attachment stays' : `${lost} of its attachments stay`} in Trello.` : '',
  ].filter((text) => text !== '')
}

export const membersOf = (value: Json): ReadonlyMap<string, Json> => byID(objectsOf(value['members']))
export const checklistsOf = (value: Json): Pick<TrelloBoard, 'checklists' | 'checklistOf'> => {
  const all = objectsOf(value['checklists'])
  return { checklists: groupBy(all, 'idCard'), checklistOf: byID(all) }
}
