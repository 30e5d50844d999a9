import { Box, Card, Typography } from '@mui/material'
import { type ReactNode, type Ref, useId } from 'react'

type TitledCardProps = {
  title: string
  /** The heading's level; use 3 where the page or the tab has h2 sections. */
  level?: 2 | 3
  /** Shown beside the heading. */
  action?: ReactNode
  isDangerous?: boolean
  /** For a card whose form takes the focus away with itself when it is closed: the heading can have it then. */
  headingRef?: Ref<HTMLHeadingElement>
  /** Without any the card is one line of heading and action. */
  children?: ReactNode
}

/** A part of a page in its own box, named by its heading. */
export const TitledCard = ({
  title,
  level = 3,
  action,
  isDangerous = false,
  headingRef,
  children,
}: TitledCardProps) => {
  const titleId = useId()
  return (
    <Card
      component="section"
      aria-labelledby={titleId}
      sx={{
        px: { xs: 2, sm: 3 },
        py: children ? { xs: 2, sm: 3 } : 1.5,
        minWidth: 0,
        ...(isDangerous && { borderColor: 'error.main' }),
      }}
    >
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          minHeight: 32,
          mb: children ? 1.5 : 0,
        }}
      >
        <Typography
          id={titleId}
          variant="h3"
          component={`h${level}`}
          {...(headingRef && { ref: headingRef, tabIndex: -1, sx: { outline: 'none' } })}
        >
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Card>
  )
}
