import { Box, Button, Chip } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'
import type { UserProject } from '#shared/contract/index.ts'
import { prefetchWorkspace } from '#data/projects.ts'
import { formatAmericanDate } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { palettesOf } from '#ui/project/palettes.ts'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { ProjectCard } from '#ui/project/ProjectCard.tsx'
import { TierBadge } from '#ui/person/TierBadge.tsx'
import { CardGrid, type CardLayout } from './CardGrid.tsx'
import { shorten, workStateLabel } from './project-groups.ts'

/** The projects the viewer works on. */
export const ActiveProjects = ({ projects, layout }: { projects: readonly UserProject[]; layout: CardLayout }) => {
  const client = useQueryClient()
  const navigate = useNavigate()
  if (projects.length === 0)
    return (
      <EmptyState
        kind="projects"
        title="No active projects"
        text="Projects you're a member of will appear here"
        action={
          <Button component={Link} to={paths.market()} variant="outlined">
            Find work
          </Button>
        }
      />
    )
  const colours = palettesOf(projects.map(({ id, title }) => ({ id, title: shorten(title) })))
  return (
    <CardGrid layout={layout}>
      {projects.map((project, index) => (
        <ProjectCard
          key={project.id}
          palette={colours[index]}
          title={shorten(project.title)}
          dateLine={formatAmericanDate(project.createdAt) ?? 'Posted recently'}
          description={project.description}
          shorten={shorten}
          skills={project.skills}
          href={paths.project(project.id)}
          onOpen={() => {
            // Our server lists only approved projects; one of another server that is not approved does not open.
            if (project.isApproved) void navigate(paths.project(project.id))
          }}
          onIntent={() => prefetchWorkspace(client, project.id)}
          meta={
            <>
              {project.createdBy && <PersonLine isCompact person={project.createdBy} />}
              <TierBadge tier={project.tier} />
              {project.organizationName && <span>{project.organizationName}</span>}
              <Box component="span" sx={{ display: 'inline-flex', gap: 1 }}>
                <Chip
                  size="small"
                  variant="outlined"
                  label={workStateLabel(project.status)}
                  // The labels are the host's words; on the screen they begin as all others do.
                  sx={{ '& .MuiChip-label::first-letter': { textTransform: 'uppercase' } }}
                />
                {project.role === 'admin' && <Chip size="small" color="primary" variant="outlined" label="Admin" />}
              </Box>
            </>
          }
        />
      ))}
    </CardGrid>
  )
}
