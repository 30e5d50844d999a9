import { Box, Link as TextLink, Typography } from '@mui/material'
import { type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Claim } from '#shared/contract/claims.ts'
import { paths } from '#lib/paths.ts'
import { useIsBeside } from './GuestFrame.tsx'

type GuestHeadProps = { project: Claim['project']; number: string; title: string; children?: ReactNode }

/** The project, whose dialog is all that a guest opens of it, and the title of the task. */
export const GuestHead = ({ project, number, title, children }: GuestHeadProps) => {
  const isBeside = useIsBeside()
  const level = isBeside ? 'h3' : 'h1'
  return (
    <Box
      component="header"
      sx={{ mt: isBeside ? 1.5 : 0, mb: 2.5, display: 'grid', gap: 0.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {project.title && (
          <>
            <TextLink component={Link} to={paths.projectDialog(project.id)}>
              {project.title}
            </TextLink>
            {' · '}
          </>
        )}
        Task #{number}
      </Typography>
      <Typography variant={level} component={level} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}
