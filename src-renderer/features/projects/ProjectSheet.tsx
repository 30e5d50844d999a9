import { Alert, AlertTitle, Box, Typography } from '@mui/material'
import { type ReactNode, Suspense } from 'react'
import type { ProjectDetails } from '#shared/contract/index.ts'
import { tierBadge } from '#shared/rules/tiers.ts'
import { useCapability } from '#data/capabilities.ts'
import { answersText, medianText } from '#lib/answer-date.ts'
import { postedLine } from '#lib/format.ts'
import { paths } from '#lib/paths.ts'
import { ReportButton } from '#parts/reports/ReportButton.tsx'
import { SaveButton } from '#parts/saved/SaveButton.tsx'
import { PersonLine } from '#ui/person/PersonLine.tsx'
import { PayerLines } from '#ui/person/RecordLines.tsx'
import { TierBadge } from '#ui/person/TierBadge.tsx'
import { ActionArea } from './ActionArea.tsx'
import { ApplicationSheet, KeptLetter, OwnApplication } from './lazy-letters.ts'
import { InvitationWords } from './InvitationWords.tsx'
import { OpenTasksOfProject } from './OpenTasksOfProject.tsx'
import { ProjectBrief } from './ProjectBrief.tsx'
import { useProjectActions } from './use-project-actions.ts'

/** The room beside the sheet's content. */
export const inset = { px: { xs: 2, md: 5 } } as const

const Meta = ({ project }: { project: ProjectDetails }) => {
  const publisher = project.organizationName ?? project.client
  const hasClock = useCapability('clock', true)
  const hasRecords = useCapability('records', true)
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2.5,
        rowGap: 0.5,
        mt: 1.5,
        typography: 'body2',
        color: 'text.secondary',
        // One long word must not make the page wider than the screen.
        overflowWrap: 'anywhere',
        '& > *': { minWidth: 0 },
      }}
    >
      {project.createdBy && (
        <PersonLine isCompact person={project.createdBy} href={paths.profile(project.createdBy.username)} />
      )}
      {publisher && <span>{publisher}</span>}
      <span>{postedLine(project.createdAt)}</span>
      <TierBadge tier={project.tier} isSkillLevelNamed />
      {/* A project's own figure is shown alone; the range is its tier's usual one. */}
      <span>{project.weeklyHours > 0 ? project.weeklyHours : tierBadge(project.tier).hours} hours/week</span>
      {hasClock && <span>{answersText(project)}</span>}
      {hasClock && medianText(project) && <span>{medianText(project)}</span>}
      {hasRecords && <PayerLines record={project.payerRecord} />}
    </Box>
  )
}

const Problem = ({ title, text }: { title: string; text?: string | undefined }) => (
  <Alert
    severity="error"
    variant="outlined"
    sx={{ borderColor: 'error.main', bgcolor: 'rgba(var(--mui-palette-error-mainChannel) / 0.06)' }}
  >
    <AlertTitle sx={{ mb: text ? 0.5 : 0 }}>{title}</AlertTitle>
    {text}
  </Alert>
)

type ProjectSheetProps = {
  project: ProjectDetails
  /** The ID of the heading, which names the frame around the sheet. */
  titleId: string
  headingLevel?: 1 | 3
  /** Shown below the brief. */
  children?: ReactNode
}

/** A project as people read it who may join it: its head, what they can do about it, and its brief. */
export const ProjectSheet = ({ project, titleId, headingLevel = 1, children }: ProjectSheetProps) => {
  const { problem, letter, requestID, ...actions } = useProjectActions(project)
  const { view } = actions
  const hasTasks = useCapability('claims', true)
  const { kind } = view
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateAreas: {
          xs: '"head" "problem" "body" "action"',
          md: '"head action" "problem problem" "body body"',
        },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
        columnGap: 4,
        pt: { xs: 3, md: 4 },
      }}
    >
      <Box sx={{ gridArea: 'head', pl: inset.px, pr: { xs: 2, md: 0 } }}>
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
          <Typography
            id={titleId}
            variant="title"
            component={`h${headingLevel}`}
            sx={{ flex: { xs: 1, md: '0 1 auto' }, minWidth: 0, overflowWrap: 'anywhere' }}
          >
            {project.title}
          </Typography>
          <SaveButton project={project} />
        </Box>
        <Meta project={project} />
      </Box>
      <Box
        data-foot
        sx={{
          gridArea: 'action',
          alignSelf: 'start',
          // On small screens the action area stays at the lower edge of the window.
          position: { xs: 'sticky', md: 'static' },
          bottom: 0,
          zIndex: 1,
          px: { xs: 2, md: 0 },
          pr: { md: 5 },
          py: { xs: 1.5, md: 0.5 },
          bgcolor: 'background.paper',
          borderTop: { xs: '1px solid var(--mui-palette-divider)', md: 'none' },
        }}
      >
        <ActionArea projectID={project.id} {...actions} />
      </Box>
      {letter.sheet && (
        <Suspense>
          <ApplicationSheet {...letter.sheet} />
        </Suspense>
      )}
      {problem && (
        <Box sx={{ gridArea: 'problem', ...inset, pt: 3 }}>
          <Problem {...problem} />
        </Box>
      )}
      <Box sx={{ gridArea: 'body', display: 'grid', gap: 4, minWidth: 0, ...inset, pt: 4, pb: { xs: 4, md: 5 } }}>
        {view.kind === 'invited' && view.from && <InvitationWords from={view.from} />}
        {letter.hasLetters && (
          <Suspense>
            {kind === 'applied' && requestID !== null && <OwnApplication requestID={requestID} headingLevel={2} />}
            {(kind === 'paused' || kind === 'closed') && !letter.sheet?.isOpen && (
              <KeptLetter projectID={project.id} why="This project takes no applications." />
            )}
          </Suspense>
        )}
        <ProjectBrief project={project} />
        {hasTasks && <OpenTasksOfProject key={project.id} projectID={project.id} />}
        {children}
        {project.role !== 'owner' && (
          <Box>
            <ReportButton kind="project" id={project.id} />
          </Box>
        )}
      </Box>
    </Box>
  )
}
