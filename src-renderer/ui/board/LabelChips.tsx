import { Box } from '@mui/material'
import type { Label } from '#shared/contract/index.ts'
import { fittingLabels } from './fitting-labels.ts'
import { LabelChip } from './LabelChip.tsx'
import { size, weight } from '../look/tokens.ts'

type LabelChipsProps = {
  labels: readonly Label[]
  /** The pixels that a line has, and how many lines there are. */
  room: number
  lines: number
}

/** Labels as whole chips, and '+n' for those that have no room; pointing at it, or a screen reader, tells their names. */
export const LabelChips = ({ labels, room, lines }: LabelChipsProps) => {
  const names = labels.map(({ name }) => name)
  const count = fittingLabels(names, room, lines)
  const rest = names.slice(count)
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.5, minWidth: 0 }}>
      {labels.slice(0, count).map(({ id, name, colour }) => (
        <LabelChip key={id} name={name} colour={colour} />
      ))}
      {rest.length > 0 && (
        <Box
          component="span"
          role="img"
          className="tabular"
          aria-label={`${rest.length} more ${rest.length === 1 ? 'label' : 'labels'}: ${rest.join(', ')}`}
          title={rest.join(', ')}
          sx={{ fontSize: size.tiny, fontWeight: weight.medium, color: 'text.secondary', lineHeight: '1.25rem' }}
        >
          {`+${rest.length}`}
        </Box>
      )}
    </Box>
  )
}
