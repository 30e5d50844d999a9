import { Box, Chip } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import type { MarketProject } from '#shared/contract/index.ts'
import { roleLabels } from '#shared/rules/membership.ts'
import { useCapability } from '#data/capabilities.ts'
import { prefetchProject, prefetchWorkspace } from '#data/projects.ts'
import { track } from '#lib/analytics.ts'
import { answersText } from '#lib/answer-date.ts'
import { rememberOpened, useFocusReturn } from '#lib/focus-return.ts'
import { paths } from '#lib/paths.ts'
import { SaveButton } from '#parts/saved/SaveButton.tsx'
import { palettesOf } from '#ui/project/palettes.ts'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { PayerLines } from '#ui/person/RecordLines.tsx'
import { ProjectCard } from '#ui/project/ProjectCard.tsx'
import { ProjectFacts } from '#ui/project/ProjectFacts.tsx'
import { ProjectCardSkeleton } from '#ui/project/ProjectCardSkeleton.tsx'
import { TierBadge } from '#ui/person/TierBadge.tsx'
import { staleMotion } from '#ui/look/tokens.ts'

/** The path of a market card: the project's workspace for an approved member, else its dialog. */
const projectHref = ({ id, isApproved }: Pick<MarketProject, 'id' | 'isApproved'>) =>
  isApproved ? paths.project(id) : paths.projectDialog(id)

/** The marks of projects with which the viewer has an open request. */
const askedLabels = { application: 'Applied', invitation: 'Invited' } as const

const listLook = {
  listStyle: 'none',
  m: 0,
  p: 0,
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
  // Neighbours are of one height.
  '& > li': { display: 'grid' },
} as const

export const MarketList = ({ projects, isStale }: { projects: readonly MarketProject[]; isStale: boolean }) => {
  const navigate = useNavigate()
  const client = useQueryClient()
  const list = useFocusReturn()
  const hasClock = useCapability('clock', true)
  const hasTasks = useCapability('claims', true)
  const hasRecords = useCapability('records', true)
  // The memo keeps the cards from being drawn again when the list only fades for another page.
  const cards = useMemo(() => {
    const open = (project: MarketProject) => {
      rememberOpened(project.id)
      track('market_project_opened', { projectID: project.id, isApproved: project.isApproved })
      void navigate(projectHref(project))
    }
    const colours = palettesOf(projects)
    return projects.map((project, index) => (
      <li key={project.id} data-project={project.id}>
        <ProjectCard
          title={project.title}
          palette={colours[index]}
          createdAt={project.createdAt}
          description={project.description}
          skills={project.skills}
          href={projectHref(project)}
          onOpen={() => open(project)}
          onIntent={() => (project.isApproved ? prefetchWorkspace : prefetchProject)(client, project.id)}
          meta={
            <>
              {project.createdBy && (
                <PersonLine isCompact person={project.createdBy} href={paths.profile(project.createdBy.username)} />
              )}
              <TierBadge tier={project.tier} />
              {project.organizationName && <span>{project.organizationName}</span>}
              {hasClock && <span>{answersText(project)}</span>}
              {hasRecords && <PayerLines record={project.payerRecord} />}
              {project.role && (
                <Chip size="small" variant="outlined" color="primary" label={roleLabels[project.role]} />
              )}
              {!project.role && project.offer?.asked && (
                <Chip size="small" color="primary" label={askedLabels[project.offer.asked]} />
              )}
            </>
          }
          facts={
            project.offer && (
              <ProjectFacts
                offer={hasTasks ? project.offer : { ...project.offer, openTasks: null }}
                tier={project.tier}
              />
            )
          }
          actions={<SaveButton project={project} />}
        />
      </li>
    ))
  }, [projects, client, navigate, hasClock, hasTasks, hasRecords])
  return (
    <Box
      component="ul"
      ref={list}
      aria-busy={isStale}
      aria-label="Projects"
      sx={{ ...listLook, opacity: isStale ? 0.6 : 1, transition: staleMotion }}
    >
      {cards}
    </Box>
  )
}

/** The list's shape while it loads. */
export const MarketListSkeleton = () => (
  <Box component="ul" aria-label="Loading projects" sx={listLook}>
    {[0, 1, 2, 3].map((row) => (
      <li key={row}>
        <ProjectCardSkeleton />
      </li>
    ))}
  </Box>
)
