import { Box, Button, Checkbox, FormHelperText, IconButton, InputBase, Tooltip, Typography } from '@mui/material'
import { Plus, Trash2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { DONE_WHEN_MAX, DONE_WHEN_TEXT_MAX, type Task } from '#shared/contract/index.ts'
import { isSubmitKey } from '#lib/submit-key.ts'
import { size, weight } from '#ui/look/tokens.ts'
import type { EditedLine } from '../data/more-form.ts'
import { useTickLine } from '../data/mutations.ts'
import { WithCutPasteNote } from '#ui/form/CutPasteNote.tsx'
import { useKeptFocus, useLineKeys } from './use-line-rows.ts'

type DoneWhenFieldProps = {
  /** The task as it is now, or null while it is only being created. */
  task: Task | null
  lines: readonly EditedLine[]
  onChange: (lines: readonly EditedLine[]) => void
  /** Why the viewer may not change the lines, empty where the form says it elsewhere, and why they may not tick them; null when they may. */
  whyNotChange: string | null
  whyNotTick: string | null
  /** Called with the task after a line was ticked. */
  onTicked: (task: Task) => void
  /** Saves the lines of an open task. */
  onSubmit?: (() => void) | undefined
}

/**
 * 'Done when': lines that can be ticked. A tick is saved at once, so that several people can tick; the lines themselves are
 * saved together.
 */
export const DoneWhenField = (props: DoneWhenFieldProps) => {
  const { task, lines, onChange, whyNotChange, whyNotTick, onTicked, onSubmit } = props
  const titleId = useId()
  const list = useRef<HTMLUListElement>(null)
  const keys = useLineKeys(lines)
  const keptFocus = useKeptFocus(list, lines.length)
  const tick = useTickLine(task?.projectID ?? '', onTicked)
  const mayChange = whyNotChange === null
  const isDoneOf = (id: string) => tick.tickOf(id) ?? task?.doneWhen?.find((line) => line.id === id)?.isDone
  const doneOf = (id: string | undefined) => (id !== undefined && isDoneOf(id)) ?? false
  const change = (at: number, text: string) => onChange(lines.map((line, n) => (n === at ? { ...line, text } : line)))
  const add = () => {
    onChange([...lines, { text: '' }])
    setTimeout(() => list.current?.querySelector<HTMLElement>('li:last-child input[type="text"]')?.focus())
  }
  const note = whyNotChange ?? (lines.length >= DONE_WHEN_MAX && `A task has at most ${DONE_WHEN_MAX} lines.`)
  const done = lines.filter(({ id }) => doneOf(id)).length
  return (
    <Box role="group" aria-labelledby={titleId} sx={{ display: 'grid', gap: 0.5 }}>
      <Typography id={titleId} component="h3" sx={{ fontSize: size.small, fontWeight: weight.semibold }}>
        Done when{lines.length > 0 && <Box component="span" className="tabular">{` (${done} of ${lines.length})`}</Box>}
      </Typography>
      <Box component="ul" ref={list} {...keptFocus} sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.25 }}>
        {lines.map(({ id, text }, at) => (
          <Box component="li" key={keys[at]} sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
            <Tooltip title={whyNotTick ?? (id === undefined ? 'Not saved yet' : '')}>
              <span>
                <Checkbox
                  size="small"
                  checked={doneOf(id)}
                  disabled={whyNotTick !== null || id === undefined || task === null}
                  slotProps={{ input: { 'aria-label': `Done: ${text || 'new line'}` } }}
                  onChange={(_event, isDone) => {
                    if (task && id !== undefined) tick.mutate({ task, lineID: id, isDone })
                  }}
                />
              </span>
            </Tooltip>
            {mayChange ? (
              <WithCutPasteNote>
                <InputBase
                  fullWidth
                  value={text}
                  placeholder="What must be true"
                  onChange={(event) => change(at, event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return
                    event.preventDefault()
                    if (onSubmit && isSubmitKey(event)) onSubmit()
                    else if (lines.length < DONE_WHEN_MAX) add()
                  }}
                  slotProps={{ input: { 'aria-label': `Line ${at + 1}`, maxLength: DONE_WHEN_TEXT_MAX } }}
                  sx={{
                    fontSize: size.body,
                    borderBottom: 1,
                    borderColor: 'divider',
                    ...(doneOf(id) && { color: 'text.secondary', '& input': { textDecoration: 'line-through' } }),
                  }}
                />
              </WithCutPasteNote>
            ) : (
              <Typography
                sx={{
                  minWidth: 0,
                  overflowWrap: 'anywhere',
                  fontSize: size.body,
                  ...(doneOf(id) && { color: 'text.secondary', textDecoration: 'line-through' }),
                }}
              >
                {text}
              </Typography>
            )}
            {mayChange && (
              <IconButton
                size="small"
                aria-label={`Remove line ${at + 1}`}
                onClick={() => onChange(lines.filter((_, n) => n !== at))}
              >
                <Trash2 size={16} aria-hidden />
              </IconButton>
            )}
          </Box>
        ))}
      </Box>
      {mayChange && (
        <Button
          size="small"
          startIcon={<Plus size={16} aria-hidden />}
          disabled={lines.length >= DONE_WHEN_MAX}
          onClick={add}
          sx={{ justifySelf: 'start' }}
        >
          Add a line
        </Button>
      )}
      {note && <FormHelperText>{note}</FormHelperText>}
      {tick.isError && <FormHelperText error>The tick could not be saved. Please try again.</FormHelperText>}
    </Box>
  )
}
