import { oneLine } from '#shared/contract/common.ts'
import { z } from 'zod'
import type { LabelColour } from '#shared/contract/labels.ts'
import { type DraftTask, type Drafts, type Problem, UnreadableImport } from './drafts.ts'
import { cut } from '../cut.ts'
import { readDay } from './fields.ts'

/* The parts of a board that Trello's menu 'Print, export, and share' › 'Export as JSON' writes. */
const named = z.object({ id: z.string(), name: z.string() })
const board = z.object({
  name: z.string(),
  lists: z.array(named.extend({ closed: z.boolean().optional(), pos: z.number().optional() })),
  cards: z.array(
    named.extend({
      desc: z.string().default(''),
      closed: z.boolean().default(false),
      due: z.string().nullish(),
      dueComplete: z.boolean().nullish(),
      idList: z.string(),
      idMembers: z.array(z.string()).default([]),
      idLabels: z.array(z.string()).default([]),
      pos: z.number().default(0),
      badges: z
        .object({ comments: z.number().catch(0), attachments: z.number().catch(0) })
        .catch({ comments: 0, attachments: 0 }),
    }),
  ),
  labels: z.array(z.object({ id: z.string(), name: z.string().default(''), color: z.string().nullish() })).default([]),
  members: z.array(z.object({ id: z.string(), fullName: z.string().default(''), username: z.string() })).default([]),
  checklists: z
    .array(
      z.object({
        idCard: z.string(),
        name: z.string().default(''),
        pos: z.number().default(0),
        checkItems: z
          .array(z.object({ name: z.string(), state: z.string().default('incomplete'), pos: z.number().default(0) }))
          .default([]),
      }),
    )
    .default([]),
  actions: z.array(z.looseObject({ type: z.string(), date: z.string().default('') })).default([]),
})
const comment = z.object({
  date: z.string(),
  memberCreator: z.object({ fullName: z.string().nullish(), username: z.string().nullish() }).nullish(),
  data: z.object({ text: z.string(), card: z.object({ id: z.string() }) }),
})

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
const colourOf = (name: string | null | undefined): LabelColour => colours[(name ?? '').split('_')[0] ?? ''] ?? 'grey'

const whereOf = (title: string): string => (title === '' ? 'A card' : `“${cut(title, 60)}”`)

/** What of a card is not in the file, by its own counters: Trello exports links to attachments and the newest 1,000 actions. */
const leftBehind = (counted: { comments: number; attachments: number }, comments: number): string[] => {
  const missing = counted.comments - comments
  const { attachments } = counted
  return [
    missing > 0
      ? `${missing} of its ${counted.comments} comments ${missing === 1 ? 'is' : 'are'} not in the file: Trello exports the newest 1,000 actions of a board.`
      : '',
    attachments > 0
      ? `${attachments === 1 ? 'Its attachment stays' : `Its ${attachments} attachments stay`} in Trello.`
      : '',
  ].filter((text) => text !== '')
}

const inPlace = <T extends { pos: number }>(items: readonly T[]): T[] => items.toSorted((a, b) => a.pos - b.pos)

/** Whether a JSON value looks like a board of Trello's. */
export const isTrello = (value: unknown): boolean =>
  z.object({ lists: z.array(z.unknown()), cards: z.array(z.unknown()) }).safeParse(value).success

/**
 * The tasks of a Trello board, list by list from the top: checklists become 'Done when', comments name who wrote them. Cards
 * in the archive are left out. Errors: UnreadableImport.
 */
export const draftsOfTrello = (value: unknown): Drafts => {
  const read = board.safeParse(value)
  if (!read.success) throw new UnreadableImport('This is not a board that Trello has exported as JSON.')
  const { lists, cards, members, labels, checklists, actions } = read.data
  const problems: Problem[] = []
  const listOf = new Map(lists.map((list) => [list.id, list]))
  const order = new Map(inPlace(lists.map((list) => ({ ...list, pos: list.pos ?? 0 }))).map(({ id }, at) => [id, at]))
  const memberOf = new Map(members.map((member) => [member.id, member]))
  // A label without a name is known by its colour.
  const labelOf = new Map(
    labels.map(({ id, name, color }) => {
      const said = name.trim() || (color ?? 'label').split('_')[0] || 'label'
      return [id, { name: said, colour: colourOf(color) }]
    }),
  )
  const listsOf = new Map<string, typeof checklists>()
  for (const list of inPlace(checklists)) listsOf.set(list.idCard, [...(listsOf.get(list.idCard) ?? []), list])
  const comments = new Map<string, string[]>()
  // Trello's newest comes first.
  for (const action of actions.toReversed()) {
    const said = action.type === 'commentCard' ? comment.safeParse(action).data : undefined
    if (!said) continue
    const who = said.memberCreator?.fullName || said.memberCreator?.username || 'Somebody'
    const text = `**${who}** wrote on ${said.date.slice(0, 10)}:\n\n${said.data.text}`
    comments.set(said.data.card.id, [...(comments.get(said.data.card.id) ?? []), text])
  }
  const placed = cards.map((card, at) => ({ card, line: at + 1 }))
  const tasks = placed
    .toSorted((a, b) => (order.get(a.card.idList) ?? 0) - (order.get(b.card.idList) ?? 0) || a.card.pos - b.card.pos)
    .flatMap(({ card, line }): DraftTask[] => {
      const list = listOf.get(card.idList)
      const title = oneLine(card.name)
      const why =
        card.closed || list?.closed ? 'It is in the archive of Trello.' : title === '' ? 'It has no title.' : null
      if (why !== null) {
        problems.push({ line, where: whereOf(title), text: why, isRefused: true })
        return []
      }
      const of = listsOf.get(card.id) ?? []
      const said = comments.get(card.id) ?? []
      for (const text of leftBehind(card.badges, said.length))
        problems.push({ line, where: whereOf(title), text, isRefused: false })
      return [
        {
          line,
          where: whereOf(title),
          key: null,
          title,
          description: card.desc.trim(),
          status: list?.name.trim() ?? '',
          assignees: card.idMembers.flatMap((id) => memberOf.get(id)?.username ?? []),
          dueOn: readDay(card.due ?? '') ?? null,
          priority: '',
          estimateHours: null,
          labels: [...new Set(card.idLabels.flatMap((id) => labelOf.get(id)?.name ?? []))],
          doneWhen: of.flatMap(({ name, checkItems }) =>
            inPlace(checkItems).map((item) => ({
              text: (of.length > 1 ? `${name}: ${item.name}` : item.name).trim().replace(/\s+/g, ' '),
              isDone: item.state === 'complete',
            })),
          ),
          blockedBy: [],
          comments: said,
          unread: [],
        },
      ]
    })
  return { tasks, problems, labels: [...labelOf.values()] }
}

/** The people of a board by username, with their names, which may be those of members here. */
export const peopleOfTrello = (value: unknown): ReadonlyMap<string, string> =>
  new Map((board.safeParse(value).data?.members ?? []).map(({ username, fullName }) => [username, fullName]))
