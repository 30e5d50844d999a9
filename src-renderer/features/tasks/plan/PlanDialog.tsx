import { Alert, Box, Button, LinearProgress, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { type ClipboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { USUAL_CURRENCY } from '#shared/contract/currency.ts'
import { type ProjectRole, TASK_TITLE_MAX } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { readPastedList } from '#shared/rules/pasted-list.ts'
import { taskStatus } from '#shared/rules/statuses.ts'
import { useCapability } from '#data/capabilities.ts'
import { projectQuery } from '#data/projects.ts'
import { offerOf } from '#parts/rewards/offer-of.ts'
import { ShareReward } from '#parts/rewards/ShareReward.tsx'
import { usePlanName } from './use-plan-name.ts'
import { newKey } from '#lib/new-key.ts'
import { errorText } from '#lib/query-client.ts'
import { useUnsavedChanges } from '#lib/unsaved-changes.ts'
import { TaskSourceNote } from '#ui/feedback/AiSourceNote.tsx'
import { DialogForm, FormButtons, FormDialog } from '#ui/form/FormDialog.tsx'
import { useMakeTasks } from '../board/use-make-tasks.ts'
import { leavesDialog } from '../filters/use-tasks-view.ts'
import { chosenTasks } from './plan-lines.ts'
import { PlanLineRow } from './PlanLineRow.tsx'
import { usePlan } from './use-plan.ts'
import { WithCutPasteNote } from '#ui/form/CutPasteNote.tsx'

type Plan = ReturnType<typeof usePlan>

/** What becomes of the suggestions: on their way, failed, or who wrote them. The lines stay in any case. */
const Suggesting = ({ plan, isLocked }: { plan: Plan; isLocked: boolean }) => {
  if (plan.isSuggesting)
    return (
      <Box role="status" sx={{ display: 'grid', gap: 1 }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary' }}>
          Thinking of tasks…
          <Button size="small" color="inherit" onClick={plan.cancel}>
            Cancel
          </Button>
        </Box>
        <LinearProgress aria-label="Thinking of tasks" />
      </Box>
    )
  return (
    <>
      {plan.error && <Alert severity="error">{errorText(plan.error, 'Failed to get suggested tasks')}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.5 }}>
        <Button
          variant="outlined"
          size="small"
          startIcon={<Sparkles size={16} aria-hidden />}
          disabled={isLocked}
          onClick={plan.suggest}
        >
          {plan.error && plan.lines.length === 0 ? 'Try again' : 'Suggest more'}
        </Button>
        <Typography variant="body2" sx={{ color: 'text.secondary', flex: '1 1 260px' }}>
          {plan.isNothingNew
            ? plan.source === 'local' && plan.lines.length === 0
              ? 'No written plan fits this project. Add lines of your own.'
              : 'No more suggestions. Add lines of your own.'
            : ''}{' '}
          {!plan.isNothingNew && plan.source && <TaskSourceNote source={plan.source} />}
        </Typography>
      </Box>
    </>
  )
}

type OwnLineProps = { text: string; onType: (text: string) => void; onAdd: Plan['add']; isLocked: boolean }

/** Adds a line of one's own; a pasted list adds one for each of its lines. */
const OwnLine = ({ text, onType, onAdd, isLocked }: OwnLineProps) => {
  const add = () => {
    const title = text.trim()
    if (title === '') return
    onAdd([{ title, description: title }])
    onType('')
  }
  const onPaste = (event: ClipboardEvent<HTMLElement>) => {
    const { tasks } = readPastedList(event.clipboardData.getData('text/plain'))
    if (tasks.length < 2) return
    event.preventDefault()
    onAdd(tasks)
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'end', gap: 1 }}>
      <WithCutPasteNote>
        <TextField
          label="A line of your own"
          placeholder="Type a title, or paste a list"
          value={text}
          disabled={isLocked}
          onChange={(event) => onType(event.target.value)}
          onPaste={onPaste}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // It adds the line and does not create the plan.
            event.preventDefault()
            add()
          }}
          slotProps={{ htmlInput: { maxLength: TASK_TITLE_MAX, autoComplete: 'off' } }}
        />
      </WithCutPasteNote>
      <Button onClick={add} disabled={isLocked || text.trim() === ''} sx={{ height: 44 }}>
        Add
      </Button>
    </Box>
  )
}

type PlanDialogProps = { projectID: string; role: ProjectRole; onClose: () => void }

const PlanForm = ({ projectID, role, onClose }: PlanDialogProps) => {
  const plan = usePlan(projectID)
  const hasRewards = useCapability('rewards', isManager(role))
  const project = useQuery({ ...projectQuery(projectID), enabled: hasRewards }).data
  const currency = project?.currency ?? USUAL_CURRENCY
  const { make, isPending } = useMakeTasks(projectID, role)
  const [reason, setReason] = useState<string | null>(null)
  const [isDone, setIsDone] = useState(false)
  const key = useRef('')
  const sent = useRef('')
  const [own, setOwn] = useState('')
  useUnsavedChanges((plan.isDirty || own.trim() !== '') && !isDone, leavesDialog)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isDone) close()
  }, [isDone])
  const typed = own.trim()
  // A line that is typed and not added yet is meant, too.
  const tasks = [
    ...chosenTasks(plan.lines, taskStatus.assigned, currency),
    ...(typed ? [{ title: typed, description: typed, status: taskStatus.assigned }] : []),
  ]
  const chosen = plan.lines.filter(({ isChosen }) => isChosen)
  const isIncomplete =
    tasks.some(({ title }) => title === '') || chosen.some(({ reward }) => offerOf(reward, currency) === null)
  const submit = () => {
    if (tasks.length === 0 || isIncomplete || isPending) return
    setReason(null)
    if (typed) plan.add([{ title: typed, description: typed }])
    setOwn('')
    // The same plan again is the same try, in case that the answer was lost.
    const body = JSON.stringify(tasks)
    if (sent.current !== body) key.current = newKey()
    sent.current = body
    make(key.current, tasks, {
      onSuccess: () => setIsDone(true),
      onError: (why, made) => {
        setReason(made > 0 ? `${made} of them are there. ${why}` : why)
        if (made > 0) plan.dropMade(made)
      },
    })
  }
  const count = tasks.length === 1 ? '1 task' : `${tasks.length} tasks`
  return (
    <DialogForm
      onSubmit={submit}
      actions={
        <FormButtons onCancel={onClose} isPending={isPending} disabled={tasks.length === 0 || isIncomplete}>
          {tasks.length === 0 ? 'Create tasks' : `Create ${count}`}
        </FormButtons>
      }
    >
      <Typography sx={{ color: 'text.secondary', maxWidth: '68ch' }}>
        Tick what you want and change its words. Only ticked lines become tasks.
      </Typography>
      {plan.lines.length > 0 && (
        <Box
          component="ul"
          aria-label="Suggested tasks"
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}
        >
          {plan.lines.map((line) => (
            <PlanLineRow
              key={line.key}
              line={line}
              isLocked={isPending}
              onChange={plan.change}
              onThrow={plan.throwAway}
              currency={currency}
            />
          ))}
        </Box>
      )}
      <Suggesting plan={plan} isLocked={isPending} />
      {hasRewards && project && (
        <ShareReward
          tasks={chosen}
          currency={currency}
          budget={project.budget ?? null}
          isLocked={isPending}
          onShare={(rewards) => rewards.forEach((reward, key) => plan.change(key, { reward }))}
        />
      )}
      <OwnLine text={own} onType={setOwn} onAdd={plan.add} isLocked={isPending} />
      {reason && <Alert severity="error">{reason}</Alert>}
    </DialogForm>
  )
}

/** Plans tasks of a project: suggestions are looked through, and the chosen ones created in one go. */
export const PlanDialog = (props: PlanDialogProps) => (
  <FormDialog title={usePlanName()} isOpen onClose={props.onClose} maxWidth="md" hasCross>
    <PlanForm {...props} />
  </FormDialog>
)
