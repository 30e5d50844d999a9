import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Profile } from '../../../shared/contract/index.ts'
import { paths } from '../../lib/paths.ts'
import { prefetchProject } from '../../lib/project-queries.ts'
import { useSession } from '../../lib/session.ts'
import { ProjectCard } from '../../ui/ProjectCard.tsx'
import { TierBadge } from '../../ui/TierBadge.tsx'
import { NothingYet, ProfileBox } from './ProfileBox.tsx'

/** Specification 1, section 9: so many at first, and as many more each time. */
const STEP = 3
const roleLabels = { owner: 'Owner', admin: 'Admin', member: 'Member' } as const

/** What the person owns or works on, as far as the viewer may know it. */
export const ProfileProjects = ({ projects, isOwner }: Pick<Profile, 'projects' | 'isOwner'>) => {
  const [shown, setShown] = useState(STEP)
  const isSignedIn = useSession((session) => session.userID !== null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const more = useRef<HTMLButtonElement>(null)
  const less = useRef<HTMLButtonElement>(null)
  const left = projects.length - shown
  useEffect(() => {
    // The button that was pressed may be gone; its neighbour takes the focus, so that the keyboard does not start anew.
    if (shown > STEP && left <= 0) less.current?.focus()
  }, [shown, left])
  const showLess = () => {
    setShown(STEP)
    requestAnimationFrame(() => more.current?.focus())
  }
  return (
    <ProfileBox title="Projects">
      {projects.length === 0 ? (
        <NothingYet
          text="No projects yet."
          hint={isOwner ? 'Projects that you own or are a member of appear here.' : undefined}
        />
      ) : (
        <>
          <Box
            component="ul"
            aria-label="Projects"
            sx={{
              listStyle: 'none',
              m: 0,
              mt: 1,
              p: 0,
              display: 'grid',
              gap: 2,
              gridTemplateColumns: 'minmax(0, 1fr)',
            }}
          >
            {projects.slice(0, shown).map((project) => (
              <li key={project.id}>
                <ProjectCard
                  headingLevel={3}
                  title={project.title}
                  createdAt={project.createdAt}
                  description={project.description}
                  href={paths.projectDialog(project.id)}
                  onOpen={() => void navigate(paths.projectDialog(project.id))}
                  onIntent={() => {
                    // A visitor has to log in first; nothing is known to them yet.
                    if (isSignedIn) prefetchProject(client, project.id)
                  }}
                  meta={
                    <>
                      <TierBadge tier={project.tier} />
                      <Chip size="small" variant="outlined" label={roleLabels[project.role]} />
                    </>
                  }
                />
              </li>
            ))}
          </Box>
          {projects.length > STEP && (
            <Box sx={{ display: 'flex', justifyContent: 'center', gap: 1, mt: 2 }}>
              {left > 0 && (
                <Button ref={more} onClick={() => setShown(shown + STEP)}>
                  See More ({left} more)
                </Button>
              )}
              {shown > STEP && (
                <Button ref={less} color="inherit" onClick={showLess}>
                  See Less
                </Button>
              )}
            </Box>
          )}
        </>
      )}
    </ProfileBox>
  )
}
