import type { ReactNode } from 'react'
import type { LinkProps } from 'react-router-dom'
import type { StatusTone } from './status-tones.ts'

/** The part of a task, or of anything else on a card, that the board needs. */
export type BoardItem = { id: string; title: string }
export type BoardColumnData<Item extends BoardItem> = {
  id: string
  title: string
  items: readonly Item[]
  /** The text of a column without cards. */
  emptyText: string
  /** The mark beside the title. */
  tone: StatusTone
  /** Drawn in place of the title, whose words it has. */
  name?: ReactNode
  /** What kind of column it is, in words below the title. */
  kind?: string
  /** From how many cards on it is too full; null for any number. */
  limit?: number | null
  /** How many cards count for it, also those that are not shown; by default the cards. */
  total?: number
  /** Whether the column can be put beside other ones. */
  isMovable?: boolean
  /** Shown beside the title. */
  action?: ReactNode
  /** Shown between the title and the cards. */
  head?: ReactNode
}
/** Pass the same functions at every render, or every card is drawn again. */
export type BoardCardParts<Item extends BoardItem> = {
  /** The link that a click on the card follows. */
  linkOf: (item: Item) => Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'>
  /** Draws one line below the title. */
  renderDetails: (item: Item) => ReactNode
  /** How many lines the card has between title and details. */
  linesOf: (item: Item) => ExtraLines
  /** Draws these lines. */
  renderLines: (item: Item) => ReactNode
}
/** A card has one of three heights: so none of thousands of cards has to be measured. */
export type ExtraLines = 0 | 1 | 2
/** Stands for the place behind a column's last card. */
export const END = ''
/** On which side of a column another one goes. */
export type Side = 'left' | 'right'
/** Beside which card one goes. */
export type Beside = { afterID: string } | { beforeID: string }
/** A card and the column it lies in. */
export type PlacedItem<Item extends BoardItem> = { item: Item; column: BoardColumnData<Item> }
/** Something that the menu of a card does beside moving it. */
export type CardAct = {
  label: string
  run: () => void
  /** Why the viewer may not do it; then it is disabled and says so. */
  whyNot?: string | null
}
