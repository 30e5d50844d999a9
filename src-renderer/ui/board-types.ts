import type { ReactNode } from 'react'
import type { LinkProps } from 'react-router-dom'

/** What a card stands for: the board needs to know no more of it. */
export type BoardItem = { id: string; title: string }
export type BoardColumnData<Item extends BoardItem> = {
  id: string
  title: string
  items: readonly Item[]
  /** Said where there are no cards. */
  emptyText: string
  /** A colour of the theme, "info.main", for the dot beside the title. */
  colour: string
}
/** The same functions at every render, or every card is drawn again. */
export type BoardCardParts<Item extends BoardItem> = {
  /** Where a click on the card leads. */
  linkOf: (item: Item) => Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'>
  /** One line beneath the title. */
  renderDetails: (item: Item) => ReactNode
}
/** A card and the column it lies in. */
export type PlacedItem<Item extends BoardItem> = { item: Item; column: BoardColumnData<Item> }
