import { Box, Checkbox, IconButton, TextField } from '@mui/material'
import { ChevronDown, X } from 'lucide-react'
import { memo, useState } from 'react'
import { TASK_TEXT_MAX, TASK_TITLE_MAX } from '#shared/contract/index.ts'
import { RewardField } from '#parts/rewards/RewardField.tsx'
import { quietField } from '#ui/list/quiet-field.ts'
import { radius } from '#ui/look/tokens.ts'
import type { PlanLine } from './plan-lines.ts'
import { WithCutPasteNote } from '#ui/form/CutPasteNote.tsx'

type PlanLineRowProps = {
  line: PlanLine
  /** The tasks are being created, so nothing may change. */
  isLocked: boolean
  onChange: (key: string, change: Partial<PlanLine>) => void
  onThrow: (key: string) => void
  currency: string
}

/** A line of the plan: ticked or not, its title to be changed in place, and its description below when it is opened. */
export const PlanLineRow = memo(function PlanLineRow({
  line,
  isLocked,
  onChange,
  onThrow,
  currency,
}: PlanLineRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { key, title, description, isChosen, reward } = line
  const name = title.trim() || 'Untitled line'
  const isMissing = isChosen && title.trim() === ''
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
        alignItems: 'center',
        columnGap: 0.5,
        rowGap: 1,
        p: 0.75,
        border: 1,
        borderColor: 'divider',
        borderRadius: radius.medium,
      }}
    >
      <Checkbox
        checked={isChosen}
        disabled={isLocked}
        onChange={(_event, chosen) => onChange(key, { isChosen: chosen })}
        slotProps={{ input: { 'aria-label': `Create “${name}”` } }}
      />
      <WithCutPasteNote>
        <TextField
          label="Task title"
          value={title}
          // A long title takes more lines, so that it can be judged on a phone.
          multiline
          maxRows={3}
          error={isMissing}
          helperText={isMissing && 'Required'}
          onChange={(event) => onChange(key, { title: event.target.value.replace(/\s*\n\s*/gu, ' '), isOwn: true })}
          // Enter in a line must not create the whole plan.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          slotProps={{ htmlInput: { maxLength: TASK_TITLE_MAX }, input: { readOnly: isLocked } }}
          sx={{ ...quietField, ...(!isChosen && { opacity: 0.75 }) }}
        />
      </WithCutPasteNote>
      <IconButton
        aria-label={`Description of “${name}”`}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        sx={isOpen ? { '& svg': { rotate: '180deg' } } : {}}
      >
        <ChevronDown size={18} aria-hidden />
      </IconButton>
      <IconButton aria-label={`Throw away “${name}”`} disabled={isLocked} onClick={() => onThrow(key)}>
        <X size={18} aria-hidden />
      </IconButton>
      {isChosen && reward !== undefined && (
        <Box sx={{ gridColumn: '2 / -1', maxWidth: 220 }}>
          <RewardField
            currency={currency}
            value={reward}
            isLocked={isLocked}
            onChange={(text) => onChange(key, { reward: text })}
          />
        </Box>
      )}
      {isOpen && (
        <WithCutPasteNote>
          <TextField
            multiline
            minRows={3}
            maxRows={12}
            label="Task description"
            placeholder="Without one, the title is used."
            value={description}
            onChange={(event) => onChange(key, { description: event.target.value, isOwn: true })}
            slotProps={{ htmlInput: { maxLength: TASK_TEXT_MAX }, input: { readOnly: isLocked } }}
            sx={{ gridColumn: '1 / -1' }}
          />
        </WithCutPasteNote>
      )}
    </Box>
  )
})
