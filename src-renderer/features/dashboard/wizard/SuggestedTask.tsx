import { Alert, Box, Button, Card, Checkbox, Chip, CircularProgress, Typography } from '@mui/material'
import { CircleCheck } from 'lucide-react'
import { useId, useState } from 'react'
import { TASK_TEXT_MAX, TASK_TITLE_MAX } from '#shared/contract/index.ts'
import { useEditButton } from '#lib/use-edit-button.ts'
import { RewardField } from '#parts/rewards/RewardField.tsx'
import { Field } from '#ui/form/Field.tsx'
import { type DraftTask, isComplete } from './draft-tasks.ts'

type SuggestedTaskProps = {
  task: DraftTask
  /** The tasks are being created, so nothing of them may change. */
  isLocked: boolean
  onChange: (change: Partial<DraftTask>) => void
  currency: string
}

/** Fields for title and description, whose text goes into the task at once. */
const TaskFields = ({
  task,
  onChange,
  onDone,
}: Omit<SuggestedTaskProps, 'isLocked' | 'currency'> & { onDone: () => void }) => {
  const missing = (text: string) => (text.trim() ? undefined : 'Required')
  return (
    <Box
      sx={{ display: 'grid', gap: 2, mt: 1 }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Escape ends the editing of the task and does not close the wizard.
        event.stopPropagation()
        onDone()
      }}
    >
      <Field
        label="Task title"
        autoFocus
        value={task.title}
        error={missing(task.title)}
        inputProps={{ maxLength: TASK_TITLE_MAX }}
        onChange={(event) => onChange({ title: event.target.value, isEdited: true })}
        onKeyDown={(event) => event.key === 'Enter' && onDone()}
      />
      <Field
        label="Task description"
        multiline
        minRows={3}
        maxRows={12}
        value={task.description}
        inputProps={{ maxLength: TASK_TEXT_MAX }}
        onChange={(event) => onChange({ description: event.target.value, isEdited: true })}
      />
      <Box>
        <Button variant="outlined" size="small" onClick={onDone} disabled={!isComplete(task)}>
          Done
        </Button>
      </Box>
    </Box>
  )
}

/** What a written plan adds to the text: when the task is done, and about how long it takes. */
const PlannedPart = ({ task: { doneWhen = [], estimateHours } }: { task: DraftTask }) => (
  <>
    {doneWhen.length > 0 && (
      <Typography variant="body2" component="div" sx={{ mt: 1, color: 'text.secondary', maxWidth: '72ch' }}>
        Done when
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {doneWhen.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </Box>
      </Typography>
    )}
    {estimateHours !== undefined && (
      <Typography variant="body2" className="tabular" sx={{ mt: 0.5, color: 'text.secondary' }}>
        About {estimateHours} {estimateHours === 1 ? 'hour' : 'hours'}
      </Typography>
    )}
  </>
)

const State = ({ task }: { task: DraftTask }) => {
  if (task.state === 'creating') return <CircularProgress size={18} aria-label={`Creating ${task.title}`} />
  if (task.state === 'created')
    return <Chip size="small" color="success" variant="outlined" icon={<CircleCheck size={14} />} label="Created" />
  return <Chip size="small" variant="outlined" label="Not Started" />
}

/** One suggested task: whether it is chosen, its text, and the result of its creation. */
export const SuggestedTask = ({ task, isLocked, onChange, currency }: SuggestedTaskProps) => {
  const titleId = useId()
  const [isEditing, setIsEditing] = useState(false)
  const isFixed = isLocked || task.state === 'created'
  const isOpen = isEditing && !isFixed
  const edit = useEditButton(isOpen)
  const isWanted = task.isChosen || task.state === 'created'
  return (
    <Card
      component="article"
      aria-labelledby={titleId}
      sx={{
        p: { xs: 1.5, sm: 2 },
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 1,
        borderColor: isWanted ? 'primary.main' : 'divider',
      }}
    >
      <Checkbox
        checked={isWanted}
        disabled={isFixed}
        onChange={(_event, isChosen) => onChange({ isChosen })}
        slotProps={{ input: { 'aria-labelledby': titleId } }}
        sx={{ alignSelf: 'start', mt: -0.75, ml: { xs: -1, sm: 0 } }}
      />
      <Box sx={{ minWidth: 0, display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Typography id={titleId} variant="h4" component="h3" sx={{ flex: '1 1 200px', overflowWrap: 'anywhere' }}>
          {task.title || 'Untitled task'}
        </Typography>
        <State task={task} />
        {!isFixed && !isOpen && (
          <Button ref={edit} size="small" aria-describedby={titleId} onClick={() => setIsEditing(true)}>
            Edit
          </Button>
        )}
      </Box>
      {/* On a phone the text has the whole width. */}
      <Box sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', sm: 2 } }}>
        {isOpen ? (
          <TaskFields task={task} onChange={onChange} onDone={() => setIsEditing(false)} />
        ) : (
          <Typography
            variant="body2"
            sx={{
              mt: 0.5,
              color: 'text.secondary',
              whiteSpace: 'pre-line',
              overflowWrap: 'anywhere',
              maxWidth: '72ch',
            }}
          >
            {task.description}
          </Typography>
        )}
        {!isOpen && <PlannedPart task={task} />}
        {isWanted && task.reward !== undefined && (
          <Box sx={{ mt: 1.5, maxWidth: 220 }}>
            <RewardField
              currency={currency}
              value={task.reward}
              isLocked={isFixed}
              onChange={(reward) => onChange({ reward, isEdited: true })}
            />
          </Box>
        )}
        {task.state === 'failed' && (
          <Alert severity="error" sx={{ mt: 1.5 }}>
            Failed to create task{task.reason && `: ${task.reason}`}
          </Alert>
        )}
      </Box>
    </Card>
  )
}
