import { Alert, Box, Button, IconButton, Skeleton } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { type TaskTemplate, TEMPLATE_NAME_MAX } from '#shared/contract/index.ts'
import { templatesQuery } from '#data/templates.ts'
import { confirm } from '#lib/confirm.ts'
import { useKeptFocus } from '#lib/kept-focus.ts'
import { paths } from '#lib/paths.ts'
import { errorText } from '#lib/query-client.ts'
import { DelayedSkeleton } from '#ui/feedback/DelayedSkeleton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Field } from '#ui/form/Field.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { useDeleteTemplate, useRenameTemplate } from './mutations.ts'

const TemplateRow = ({ projectID, template }: { projectID: string; template: TaskTemplate }) => {
  const [name, setName] = useState(template.name)
  const rename = useRenameTemplate(projectID)
  const remove = useDeleteTemplate(projectID)
  const typed = name.trim()
  const isChanged = typed !== template.name
  const save = () => {
    if (isChanged && typed !== '') rename.mutate({ templateID: template.id, name })
  }
  const ask = async () => {
    const isSure = await confirm({
      title: `Delete ${template.name}?`,
      text: 'Nobody can begin a task with this template any more. Tasks made from it stay. This cannot be undone.',
      confirmLabel: 'Delete',
      isDangerous: true,
    })
    if (isSure) remove.mutate(template.id)
  }
  const failure = rename.error ?? remove.error
  return (
    <Box component="li" sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'grid', gap: 1, alignItems: 'start', gridTemplateColumns: 'minmax(0, 1fr) auto' }}>
        <Field
          label={`Name of ${template.name}`}
          value={name}
          hint={template.title === template.name ? undefined : `Task: ${template.title}`}
          autoComplete="off"
          inputProps={{ maxLength: TEMPLATE_NAME_MAX }}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
          }}
        />
        {isChanged ? (
          <Button onClick={save} disabled={typed === ''} loading={rename.isPending} sx={{ mt: 3.25, minHeight: 47 }}>
            Save
          </Button>
        ) : (
          <IconButton
            aria-label={`Delete ${template.name}`}
            onClick={() => void ask()}
            disabled={remove.isPending}
            sx={{ mt: 3.5 }}
          >
            <Trash2 size={18} aria-hidden />
          </IconButton>
        )}
      </Box>
      {failure && <Alert severity="error">{errorText(failure, 'The template could not be changed.')}</Alert>}
    </Box>
  )
}

/** The project's templates for new tasks, for owner and admin, who rename and delete them here. */
export const TaskTemplates = ({ projectID }: { projectID: string }) => {
  const { data, isError, isFetching, refetch } = useQuery(templatesQuery(projectID, true))
  const area = useKeptFocus<HTMLDivElement>()
  return (
    <TitledCard title="Task Templates">
      <Box ref={area} tabIndex={-1} sx={{ outline: 'none' }}>
        {data?.length === 0 && (
          <EmptyState
            kind="tasks"
            title="No templates yet"
            text="Open a task that others will resemble, and choose ‘Save as template…’. New tasks can then begin with what it says."
            headingLevel={4}
            action={
              <Button component={RouterLink} to={paths.projectTab(projectID, 'tasks')} variant="outlined">
                Go to the tasks
              </Button>
            }
          />
        )}
        {data && data.length > 0 && (
          <Box component="ul" aria-label="Templates" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2 }}>
            {data.map((template) => (
              <TemplateRow key={`${template.id} ${template.name}`} projectID={projectID} template={template} />
            ))}
          </Box>
        )}
        {!data && isError && (
          <ErrorState title="Failed to load the templates" onRetry={() => void refetch()} isRetrying={isFetching} />
        )}
        {!data && !isError && (
          <DelayedSkeleton>
            <Skeleton variant="rounded" height={72} role="img" aria-label="Loading the templates" />
          </DelayedSkeleton>
        )}
      </Box>
    </TitledCard>
  )
}
