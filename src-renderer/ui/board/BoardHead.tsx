import { Box, Typography } from '@mui/material'
import type { BoardColumnData, BoardItem } from './board-types.ts'
import { StatusMark } from './StatusDot.tsx'
import { radius, shadow, size, weight } from '../look/tokens.ts'

/** How many cards there are, and how many of them are too many. */
const countOf = ({ items, title, limit = null, total = items.length }: BoardColumnData<BoardItem>) => {
  const beyond = limit === null ? 0 : Math.max(0, total - limit)
  if (beyond === 0) return { isBeyond: false, text: String(items.length), label: `${items.length} in ${title}` }
  const shown = total === items.length ? '' : `, ${items.length} shown`
  return {
    isBeyond: true,
    text: `${total} of ${limit}`,
    label: `${total} in ${title}, ${beyond} more than its limit of ${limit}${shown}`,
  }
}

type BoardHeadProps = { column: BoardColumnData<BoardItem>; titleId: string; hasButtons: boolean; isCarried: boolean }

/**
 * The head of a column: its name, what kind it is, how many cards it has. Where the column is movable, it is dragged by its
 * head. Its buttons are drawn once it has been near what the board shows.
 */
export const BoardHead = ({ column, titleId, hasButtons, isCarried }: BoardHeadProps) => {
  const { title, tone, kind, isMovable = false } = column
  const name = hasButtons ? column.name : undefined
  const count = countOf(column)
  return (
    <Box
      {...(isMovable && { 'data-head': column.id })}
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
        alignItems: 'center',
        columnGap: 1,
        px: 1.5,
        py: 1.25,
        ...(isMovable && { cursor: 'grab', userSelect: 'none', opacity: isCarried ? 0.35 : 1 }),
      }}
    >
      <StatusMark tone={tone} />
      <Box sx={{ minWidth: 0 }}>
        <Typography
          id={titleId}
          component="h3"
          {...(name === undefined && { title, dir: 'auto', noWrap: true })}
          sx={{ fontSize: size.small, fontWeight: weight.semibold }}
        >
          {name ?? title}
        </Typography>
      </Box>
      <Box
        component="span"
        className="tabular"
        aria-label={count.label}
        role="img"
        {...(count.isBeyond && { title: count.label })}
        sx={{
          fontSize: size.note,
          whiteSpace: 'nowrap',
          color: count.isBeyond ? 'error.main' : 'text.secondary',
          ...(count.isBeyond && { fontWeight: weight.semibold }),
        }}
      >
        {count.text}
      </Box>
      {hasButtons && column.action}
      {kind !== undefined && (
        <Box
          component="span"
          sx={{
            gridColumn: '2 / -1',
            fontSize: size.note,
            lineHeight: 1.3,
            minHeight: '1.3em',
            color: 'text.secondary',
          }}
        >
          {kind}
        </Box>
      )}
    </Box>
  )
}

/** The copy of a head that follows the pointer during a drag. */
export const CarriedHead = ({ column: { title, tone } }: { column: BoardColumnData<BoardItem> }) => (
  <Box
    sx={{
      display: 'flex',
      alignItems: 'center',
      gap: 1,
      px: 1.5,
      py: 1.25,
      cursor: 'grabbing',
      bgcolor: 'background.card',
      border: 1,
      borderColor: 'primary.main',
      borderRadius: radius.medium,
      boxShadow: shadow.lifted,
      fontSize: size.small,
      fontWeight: weight.semibold,
    }}
  >
    <StatusMark tone={tone} />
    <Typography noWrap dir="auto" sx={{ font: 'inherit' }}>
      {title}
    </Typography>
  </Box>
)
