import { useDroppable } from '@dnd-kit/core'
import { Box, Typography } from '@mui/material'
import { type RefObject, useEffect } from 'react'
import { radius } from '../look/tokens.ts'

type DropMarkProps = { columnId: string; section: RefObject<HTMLElement | null>; refusal: string | null }

/** Makes a column take dropped cards, and frames it while one is over it. A drag draws this again for each step, and not the column. */
export const DropMark = ({ columnId, section, refusal }: DropMarkProps) => {
  const { setNodeRef, isOver } = useDroppable({ id: columnId })
  // No layout effect: an element's ref is set after those of its children.
  useEffect(() => setNodeRef(section.current), [setNodeRef, section])
  if (!isOver) return null
  return (
    <>
      <Box
        aria-hidden
        data-over
        sx={{
          position: 'absolute',
          inset: '-2px',
          zIndex: 2,
          border: 2,
          borderColor: refusal ? 'error.main' : 'primary.main',
          borderRadius: radius.medium,
          pointerEvents: 'none',
        }}
      />
      {refusal && (
        <Typography
          variant="body2"
          aria-hidden
          sx={{
            position: 'absolute',
            insetInline: 8,
            bottom: 8,
            zIndex: 2,
            p: 1.25,
            borderRadius: radius.medium,
            bgcolor: 'background.paper',
            border: 1,
            borderColor: 'error.main',
            color: 'error.main',
          }}
        >
          {refusal}
        </Typography>
      )}
    </>
  )
}
