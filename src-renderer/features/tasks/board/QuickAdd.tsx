import { beginningOf } from '#shared/rules/cut.ts'
import { Box, Button, TextField } from '@mui/material'
import { Plus } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { type ProjectRole, TASK_TITLE_MAX } from '#shared/contract/index.ts'
import { readPastedList } from '#shared/rules/pasted-list.ts'
import { newKey } from '#lib/new-key.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { quietField } from '#ui/list/quiet-field.ts'
import { radius, size } from '#ui/look/tokens.ts'
import { type PasteResult, PastedList } from './PastedList.tsx'
import { QuickAddGuard } from './QuickAddGuard.tsx'
import { explainFirstOffer } from '../offer/first-offer.ts'
import { useTypedReward } from '../offer/use-typed-reward.ts'
import { TemplateMenu } from '../templates/TemplateMenu.tsx'
import type { TaskColumn } from '../data/columns.ts'
import { useAddTask } from './use-make-tasks.ts'
import { WithCutPasteNote } from '#ui/form/CutPasteNote.tsx'

/** What was typed, on its way to the server, or not added, with the reason. */
type Entry = { key: string; title: string; reason: string | null }

type QuickAddProps = {
  projectID: string
  role: ProjectRole
  column: TaskColumn
  /** Whether filters narrow the board, so that a new task may not be seen. */
  isFiltered: boolean
  /** Opens the form for a new task of that column, filled from a template. */
  onTemplate: (column: TaskColumn, templateID: string) => void
}

/**
 * Adds tasks at the head of a column by title only: Enter adds one, and the field stays for the next. A title that
 * could not be added stays, with the reason. A pasted list is shown before its tasks are made. The description, which a
 * task must have, is the title until somebody writes one.
 */
export const QuickAdd = memo(function QuickAdd(props: QuickAddProps) {
  const { projectID, role, column, isFiltered, onTemplate } = props
  const { status, stage, title: where } = column
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [reason, setReason] = useState<string | null>(null)
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [pasted, setPasted] = useState<PasteResult | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  const isHere = useRef(true)
  /** What went back to the field when it could not be added: sent again as it is, it is the same task. */
  const returned = useRef<Pick<Entry, 'key' | 'title'> | null>(null)
  const add = useAddTask(projectID)
  const reward = useTypedReward(projectID, role)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const leave = (key: string) => setEntries((now) => now.filter((entry) => entry.key !== key))
  const send = async ({ key, title }: Pick<Entry, 'key' | 'title'>) => {
    setEntries((now) => [{ key, title, reason: null }, ...now.filter((entry) => entry.key !== key)])
    const refused = reward.refusal(title)
    try {
      if (refused !== null) throw new Error(refused)
      const task = reward.read(title)
      await add.mutateAsync({ key, ...task, description: task.title, status, stage })
      leave(key)
      if (isFiltered) toast('Added. Your filters may hide it.', 'info')
    } catch (error) {
      const why = refused ?? errorText(error, 'Failed to create task')
      if (!isHere.current) return void toast(`“${title}” was not added. ${why}`, 'error')
      // The text goes back to the field when nothing else has been typed there.
      if (field.current?.value === '') {
        leave(key)
        returned.current = { key, title }
        setText(title)
        setReason(why)
      } else setEntries((now) => now.map((entry) => (entry.key === key ? { ...entry, reason: why } : entry)))
    }
  }
  const submit = async () => {
    const title = text.trim()
    if (title === '') return
    const refused = reward.refusal(title)
    if (refused !== null) return setReason(refused)
    if (reward.read(title).offer && !(await explainFirstOffer(projectID))) return
    setText('')
    setReason(null)
    const again = returned.current?.title === title ? returned.current.key : null
    returned.current = null
    void send({ key: again ?? newKey(), title })
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // The board's own keys are about its cards.
    event.stopPropagation()
    if (event.key === 'Enter') {
      event.preventDefault()
      void submit()
    } else if (event.key === 'Escape') setIsOpen(false)
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const said = event.clipboardData.getData('text/plain')
    const { tasks, left } = readPastedList(said)
    if (tasks.length < 2) return
    event.preventDefault()
    setPasted({ key: newKey(), tasks, left, text: said })
  }
  const closeList = () => {
    setPasted(null)
    setTimeout(() => field.current?.focus())
  }
  // What is under way, or was not added, stays in sight when the field is closed.
  const unsent = text.trim() !== '' || entries.some((entry) => entry.reason !== null)
  const waiting = entries.map(({ key, title, reason: why }) => (
    <Box
      key={key}
      role={why ? 'alert' : 'status'}
      sx={{
        px: 1.5,
        py: 1,
        border: '1px dashed',
        borderColor: why ? 'error.main' : 'divider',
        borderRadius: radius.medium,
        bgcolor: 'background.card',
        fontSize: size.small,
        overflowWrap: 'anywhere',
      }}
    >
      {title}
      {why === null ? (
        <Box sx={{ fontSize: size.note, color: 'text.secondary' }}>Adding…</Box>
      ) : (
        <>
          <Box sx={{ fontSize: size.note, color: 'error.main' }}>Not added. {why}</Box>
          <Button size="small" onClick={() => void send({ key, title })}>
            Try again
          </Button>
          <Button size="small" color="inherit" onClick={() => leave(key)}>
            Discard
          </Button>
        </>
      )}
    </Box>
  ))
  if (!isOpen)
    return (
      <Box sx={{ display: 'grid', gap: 0.75, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Button
          ref={button}
          color="inherit"
          size="small"
          fullWidth
          startIcon={<Plus size={16} aria-hidden />}
          aria-label={`Add task to ${where}`}
          onClick={() => setIsOpen(true)}
          sx={{ justifyContent: 'flex-start', color: 'text.secondary', height: 32 }}
        >
          Add task
        </Button>
        {waiting}
        {unsent && <QuickAddGuard />}
      </Box>
    )
  return (
    <Box sx={{ display: 'grid', gap: 0.75, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {pasted ? (
        <PastedList
          key={pasted.key}
          projectID={projectID}
          role={role}
          to={{ status, stage }}
          pasted={pasted}
          onDone={closeList}
          onAsOne={(said) => {
            setText(beginningOf(said.replace(/\s+/gu, ' ').trim(), TASK_TITLE_MAX))
            closeList()
          }}
        />
      ) : (
        <WithCutPasteNote>
          <TextField
            inputRef={field}
            autoFocus
            label={`New task in ${where}`}
            placeholder="Title, then Enter"
            value={text}
            error={reason !== null}
            helperText={reason ?? reward.hint(text)}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            slotProps={{
              htmlInput: { maxLength: TASK_TITLE_MAX, enterKeyHint: 'done', autoComplete: 'off' },
              formHelperText: { role: reason === null ? 'status' : 'alert' },
            }}
            sx={quietField}
          />
        </WithCutPasteNote>
      )}
      {!pasted && (
        <TemplateMenu projectID={projectID} where={where} onChoose={(templateID) => onTemplate(column, templateID)} />
      )}
      {waiting}
      {unsent && <QuickAddGuard />}
    </Box>
  )
})
