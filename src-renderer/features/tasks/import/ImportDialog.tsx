import { Alert, Box, Button, Typography } from '@mui/material'
import { Upload } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { IMPORT_MAX } from '#shared/contract/imports.ts'
import type { TaskPriority } from '#shared/contract/task-fields.ts'
import type { DayOrder } from '#shared/rules/import/days.ts'
import { type ReadImport, sourceOf } from '#shared/rules/import/read.ts'
import type { TableField } from '#shared/rules/import/words/heads.ts'
import { isApiError } from '#lib/api.ts'
import { newKey } from '#lib/new-key.ts'
import { errorText } from '#lib/query-client.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { DialogBody, DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { ImportColumns, ImportDayOrder, ImportWords, priorityOptions, statusOptions } from './ImportChoices.tsx'
import { ImportPreview, tasksText } from './ImportPreview.tsx'
import { useImport, useUndoImport } from './mutations.ts'
import { readFile } from './read-file.ts'
import { useImportPlan } from './use-import-plan.ts'

type Chosen = { name: string; key: string; read: ReadImport }
type Done = { id: string; created: number }

const conflictText = 'This file has been imported already. Choose the file again to import it again.'
const textOf = (error: Error): string =>
  isApiError(error) && error.status === 409 ? conflictText : errorText(error, 'Failed to import the tasks')

const Choose = ({ onChoose }: { onChoose: (file: File) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <>
      <Button variant="outlined" startIcon={<Upload size={18} aria-hidden />} onClick={() => input.current?.click()}>
        Choose a file
      </Button>
      <Box component="label" htmlFor={id} sx={visuallyHidden}>
        File with tasks
      </Box>
      <input
        id={id}
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.json,text/csv,application/json"
        tabIndex={-1}
        style={{ display: 'none' }}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again after it was mended.
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </>
  )
}

type StepProps = {
  projectID: string
  chosen: Chosen
  onAgain: () => void
  onDone: (done: Done) => void
  onClose: () => void
}

/** A file that was read: what its columns and words mean, and what would come of it. */
const Look = ({ projectID, chosen: { name, key, read }, onAgain, onDone, onClose }: StepProps) => {
  const [columns, setColumns] = useState<readonly TableField[] | null>(null)
  const [dayOrder, setDayOrder] = useState<DayOrder | 'none' | null>(null)
  const [statuses, setStatuses] = useState<ReadonlyMap<string, number>>(new Map())
  const [priorities, setPriorities] = useState<ReadonlyMap<string, TaskPriority | null>>(new Map())
  const choices = { columns, dayOrder, statuses, priorities }
  const { plan, error, retry, ...shown } = useImportPlan(projectID, read, choices)
  const send = useImport(projectID)
  const count = plan?.tasks.length ?? 0
  const hasTitle = !('table' in read) || shown.columns.includes('title')
  return (
    <DialogForm
      onSubmit={() => {
        if (!plan || count === 0 || count > IMPORT_MAX || send.isPending) return
        const { labels, tasks } = plan
        send.mutate(
          { key, source: sourceOf(read.kind), labels, tasks: tasks.map(({ sent }) => sent) },
          { onSuccess: ({ data }) => onDone(data) },
        )
      }}
      actions={
        <FormButtons onCancel={onClose} isPending={send.isPending} disabled={count === 0}>
          {count === 0 ? 'Import' : `Import ${tasksText(count)}`}
        </FormButtons>
      }
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
        <Typography sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Button onClick={onAgain} disabled={send.isPending}>
          Choose another file
        </Button>
      </Box>
      {send.isError && <Alert severity="error">{textOf(send.error)}</Alert>}
      {error && (
        <ErrorState
          title="Failed to load members and labels"
          text={isApiError(error) ? error.serverMessage : ''}
          onRetry={retry}
          isRetrying={false}
        />
      )}
      {'table' in read && <ImportColumns table={read.table} columns={shown.columns} onChange={setColumns} />}
      {!hasTitle && <Alert severity="warning">Choose the column that has the titles.</Alert>}
      {hasTitle && (
        <>
          {shown.dayOrder && (
            <ImportDayOrder order={shown.dayOrder.order} onChange={(order) => setDayOrder(order ?? 'none')} />
          )}
          <ImportWords
            title="Statuses"
            words={shown.statusWords}
            options={statusOptions}
            chosen={statuses}
            onChange={(word, means) => setStatuses((before) => new Map(before).set(word, means))}
          />
          <ImportWords
            title="Priorities"
            words={shown.priorityWords}
            options={priorityOptions}
            chosen={priorities}
            onChange={(word, means) => setPriorities((before) => new Map(before).set(word, means))}
          />
        </>
      )}
      {hasTitle && plan && <ImportPreview plan={plan} />}
    </DialogForm>
  )
}

type FinishedProps = { projectID: string; done: Done; onClose: () => void }

const Finished = ({ projectID, done, onClose }: FinishedProps) => {
  const undo = useUndoImport(projectID)
  const back = undo.data?.data
  const stay =
    back && back.kept > 0
      ? ` ${tasksText(back.kept)} ${back.kept === 1 ? 'stays' : 'stay'}, because somebody has changed them since.`
      : ''
  const said = back
    ? `${tasksText(back.removed)} moved to Trash.${stay}`
    : `${tasksText(done.created)} ${done.created === 1 ? 'is' : 'are'} on the board.`
  return (
    <DialogBody
      actions={
        <>
          {!back && (
            <Button color="inherit" onClick={() => undo.mutate(done.id)} loading={undo.isPending}>
              Undo the import
            </Button>
          )}
          <Button variant="contained" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Alert severity={back ? 'info' : 'success'} role="status">
        {said}
      </Alert>
      {undo.isError && <Alert severity="error">{errorText(undo.error, 'Failed to undo the import')}</Alert>}
    </DialogBody>
  )
}

/** Imports tasks from a file: what it is, what its columns and words mean, a preview, and a way back. */
export const ImportDialog = ({ projectID, onClose }: { projectID: string; onClose: () => void }) => {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [refusal, setRefusal] = useState('')
  const [done, setDone] = useState<Done | null>(null)
  const choose = async (file: File) => {
    const read = await readFile(file)
    setRefusal(typeof read === 'string' ? `${file.name}: ${read}` : '')
    setChosen(typeof read === 'string' ? null : { name: file.name, key: newKey(), read })
  }
  const content = () => {
    if (done) return <Finished projectID={projectID} done={done} onClose={onClose} />
    if (chosen)
      return (
        <Look
          key={chosen.key}
          projectID={projectID}
          chosen={chosen}
          onAgain={() => setChosen(null)}
          onDone={setDone}
          onClose={onClose}
        />
      )
    return (
      <DialogBody
        actions={
          <Button color="inherit" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        {refusal && <Alert severity="error">{refusal}</Alert>}
        <Typography>
          A CSV from a spreadsheet or another tracker, a Trello board as JSON, or a project exported as JSON. You see a
          preview first.
        </Typography>
        <Box>
          <Choose onChoose={(file) => void choose(file)} />
        </Box>
      </DialogBody>
    )
  }
  return (
    <FormDialog title="Import tasks" isOpen onClose={onClose} maxWidth="md" hasCross>
      {content()}
    </FormDialog>
  )
}
