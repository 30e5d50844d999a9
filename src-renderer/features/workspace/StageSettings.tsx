import { Box, Button, Skeleton, Typography } from '@mui/material'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { STAGES_MAX } from '#shared/contract/index.ts'
import { useStages, useStagesRetry } from '#data/stages.ts'
import { isApiError } from '#lib/api.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import type { StageAsked } from '#parts/stages/StageDialog.tsx'
import { StageMenu } from '#parts/stages/StageMenu.tsx'
import { useStageActs } from '#parts/stages/use-stage-acts.ts'
import { TaskStatusDot } from '#ui/board/StatusDot.tsx'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { size, weight } from '#ui/look/tokens.ts'

const StageDialog = lazyPart(async () => (await import('#parts/stages/StageDialog.tsx')).StageDialog)

/** The stages of the project's board, for owner and admin, who add the first one here. */
export const StageSettings = ({ projectID }: { projectID: string }) => {
  const { stages, version, isPending, error } = useStages(projectID)
  const { isRetrying, retry } = useStagesRetry(projectID)
  const acts = useStageActs(projectID)
  const [asked, setAsked] = useState<StageAsked | null>(null)
  const area = useKeptFocus<HTMLDivElement>()
  return (
    <TitledCard title="Stages of the Board">
      <Box ref={area} tabIndex={-1} sx={{ display: 'grid', gap: 2, justifyItems: 'start', outline: 'none' }}>
        {error ? (
          <ErrorState
            title="Failed to load the stages"
            text={isApiError(error) ? error.serverMessage : ''}
            onRetry={retry}
            isRetrying={isRetrying}
          />
        ) : (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {stages.length === 0
              ? 'The board has a column for each status. A stage divides one: ‘Design’ and ‘Build’ are both In Progress.'
              : 'The board has a column for each stage, from the left to the right within its status.'}
          </Typography>
        )}
        {isPending && (
          <DelayedSkeleton>
            <Skeleton variant="rounded" width="100%" height={72} role="img" aria-label="Loading the stages" />
          </DelayedSkeleton>
        )}
        {stages.length > 0 && (
          <Box component="ol" aria-label="Stages" sx={{ width: '100%', listStyle: 'none', m: 0, p: 0 }}>
            {stages.map((stage) => (
              <Box
                component="li"
                key={stage.id}
                sx={{
                  display: 'grid',
                  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) 140px 96px auto' },
                  columnGap: 1.5,
                  alignItems: 'center',
                  py: 1,
                  borderBottom: 1,
                  borderColor: 'divider',
                }}
              >
                <Typography dir="auto" sx={{ fontWeight: weight.semibold, overflowWrap: 'anywhere' }}>
                  {stage.name}
                </Typography>
                <Box sx={{ gridRow: { xs: 2, sm: 'auto' }, fontSize: size.small, color: 'text.secondary' }}>
                  <TaskStatusDot status={stage.status} />
                </Box>
                <Box sx={{ display: { xs: 'none', sm: 'block' }, fontSize: size.small, color: 'text.secondary' }}>
                  {stage.limit === null ? 'No limit' : `Limit ${stage.limit}`}
                </Box>
                <StageMenu
                  stages={stages}
                  stage={stage}
                  acts={{
                    rename: (one) => setAsked({ stage: one, focus: 'name' }),
                    edit: (one, focus) => setAsked({ stage: one, focus }),
                    step: acts.step,
                    remove: acts.remove,
                  }}
                />
              </Box>
            ))}
          </Box>
        )}
        <Button
          variant="outlined"
          startIcon={<Plus size={18} aria-hidden />}
          disabled={version === null || stages.length >= STAGES_MAX}
          onClick={() => setAsked({ stage: null, focus: 'name' })}
        >
          {stages.length >= STAGES_MAX ? `At most ${STAGES_MAX} stages` : 'Add stage'}
        </Button>
      </Box>
      {asked && (
        <Suspense fallback={null}>
          <StageDialog projectID={projectID} asked={asked} acts={acts} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </TitledCard>
  )
}
