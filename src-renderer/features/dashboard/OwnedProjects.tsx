import { Box, type Theme, useMediaQuery } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import type { OwnedProject } from '#shared/contract/index.ts'
import { prefetchWorkspace, projectQuery } from '#data/projects.ts'
import { rememberOpened, useFocusReturn } from '#lib/focus-return.ts'
import { formatDate } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { ProjectCard } from '#ui/project/ProjectCard.tsx'
import { ProjectStatusDot } from '#ui/board/StatusDot.tsx'
import { rowList } from './layout.ts'
import { OwnedCardMenu } from './OwnedCardMenu.tsx'
import { ProjectStanding } from './ProjectStanding.tsx'
import { isDraft } from './project-tabs.ts'
import type { DashboardView } from './use-dashboard-view.ts'
import { prefetchWizard } from './wizard/lazy-wizard.tsx'

/** The projects of one tab, a row each. A draft is opened in the wizard, any other project in its workspace. */
export const OwnedProjects = ({ projects, view }: { projects: readonly OwnedProject[]; view: DashboardView }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  const list = useFocusReturn()
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('lg'))
  const open = (project: OwnedProject) => {
    if (isDraft(project)) return view.openDraft(project.id)
    rememberOpened(project.id)
    void navigate(paths.project(project.id))
  }
  const prepare = (project: OwnedProject) => {
    if (!isDraft(project)) return prefetchWorkspace(client, project.id)
    prefetchWizard()
    void client.prefetchQuery(projectQuery(project.id))
  }
  return (
    <Box component="ul" ref={list} aria-label="Your projects" sx={rowList}>
      {projects.map((project) => (
        // With hundreds of rows, the browser does not lay out those far from the screen.
        <Box
          component="li"
          key={project.id}
          data-project={project.id}
          sx={{
            display: 'grid',
            contentVisibility: 'auto',
            containIntrinsicSize: { xs: 'auto 138px', lg: 'auto 56px' },
          }}
        >
          <ProjectCard
            title={project.title}
            isRow
            isNarrow={isNarrow}
            dateLine={`Created ${formatDate(project.createdAt) ?? 'recently'}`}
            // What people choose the project by is for others; the owner's card says what waits, and its state.
            {...(project.standing && !isDraft(project)
              ? { facts: <ProjectStanding project={project} standing={project.standing} /> }
              : { description: project.description, skills: project.skills })}
            href={isDraft(project) ? view.draftAddress(project.id) : paths.project(project.id)}
            onOpen={() => open(project)}
            onIntent={() => prepare(project)}
            {...(isDraft(project) && { openLabel: 'Continue editing' })}
            meta={<ProjectStatusDot project={project} where="dashboard" />}
            actions={<OwnedCardMenu project={project} />}
          />
        </Box>
      ))}
    </Box>
  )
}
