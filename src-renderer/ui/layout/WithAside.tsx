import { Box } from '@mui/material'
import type { ReactNode } from 'react'

/** Pixels of the place around both parts from which on they are beside each other. */
const BESIDE = 800
/** Pixels from which on the main part has more room than the other. */
const WIDE = 1000
/** The parts are beside each other, for rules of what is in them. */
export const BESIDE_MEDIA = `@container (min-width: ${BESIDE}px)`

type WithAsideProps = {
  /** What is to the right of the main part, or below it where there is little room; null where there is only the main part. */
  aside: ReactNode
  /** In a dialog each part scrolls by itself; on a page the page scrolls. */
  isScrolling?: boolean
  children: ReactNode
}

/**
 * Two parts of one thing: beside each other where their place is wide, else below each other. The place counts, not the
 * window: the same thing is in a dialog, and beside the inbox's list.
 */
export const WithAside = ({ aside, isScrolling = false, children }: WithAsideProps) => {
  const isAlone = aside === null
  const part = { display: 'flex', flexDirection: 'column', minWidth: 0, minHeight: 0 } as const
  // The boxes are there also around a part that is alone, so that it keeps what is typed in it when another comes beside it.
  const frame = isAlone ? { display: 'contents' } : { ...part, flex: '1 1 auto', containerType: 'inline-size' }
  return (
    <Box sx={frame}>
      <Box
        sx={
          isAlone
            ? { display: 'contents' }
            : {
                minHeight: 0,
                flex: '1 1 auto',
                ...(isScrolling && { overflowY: 'auto' }),
                // Below each other both parts scroll as one.
                '& > div > .MuiDialogContent-root': { flex: 'none', overflowY: 'visible' },
                // The form's buttons stay in sight while the form is.
                ...(isScrolling && {
                  '& > div > .MuiDialogActions-root, & > div > form > .MuiDialogActions-root': {
                    position: 'sticky',
                    bottom: 0,
                    zIndex: 1,
                    bgcolor: 'background.paper',
                  },
                }),
                [BESIDE_MEDIA]: {
                  display: 'grid',
                  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
                  gridTemplateRows: isScrolling ? 'minmax(0, 1fr)' : 'auto',
                  ...(isScrolling && {
                    overflow: 'hidden',
                    '& > div > .MuiDialogContent-root': { flex: '1 1 auto', overflowY: 'auto' },
                  }),
                },
                [`@container (min-width: ${WIDE}px)`]: {
                  gridTemplateColumns: 'minmax(0, 3fr) minmax(0, 2fr)',
                },
              }
        }
      >
        <Box sx={isAlone ? { display: 'contents' } : part}>{children}</Box>
        {!isAlone && (
          <Box
            sx={{
              ...part,
              borderTop: 1,
              borderColor: 'divider',
              [BESIDE_MEDIA]: {
                borderTop: 0,
                borderLeft: 1,
                borderColor: 'divider',
                ...(isScrolling && { overflowY: 'auto' }),
              },
            }}
          >
            {aside}
          </Box>
        )}
      </Box>
    </Box>
  )
}
