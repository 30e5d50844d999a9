import { Divider, ListItemText, Menu, MenuItem } from '@mui/material'
import type { BoardColumnData, BoardItem, CardAct, PlacedItem } from './board-types.ts'

export type OpenMenu<Item extends BoardItem> = PlacedItem<Item> & { anchor: HTMLElement }

type BoardMenuProps<Item extends BoardItem> = {
  open: OpenMenu<Item> | null
  /** The element in which the menu is drawn. */
  place: HTMLElement | null
  actsOf: (item: Item) => readonly CardAct[]
  columns: ReadonlyArray<BoardColumnData<Item>>
  whyNotMove: (item: Item, columnId: string) => string | null
  onMove: (item: Item, columnId: string) => void
  /** Puts the card one place up or down in its column; undefined where cards have no places. */
  onStep: ((placed: PlacedItem<Item>, step: 1 | -1) => void) | undefined
  onClose: () => void
  /** Called when the menu has faded out and has given back the focus where it could. */
  onClosed: () => void
}

/** Why something cannot be done is to be read, so a disabled item is not paler than its reason. */
const itemLook = { maxWidth: 320, '&.Mui-disabled': { opacity: 1, color: 'text.secondary' } } as const
const reasonLook = { secondary: { sx: { whiteSpace: 'normal' } } } as const

/** The name of a card's menu, and of the button that opens it. */
export const moreAbout = ({ title }: BoardItem): string => `More about ${title}`

/**
 * The one menu for all cards: the card's actions, then the columns it can move to. Its own column and columns that it
 * may not enter are disabled and say why. All items are on one level, because the arrow keys of MUI's menu skip items
 * in a group.
 */
export const BoardMenu = <Item extends BoardItem>(props: BoardMenuProps<Item>) => {
  const { open, place, actsOf, columns, whyNotMove, onMove, onStep, onClose, onClosed } = props
  return (
    <Menu
      open={open !== null}
      anchorEl={open?.anchor ?? null}
      container={place}
      onClose={onClose}
      slotProps={{
        transition: { onExited: () => setTimeout(onClosed) },
        list: { 'aria-label': open ? moreAbout(open.item) : 'More', dense: true },
      }}
    >
      {open &&
        actsOf(open.item).map(({ label, run, whyNot = null }) => (
          <MenuItem
            key={label}
            disabled={whyNot !== null}
            onClick={() => {
              onClose()
              // The menu gives the focus back first; what opens then takes it.
              setTimeout(run)
            }}
            sx={itemLook}
          >
            <ListItemText primary={label} secondary={whyNot} slotProps={reasonLook} />
          </MenuItem>
        ))}
      <Divider role="presentation" component="li" />
      {open &&
        columns.map(({ id, title }) => {
          const isHere = id === open.column.id
          const reason = isHere ? 'Current' : whyNotMove(open.item, id)
          return (
            <MenuItem
              key={id}
              disabled={reason !== null}
              onClick={() => {
                onClose()
                onMove(open.item, id)
              }}
              sx={itemLook}
            >
              <ListItemText primary={`Move to ${title}`} secondary={reason} slotProps={reasonLook} />
            </MenuItem>
          )
        })}
      {open &&
        onStep &&
        ([-1, 1] as const).map((by) => (
          <MenuItem
            key={by}
            disabled={open.column.items.at(by === 1 ? -1 : 0)?.id === open.item.id}
            onClick={() => {
              onClose()
              onStep(open, by)
            }}
          >
            <ListItemText primary={by === 1 ? 'One place down' : 'One place up'} />
          </MenuItem>
        ))}
    </Menu>
  )
}
