import { Alert, Box, Button, Typography } from '@mui/material'
import { Upload } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { ReadChoices } from '#shared/rules/import/read.ts'
import { errorText } from '#lib/query-client.ts'
import { DialogBody, FormDialog } from '#ui/form/FormDialog.tsx'
import { visuallyHidden } from '#ui/look/text-looks.ts'
import { type Chosen, type Done, ImportLook } from './ImportLook.tsx'
import { tasksText } from './ImportPreview.tsx'
import { useUndoImport } from './mutations.ts'
import { type OpenReader, openReader } from './open-reader.ts'
import { keyOf } from './unfinished.ts'

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
        accept=".csv,.tsv,.txt,.md,.json,.ics,.xlsx,text/csv,application/json"
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

const whereText = (onBoard: number, aside: number): string => {
  const board = `${tasksText(onBoard)} ${onBoard === 1 ? 'is' : 'are'} on the board`
  return aside > 0 ? `${board}, and ${aside.toLocaleString('en-US')} in the Backlog only.` : `${board}.`
}

type FinishedProps = { projectID: string; done: Done; onClose: () => void }

const Finished = ({ projectID, done, onClose }: FinishedProps) => {
  const undo = useUndoImport(projectID)
  const back = undo.data?.data
  const stay =
    back && back.kept > 0
      ? ` ${tasksText(back.kept)} ${back.kept === 1 ? 'stays' : 'stay'}, because somebody has changed them since.`
      : ''
  const columns = done.columns.length > 0 ? ` The columns that it added stay: ${done.columns.join(', ')}.` : ''
  const said = back
    ? `${tasksText(back.removed)} moved to Trash.${stay}${columns}`
    : whereText(done.created - done.aside, done.aside)
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
  const [readingOf, setReadingOf] = useState('')
  const [refusal, setRefusal] = useState('')
  const [done, setDone] = useState<Done | null>(null)
  const last = useRef(0)
  const reader = useRef<OpenReader>(null)
  useEffect(
    () => () => {
      reader.current?.close()
      reader.current = null
    },
    [],
  )
  const choose = async (file: File, choices: ReadChoices = {}) => {
    reader.current ??= openReader()
    last.current += 1
    const reading = last.current
    setReadingOf(file.name)
    const found = await reader.current.read(reading, file, choices).catch(({ message }: Error) => message)
    // Another choice has been made since.
    if (reading !== last.current) return
    const isRefused = typeof found === 'string'
    setReadingOf('')
    setRefusal(isRefused ? `${file.name}: ${found}` : '')
    if (!isRefused) setChosen({ file, key: keyOf(projectID, file), found, choices, reader: reader.current })
    // What was chosen for a file that can no longer be read is given up, and the file stays.
    else if (chosen?.file !== file) setChosen(null)
  }
  const content = () => {
    if (done) return <Finished projectID={projectID} done={done} onClose={onClose} />
    if (chosen)
      return (
        <ImportLook
          // Another zone changes days alone: what was chosen stays.
          key={`${chosen.key} ${JSON.stringify({ ...chosen.choices, zone: undefined })}`}
          projectID={projectID}
          chosen={chosen}
          refusal={refusal}
          readingOf={readingOf}
          onReread={(choices) => void choose(chosen.file, choices)}
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
          A CSV or Excel file from a spreadsheet or another tracker, a checklist, a calendar of tasks, a board of
          Trello, Planka or WeKan as JSON, issues of GitHub as JSON, or an exported project. You see a preview first.
        </Typography>
        <Box>
          <Choose onChoose={(file) => void choose(file)} />
        </Box>
        <Typography role="status" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {readingOf !== '' && `Reading ${readingOf} …`}
        </Typography>
      </DialogBody>
    )
  }
  return (
    <FormDialog title="Import tasks" isOpen onClose={onClose} maxWidth="md" hasCross>
      {content()}
    </FormDialog>
  )
}
