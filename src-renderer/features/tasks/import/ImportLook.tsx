import { Alert, Box, Button, Typography } from '@mui/material'
import { useId, useState } from 'react'
import type { TaskPriority } from '#shared/contract/task-fields.ts'
import type { DayOrder } from '#shared/rules/import/days.ts'
import type { ReadChoices } from '#shared/rules/import/read.ts'
import type { TableField } from '#shared/rules/import/words/heads.ts'
import { isApiError } from '#lib/api.ts'
import { errorText } from '#lib/query-client.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { DialogForm, FormButtons } from '#ui/form/FormDialog.tsx'
import {
  ImportDayOrder,
  ImportLists,
  ImportOther,
  ImportWords,
  priorityOptions,
  statusOptions,
} from './ImportChoices.tsx'
import { ImportColumns } from './ImportColumns.tsx'
import { ImportRefused } from './ImportNotes.tsx'
import { ImportPeople } from './ImportPeople.tsx'
import { ImportPreview, tasksText } from './ImportPreview.tsx'
import { ImportReading } from './ImportReading.tsx'
import { ImportedAlready, useSendParts } from './mutations.ts'
import type { OpenReader } from './open-reader.ts'
import type { Found, Preview } from './reader.ts'
import { forgetUnfinished, noteUnfinished } from './unfinished.ts'
import { useImportPlan } from './use-import-plan.ts'

export type Chosen = { file: File; key: string; found: Found; choices: ReadChoices; reader: OpenReader }
/** `columns` are those that the board got for it. */
/** What was imported; `aside` counts the tasks of statuses without a column. */
export type Done = { id: string; created: number; aside: number; columns: readonly string[] }

const textOf = (error: Error): string =>
  error instanceof ImportedAlready ? error.message : errorText(error, 'Failed to import the tasks')

/** What a person chooses of a file; null is what was found. */
const useChoices = (zone: string | undefined) => {
  const [columns, setColumns] = useState<readonly TableField[] | null>(null)
  const [dayOrder, setDayOrder] = useState<DayOrder | 'none' | null>(null)
  const [statuses, setStatuses] = useState<ReadonlyMap<string, number>>(new Map())
  const [priorities, setPriorities] = useState<ReadonlyMap<string, TaskPriority | null>>(new Map())
  const [finished, setFinished] = useState<'completed' | 'asTheyAre'>('completed')
  const [archived, setArchived] = useState<'leftOut' | 'completed'>('leftOut')
  const [lists, setLists] = useState<'stages' | 'labels' | null>(null)
  return {
    choices: { columns, dayOrder, statuses, priorities, finished, archived, lists, zone },
    set: { setColumns, setDayOrder, setStatuses, setPriorities, setFinished, setArchived, setLists },
  }
}
type Choosing = ReturnType<typeof useChoices>

type MeaningsProps = { shown: Preview; isBoard: boolean } & Choosing
const Meanings = ({ shown, isBoard, choices, set }: MeaningsProps) => (
  <>
    {shown.dayOrder && (
      <ImportDayOrder order={shown.dayOrder.order} onChange={(order) => set.setDayOrder(order ?? 'none')} />
    )}
    <ImportWords
      title={isBoard ? 'Lists' : 'Statuses'}
      words={shown.statusWords}
      options={statusOptions}
      chosen={choices.statuses}
      onChange={(word, means) => set.setStatuses((before) => new Map(before).set(word, means))}
    />
    <ImportLists lists={shown.lists} onChange={set.setLists} />
    <ImportWords
      title="Priorities"
      words={shown.priorityWords}
      options={priorityOptions}
      chosen={choices.priorities}
      onChange={(word, means) => set.setPriorities((before) => new Map(before).set(word, means))}
    />
    <ImportOther
      counts={shown.counts}
      finished={choices.finished}
      archived={choices.archived}
      onFinished={set.setFinished}
      onArchived={set.setArchived}
    />
  </>
)

type LookProps = {
  projectID: string
  chosen: Chosen
  /** Why the file cannot be read as it was chosen last; '' where it can. */
  refusal: string
  /** The file that is being read; '' when none is. */
  readingOf: string
  onReread: (choices: ReadChoices) => void
  onAgain: () => void
  onDone: (done: Done) => void
  onClose: () => void
}

/** A file that was read: how it was read, what its columns and words mean, and what would come of it. */
export const ImportLook = ({
  projectID,
  chosen,
  refusal,
  readingOf,
  onReread,
  onAgain,
  onDone,
  onClose,
}: LookProps) => {
  const { file, key, found, reader } = chosen
  const choosing = useChoices(chosen.choices.zone)
  const columns = found.table ? (choosing.choices.columns ?? found.table.guesses) : []
  const { send, sent, isPending, error: failure } = useSendParts(projectID, reader)
  const { preview, isCurrent, broken, error, retry } = useImportPlan({
    projectID,
    reader,
    reading: found.reading,
    choices: choosing.choices,
    isSending: isPending,
  })
  const reasonID = useId()
  const count = preview?.count ?? 0
  const hasTitle = found.table === null || columns.includes('title')
  const isBusy = readingOf !== '' || (hasTitle && !isCurrent && !error && !broken)
  const isReady = hasTitle && isCurrent && readingOf === '' && count > 0
  const reason = () => {
    if (isBusy) return `Reading ${readingOf || file.name} …`
    if (!hasTitle) return 'Choose the column that has the titles.'
    return preview && count === 0 ? 'There is no task to import.' : ''
  }
  const submit = async () => {
    if (!isReady || isPending) return
    noteUnfinished(projectID, file, key)
    try {
      const done = await send(key, found.source)
      forgetUnfinished()
      onDone(done)
    } catch (thrown) {
      // The next try begins again.
      if (thrown instanceof ImportedAlready) forgetUnfinished()
    }
  }
  const progress =
    sent !== null && sent > 0 ? `${sent.toLocaleString('en-US')} of ${tasksText(count)} are on the board.` : ''
  return (
    <DialogForm
      onSubmit={() => void submit()}
      actions={
        <>
          <Typography
            id={reasonID}
            role="status"
            variant="body2"
            sx={{ flex: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}
          >
            {reason() || progress}
          </Typography>
          <FormButtons onCancel={onClose} isPending={isPending} disabled={!isReady} aria-describedby={reasonID}>
            {hasTitle && count > 0 ? `Import ${tasksText(count)}` : 'Import'}
          </FormButtons>
        </>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{file.name}</Typography>
        <Button onClick={onAgain} disabled={isPending}>
          Choose another file
        </Button>
      </Box>
      {refusal && <Alert severity="error">{refusal}</Alert>}
      {failure && <Alert severity="error">{textOf(failure)}</Alert>}
      {error && (
        <ErrorState
          title="Failed to load members and labels"
          text={isApiError(error) ? error.serverMessage : ''}
          onRetry={retry}
          isRetrying={false}
        />
      )}
      {broken && <Alert severity="error">{broken.message}</Alert>}
      {hasTitle && preview && <ImportRefused {...preview.refused} />}
      <ImportReading found={found} choices={chosen.choices} onChange={onReread} />
      {found.table && <ImportColumns table={found.table} columns={columns} onChange={choosing.set.setColumns} />}
      {hasTitle && preview && <Meanings shown={preview} isBoard={found.table === null} {...choosing} />}
      {hasTitle && preview && <ImportPeople projectID={projectID} people={preview.people} />}
      {hasTitle && preview && <ImportPreview preview={preview} />}
    </DialogForm>
  )
}
