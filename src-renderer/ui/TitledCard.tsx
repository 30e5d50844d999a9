import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { type ReactNode, useId } from 'react'

type WorkspaceBoxProps = { title: string; action?: ReactNode; isDangerous?: boolean; children: ReactNode }

/** A part of a tab in a box of its own, named by its heading. */
export const WorkspaceBox = ({ title, action, isDangerous = false, children }: WorkspaceBoxProps) => {
  const titleId = useId()
  return (
    <Card
      component="section"
      aria-labelledby={titleId}
      sx={{ p: { xs: 2, sm: 3 }, minWidth: 0, ...(isDangerous && { borderColor: 'error.main' }) }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, minHeight: 32, mb: 1.5 }}
      >
        <Typography id={titleId} variant="h3">
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Card>
  )
}
