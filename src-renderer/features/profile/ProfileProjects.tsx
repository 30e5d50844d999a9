import { Box, Button, Chip } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Profile } from '#shared/contract/index.ts'
import { roleLabels } from '#shared/rules/membership.ts'
import { prefetchProject } from '#data/projects.ts'
import { formatDate } from '#lib/format.ts'
import { rememberOpened, useFocusReturn } from '#lib/focus-return.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { palettesOf } from '#ui/project/palettes.ts'
import { ProjectCard } from '#ui/project/ProjectCard.tsx'
import { TierBadge } from '#ui/person/TierBadge.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { NothingYet } from './NothingYet.tsx'
import { PROJECTS_STEP, useProjectsShown } from './use-projects-shown.ts'

/** When the person joined the project. Who owns it published it, and the card says when that was. */
const joinedLine = ({ role, joinedAt }: Profile['projects'][number]): string | undefined => {
  const day = role === 'owner' ? null : formatDate(joinedAt)
  return day === null ? undefined : `Joined ${day}`
}

/** The projects that the person owns or works on, as far as the viewer may see them. */
export const ProfileProjects = ({ projects, isOwner }: Pick<Profile, 'projects' | 'isOwner'>) => {
  const [shown, setShown] = useProjectsShown()
  const isSignedIn = useSession((session) => session.userID !== null)
  const client = useQueryClient()
  const navigate = useNavigate()
  const list = useFocusReturn()
  const more = useRef<HTMLButtonElement>(null)
  const less = useRef<HTMLButtonElement>(null)
  const left = projects.length - shown
  const isPressed = useRef(false)
  const show = (count: number) => {
    isPressed.current = true
    setShown(count)
  }
  useEffect(() => {
    if (!isPressed.current) return
    isPressed.current = false
    // The pressed button may be gone; then its neighbour takes the focus, so that it does not fall back to the page's
    // beginning.
    if (shown === PROJECTS_STEP) more.current?.focus()
    else if (left <= 0) less.current?.focus()
  }, [shown, left])
  const open = (projectID: string) => {
    rememberOpened(projectID)
    void navigate(paths.projectDialog(projectID))
  }
  const colours = palettesOf(projects)
  return (
    <TitledCard level={2} title="Projects">
      {projects.length === 0 ? (
        <NothingYet
          text="No projects yet."
          hint={isOwner ? 'Projects that you own or are a member of appear here.' : undefined}
        />
      ) : (
        <>
          <Box
            component="ul"
            ref={list}
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
            {projects.slice(0, shown).map((project, index) => (
              <li key={project.id} data-project={project.id}>
                <ProjectCard
                  headingLevel={3}
                  title={project.title}
                  palette={colours[index]}
                  createdAt={project.createdAt}
                  dateLine={joinedLine(project)}
                  description={project.description}
                  href={paths.projectDialog(project.id)}
                  onOpen={() => open(project.id)}
                  onIntent={() => {
                    // A visitor must log in first, so nothing is fetched for them.
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
          {projects.length > PROJECTS_STEP && (
            <Box sx={{ display: 'flex', justifyContent: 'center', gap: 1, mt: 2 }}>
              {left > 0 && (
                <Button ref={more} onClick={() => show(shown + PROJECTS_STEP)}>
                  See More ({left} more)
                </Button>
              )}
              {shown > PROJECTS_STEP && (
                <Button ref={less} color="inherit" onClick={() => show(PROJECTS_STEP)}>
                  See Less
                </Button>
              )}
            </Box>
          )}
        </>
      )}
    </TitledCard>
  )
}
