import { Box, Chip, Link, Skeleton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import type { Applicant } from '#shared/contract/index.ts'
import { useCapability } from '#data/capabilities.ts'
import { isApiError } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { PersonTier } from '#ui/person/PersonTier.tsx'
import { WorkerLine } from '#ui/person/RecordLines.tsx'
import { weight } from '#ui/look/tokens.ts'
import { applicantQuery } from './queries.ts'

/** A part of the reader, named by its heading. */
export const ReaderPart = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography id={id} component="h4" variant="body2" sx={{ mb: 0.75, fontWeight: weight.semibold }}>
        {title}
      </Typography>
      {children}
    </Box>
  )
}

const Skills = ({ applicant: { skills, skillsInCommon } }: { applicant: Applicant }) => {
  const common = new Set(skillsInCommon)
  if (skills.length === 0) return <Nothing>No skills in the profile.</Nothing>
  return (
    <>
      {common.size === 0 && <Nothing>None of the skills that the project asks for.</Nothing>}
      <Box
        component="ul"
        aria-label="Skills"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          mt: common.size === 0 ? 0.75 : 0,
          display: 'flex',
          flexWrap: 'wrap',
          gap: 0.75,
        }}
      >
        {[...skillsInCommon, ...skills.filter((skill) => !common.has(skill))].map((skill) => (
          <Box component="li" key={skill} sx={{ minWidth: 0, maxWidth: '100%' }}>
            <Chip
              size="small"
              variant="outlined"
              label={skill}
              {...(common.has(skill) && {
                color: 'primary',
                icon: <Check size={14} aria-label="In common:" role="img" />,
              })}
              sx={{ maxWidth: '100%' }}
            />
          </Box>
        ))}
      </Box>
    </>
  )
}

const Nothing = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
    {children}
  </Typography>
)

const workText = ({ completed, isMember }: Applicant['pastWork'][number]): string =>
  [
    completed === 0 ? 'no finished task yet' : `${completed} ${completed === 1 ? 'task' : 'tasks'} completed`,
    ...(isMember ? [] : ['left the project']),
  ].join(' · ')

/** Tier, reputation, skills and past work of who has applied, as far as the viewer may know of them. */
export const ApplicantFacts = ({ requestID }: { requestID: string }) => {
  const { data, error, isFetching, refetch } = useQuery(applicantQuery(requestID))
  const hasRecords = useCapability('records', true)
  if (!data && error)
    return (
      <ErrorState
        title="Failed to load the applicant"
        text={isApiError(error) ? error.serverMessage : ''}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  if (!data)
    return (
      <DelayedSkeleton>
        <Skeleton width={180} height={28} />
        <Skeleton variant="rounded" height={72} sx={{ mt: 1 }} />
      </DelayedSkeleton>
    )
  return (
    <>
      {data.headline && <Typography sx={{ overflowWrap: 'anywhere' }}>{data.headline}</Typography>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <PersonTier tier={data.tier} />
        <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
          {data.reputation.toLocaleString('en')} reputation
        </Typography>
      </Box>
      {hasRecords && data.workerRecord && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <WorkerLine record={data.workerRecord} />
        </Typography>
      )}
      <ReaderPart title="Skills in common">
        <Skills applicant={data} />
      </ReaderPart>
      <ReaderPart title="Past work here">
        {data.pastWork.length === 0 ? (
          <Nothing>No finished tasks here yet.</Nothing>
        ) : (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
            {data.pastWork.map((work) => (
              <Box component="li" key={work.projectID} sx={{ typography: 'body2', overflowWrap: 'anywhere' }}>
                <Link component={RouterLink} to={paths.projectDialog(work.projectID)} underline="hover">
                  {work.title}
                </Link>
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {' · '}
                  {workText(work)}
                </Box>
              </Box>
            ))}
          </Box>
        )}
      </ReaderPart>
    </>
  )
}
