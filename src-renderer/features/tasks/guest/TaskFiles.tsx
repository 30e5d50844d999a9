import { Alert, Box, Button, IconButton, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { FileText, Paperclip, Trash2 } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import type { TaskFile } from '#shared/contract/files.ts'
import { useCall } from '#data/use-call.ts'
import { confirm } from '#lib/confirm.ts'
import { newKey } from '#lib/new-key.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { taskFilesQuery } from '../data/queries.ts'

type TaskFilesProps = { taskID: string; isReadOnly: boolean }
type Sent = { key: string; file: File }

const sayFailure = (error: Error, name: string, text: string) => toast(`${name}: ${errorText(error, text)}`, 'error')

const FileRow = ({ taskID, file, isReadOnly }: TaskFilesProps & { file: TaskFile }) => {
  const input = () => ({ params: { id: taskID, fileId: file.id } })
  const download = useCall('files.downloadOfTask', {
    input,
    options: () => ({ saveAs: file.name }),
    onError: (error) => sayFailure(error, file.name, 'Failed to download the file'),
  })
  const remove = useCall('files.removeFromTask', {
    input,
    onSuccess: () => toast(`${file.name} was deleted.`, 'success'),
    onError: (error) => sayFailure(error, file.name, 'Failed to delete the file'),
    isReloadAwaited: true,
  })
  const ask = async () => {
    const isSure = await confirm({
      title: 'Delete this file?',
      text: `${file.name} is gone for everybody.`,
      confirmLabel: 'Delete',
      isDangerous: true,
    })
    if (isSure) remove.mutate()
  }
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
      <FileText size={18} aria-hidden style={{ flex: 'none' }} />
      <Button
        size="small"
        loading={download.isPending}
        onClick={() => download.mutate()}
        sx={{ minWidth: 0, textAlign: 'start', overflowWrap: 'anywhere' }}
      >
        {file.name}
      </Button>
      {file.isOwn && !isReadOnly && (
        <IconButton
          size="small"
          aria-label={`Delete ${file.name}`}
          disabled={remove.isPending}
          onClick={() => void ask()}
          sx={{ ml: 'auto' }}
        >
          <Trash2 size={16} aria-hidden />
        </IconButton>
      )}
    </Box>
  )
}

/** The files of the task, with what its guest may do with them. */
export const TaskFiles = ({ taskID, isReadOnly }: TaskFilesProps) => {
  const { data, error, isFetching, refetch } = useQuery(taskFilesQuery(taskID, true))
  const field = useRef<HTMLInputElement>(null)
  const queue = useRef(Promise.resolve())
  const upload = useCall('files.uploadToTask', {
    sameWhen: ({ key }: Sent) => key,
    input: () => ({ params: { id: taskID } }),
    options: ({ file }) => ({ file }),
    isReloadAwaited: true,
    onError: (failure, { file }) => sayFailure(failure, file.name, 'Failed to upload the file'),
  })
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    // One after the other, so that each counts those before it; one that fails leaves the others alone.
    for (const file of target.files ?? [])
      queue.current = queue.current.then(() =>
        upload.mutateAsync({ key: newKey(), file }).then(
          () => undefined,
          () => undefined,
        ),
      )
    target.value = ''
  }
  return (
    <>
      {error && (
        <ErrorState
          title={errorText(error, 'Failed to load files')}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data?.length === 0 && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          The task has no files.
        </Typography>
      )}
      {data && data.length > 0 && (
        <Box component="ul" aria-label="Files of the task" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.map((file) => (
            <FileRow key={file.id} taskID={taskID} file={file} isReadOnly={isReadOnly} />
          ))}
        </Box>
      )}
      {upload.isPending && (
        <Alert severity="info" role="status">
          Uploading {upload.variables.file.name}…
        </Alert>
      )}
      {!isReadOnly && (
        <Box>
          <Button
            size="small"
            variant="outlined"
            startIcon={<Paperclip size={16} aria-hidden />}
            onClick={() => field.current?.click()}
          >
            Add files
          </Button>
          <input ref={field} type="file" multiple hidden aria-label="Files to attach" onChange={choose} />
        </Box>
      )}
    </>
  )
}
