// For speed alone (docs/decisions/0073-what-clever-machinery-buys.md): the first read of a board of 1,000 cards after a
// change takes a third of the time. To switch it off, let `readWhole` of `boards.ts` read the whole board each time.
import type { BoardState, KnownBoard } from './board-repository.ts'

/** A card, its shown version, and its bytes in the answer. */
type Card = { id: string; version: number; bytes: Buffer }
type CardState = { version: number; isDeleted: boolean }

/** All of a board as it was at one moment, from which a later one can be made. */
export type WholeBoard = {
  tag: string
  /** The answer of the API. */
  body: Buffer
  /** The cards in their order; their bytes are parts of `body`. */
  cards: readonly Card[]
  /** What is shown of each task of the project, deleted ones included. */
  shown: ReadonlyMap<string, CardState>
  newest: string | null
  /** The names on the cards, by person. */
  names: ReadonlyMap<string, string>
}

const OPEN = Buffer.from('{"data":[')
const COMMA = Buffer.from(',')
const CLOSE = Buffer.from('],"nextCursor":null}')
const NEW_LINE = '\n'

/** Where the ID is in a card's text. */
const ID = { from: '{"id":"'.length, to: '{"id":"'.length + 36 }
/** Behind its last place in a card there is no text that a person has written; in such a text it would have backslashes. */
const SHOWN = '"shown":'
const cardOf = (text: string): Card => ({
  id: text.slice(ID.from, ID.to),
  version: Number.parseInt(text.slice(text.lastIndexOf(SHOWN) + SHOWN.length), 10),
  bytes: Buffer.from(text),
})
const cardsOf = ({ cards }: BoardState): Card[] => cards?.split(NEW_LINE).map(cardOf) ?? []

/** Writes the answer. The cards that it returns are parts of its body, so that no former body is kept for them. */
const compose = (cards: readonly Card[]): Pick<WholeBoard, 'body' | 'cards'> => {
  const length = cards.reduce((sum, { bytes }) => sum + bytes.length + COMMA.length, 0)
  const body = Buffer.allocUnsafeSlow(OPEN.length + Math.max(0, length - COMMA.length) + CLOSE.length)
  let at = OPEN.copy(body)
  const placed = cards.map((card, n) => {
    if (n > 0) at += COMMA.copy(body, at)
    const from = at
    at += card.bytes.copy(body, at)
    return { ...card, bytes: body.subarray(from, at) }
  })
  CLOSE.copy(body, at)
  return { body, cards: placed }
}

const pairsOf = (flat: readonly string[]): Array<[string, string]> =>
  Array.from({ length: flat.length / 2 }, (_, n) => [flat[2 * n] ?? '', flat[2 * n + 1] ?? ''])

/** What a state tells of each of its tasks. */
const shownIn = ({ deleted }: BoardState, cards: readonly Card[]): Array<[string, CardState]> => [
  ...cards.map(({ id, version }): [string, CardState] => [id, { version, isDeleted: false }]),
  ...pairsOf(deleted).map(([id, version]): [string, CardState] => [id, { version: Number(version), isDeleted: true }]),
]

/** The board that a state of all tasks tells of. */
export const wholeOf = (state: BoardState): WholeBoard => {
  const cards = cardsOf(state)
  return {
    ...compose(cards),
    tag: state.tag,
    shown: new Map(shownIn(state, cards)),
    newest: state.newest,
    names: new Map(pairsOf(state.people)),
  }
}

/** What a read of its changes has to know of a board; null for one that it can tell nothing about. */
export const knownOf = ({ newest, names }: WholeBoard): KnownBoard | null =>
  newest === null ? null : { newest, peopleIDs: [...names.keys()] }

/**
 * The board after the changes in `state`; null unless these explain everything. The tag is the sum of all versions,
 * which only grow, so the changed versions must add up to the new tag. Names on cards are compared. A task that was
 * deleted or restored also gives null, since cards hide blockers that are deleted.
 */
export const changedBy = (board: WholeBoard, state: BoardState): WholeBoard | null => {
  const names = new Map(pairsOf(state.people))
  for (const [id, name] of board.names) if (names.get(id) !== name) return null
  const changed = cardsOf(state)
  const told = shownIn(state, changed)
  let sum = Number(board.tag)
  for (const [id, { version, isDeleted }] of told) {
    const before = board.shown.get(id)
    if (before ? before.isDeleted !== isDeleted : isDeleted) return null
    sum += version - (before?.version ?? 0)
  }
  if (sum !== Number(state.tag)) return null
  const isTold = new Set(told.map(([id]) => id))
  return {
    ...compose([...changed, ...board.cards.filter(({ id }) => !isTold.has(id))]),
    tag: state.tag,
    shown: new Map([...board.shown, ...told]),
    newest: state.newest ?? board.newest,
    names,
  }
}
