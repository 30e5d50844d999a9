import { Box, Button } from '@mui/material'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { TASK_TITLE_MAX } from '#shared/contract/index.ts'
import { Field } from '#ui/form/Field.tsx'

type OwnTaskProps = {
  /** What is typed. */
  title: string
  /** The tasks are being created, so none may join them. */
  isLocked: boolean
  onType: (title: string) => void
  /** Adds the task of that title, unless nothing is typed. */
  onAdd: () => void
}

/** A line in which a person adds a task of their own by its title. The field keeps the focus for the next one. */
export const OwnTask = ({ title, isLocked, onType, onAdd }: OwnTaskProps) => {
  const field = useRef<HTMLInputElement>(null)
  const add = () => {
    field.current?.focus()
    onAdd()
  }
  return (
    <Box sx={{ mt: 2, display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Field
          label="A task of your own"
          value={title}
          disabled={isLocked}
          inputRef={field}
          inputProps={{ maxLength: TASK_TITLE_MAX }}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
      </Box>
      {/* Level with the field, which is below its label. */}
      <Button variant="outlined" startIcon={<Plus size={18} aria-hidden />} disabled={isLocked} onClick={add}>
        Add
      </Button>
    </Box>
  )
}
