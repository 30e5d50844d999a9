import { Autocomplete, Box, Button, IconButton, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, FileText, Paperclip, X } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useId, useRef, useState } from 'react'
import type { Task } from '#shared/contract/index.ts'
import { SUBMISSION_FILES_MAX } from '#shared/contract/submissions.ts'
import { useCall } from '#data/use-call.ts'
import { newKey } from '#lib/new-key.ts'
import { errorText } from '#lib/query-client.ts'
import { keepEnter } from '#lib/keep-enter.ts'
import { useGuest } from '../data/guest.ts'
import { newestFilesQuery, taskFilesQuery } from '../data/queries.ts'

type StoredFile = { id: string; name: string }
type UploadingFile = { key: string; file: File; state: 'waiting' | 'uploading' | 'failed'; error: string }

/** The task that files are handed in of. */
type FilesOf = Pick<Task, 'id' | 'projectID'>

/**
 * Uploads files into the project, or a guest's into their task, one by one; one that fails stays with its reason and
 * leaves the others alone.
 */
export const useHandedFiles = ({ id: taskID, projectID }: FilesOf, onStored: (file: StoredFile) => void) => {
  const [sent, setSent] = useState<readonly UploadingFile[]>([])
  const queue = useRef(Promise.resolve())
  const gone = useRef(new Set<string>())
  const isGuest = useGuest() !== null
  const { mutateAsync } = useCall(isGuest ? 'files.uploadToTask' : 'files.upload', {
    sameWhen: ({ key }: Pick<UploadingFile, 'key' | 'file'>) => key,
    input: () => ({ params: { id: isGuest ? taskID : projectID } }),
    options: ({ file }) => ({ file }),
  })
  const drop = (key: string) => setSent((all) => all.filter((one) => one.key !== key))
  const mark = (key: string, part: Partial<UploadingFile>) =>
    setSent((all) => all.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const send = (one: UploadingFile) => {
    mark(one.key, { state: 'waiting', error: '' })
    queue.current = queue.current.then(async () => {
      if (gone.current.has(one.key)) return
      mark(one.key, { state: 'uploading' })
      try {
        const { data } = await mutateAsync(one)
        drop(one.key)
        if (!gone.current.has(one.key)) onStored({ id: data.id, name: data.name })
      } catch (error) {
        mark(one.key, { state: 'failed', error: errorText(error, 'Failed to upload the file') })
      }
    })
  }
  return {
    sent,
    isBusy: sent.some(({ state }) => state !== 'failed'),
    add: (files: readonly File[]) => {
      const added = files.map((file): UploadingFile => ({ key: newKey(), file, state: 'waiting', error: '' }))
      setSent((all) => [...all, ...added])
      added.forEach(send)
    },
    retry: (one: UploadingFile) => send(one),
    remove: (key: string) => {
      gone.current.add(key)
      drop(key)
    },
  }
}
export type HandedFilesState = ReturnType<typeof useHandedFiles>

type RowProps = { icon: ReactNode; name: string; note?: string; isBad?: boolean; children: ReactNode }
const Row = ({ icon, name, note, isBad = false, children }: RowProps) => (
  <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1, py: 0.25 }}>
    <Box aria-hidden sx={{ display: 'flex', color: isBad ? 'error.main' : 'text.secondary' }}>
      {icon}
    </Box>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {name}
      </Typography>
      {note && (
        <Typography variant="body2" sx={{ color: isBad ? 'error.main' : 'text.secondary' }}>
          {note}
        </Typography>
      )}
    </Box>
    {children}
  </Box>
)

type KnownFilesProps = { task: FilesOf; files: readonly StoredFile[]; onChoose: (file: StoredFile) => void }
/**
 * Files that are in the project already, and for a guest those of the task, to be handed in as they are; they are read
 * when somebody wants to choose.
 */
const KnownFiles = ({ task, files, onChoose }: KnownFilesProps) => {
  const isGuest = useGuest() !== null
  const [isOpened, setIsOpened] = useState(false)
  const ofProject = useQuery(newestFilesQuery(task.projectID, isOpened && !isGuest))
  const ofTask = useQuery(taskFilesQuery(task.id, isOpened && isGuest))
  const { data: known, isFetching, isError } = isGuest ? ofTask : ofProject
  const data: readonly StoredFile[] = known ?? []
  const others = data.filter(({ id }) => !files.some((file) => file.id === id))
  return (
    <Autocomplete
      options={others}
      onKeyDown={keepEnter}
      value={null}
      blurOnSelect
      clearOnBlur
      onOpen={() => setIsOpened(true)}
      onChange={(_event, file) => file && onChoose({ id: file.id, name: file.name })}
      // The field empties itself for the next file.
      key={files.length}
      loading={isFetching}
      loadingText="Loading files…"
      getOptionLabel={({ name }) => name}
      getOptionKey={({ id }) => id}
      noOptionsText={
        isError
          ? 'The files could not be loaded.'
          : isGuest
            ? 'The task has no other files.'
            : 'There are no other files in the project.'
      }
      renderInput={(input) => <TextField {...input} label={isGuest ? 'Files of the task' : 'Files of the project'} />}
    />
  )
}

type HandedFilesProps = {
  task: FilesOf
  files: readonly StoredFile[]
  uploads: HandedFilesState
  error: string | undefined
  onChoose: (file: StoredFile) => void
  onRemove: (id: string) => void
}

/** The files of a hand-in: those that are stored, those on their way, and those that failed. */
export const HandedFiles = ({ task, files, uploads, error, onChoose, onRemove }: HandedFilesProps) => {
  const input = useRef<HTMLInputElement>(null)
  const errorID = useId()
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    uploads.add([...(target.files ?? [])])
    target.value = ''
  }
  const isFull = files.length + uploads.sent.length >= SUBMISSION_FILES_MAX
  return (
    <Box role="group" aria-label="Files" aria-describedby={error ? errorID : undefined}>
      <Box component="ul" aria-label="Chosen files" aria-live="polite" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {files.map(({ id, name }) => (
          <Row key={id} icon={<FileText size={18} />} name={name}>
            <IconButton size="small" aria-label={`Take ${name} out`} onClick={() => onRemove(id)}>
              <X size={16} aria-hidden />
            </IconButton>
          </Row>
        ))}
        {uploads.sent.map((one) => (
          <Row
            key={one.key}
            icon={one.state === 'failed' ? <CircleAlert size={18} /> : <FileText size={18} />}
            name={one.file.name}
            note={one.state === 'failed' ? one.error : one.state === 'uploading' ? 'Uploading…' : 'Waiting'}
            isBad={one.state === 'failed'}
          >
            {one.state === 'failed' && (
              <Button size="small" onClick={() => uploads.retry(one)} aria-label={`Retry ${one.file.name}`}>
                Retry
              </Button>
            )}
            <IconButton size="small" aria-label={`Take ${one.file.name} out`} onClick={() => uploads.remove(one.key)}>
              <X size={16} aria-hidden />
            </IconButton>
          </Row>
        ))}
      </Box>
      {!isFull && (
        <Box sx={{ my: 1 }}>
          <KnownFiles task={task} files={files} onChoose={onChoose} />
        </Box>
      )}
      <Button
        size="small"
        variant="outlined"
        startIcon={<Paperclip size={16} aria-hidden />}
        disabled={isFull}
        onClick={() => input.current?.click()}
      >
        Add files
      </Button>
      <input ref={input} type="file" multiple hidden aria-label="Files to add" onChange={choose} />
      {error && (
        <Typography id={errorID} role="alert" variant="body2" sx={{ color: 'error.main', mt: 0.5 }}>
          {error}
        </Typography>
      )}
    </Box>
  )
}
