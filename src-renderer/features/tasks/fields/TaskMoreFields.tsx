import { Alert, Box, Button, MenuItem, TextField, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useController } from 'react-hook-form'
import { BLOCKED_BY_MAX, LABELS_MAX, type Task, TASK_FILES_MAX, taskPriorities } from '#shared/contract/index.ts'
import { isManager } from '#shared/rules/membership.ts'
import { type MoreFields, whoMayChange, whyNotField } from '#shared/rules/task-fields.ts'
import { useCapability } from '#data/capabilities.ts'
import { projectTasksQuery } from '#data/tasks.ts'
import { formatDay } from '#lib/format.ts'
import { lazyPart } from '#lib/lazy-code.tsx'
import { useToday } from '#lib/use-today.ts'
import { DayField } from '#ui/form/DayField.tsx'
import { Field } from '#ui/form/Field.tsx'
import { inlineKeys } from '#ui/form/inline-keys.ts'
import { quietRows, whileInUse } from '#ui/form/quiet-fields.ts'
import { ReadField } from '#ui/form/ReadField.tsx'
import { Later } from '#ui/feedback/Later.tsx'
import { LabelChip } from '#ui/board/LabelChip.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { DoneWhen, type TaskMoreFieldsProps, useList, useStanding } from './DoneWhenOfTask.tsx'
import { newestFilesQuery } from '../data/queries.ts'
import { dueText, isOverdue, openBlockers, priorityLabels } from '../data/task-facts.ts'
import { createText, useMakeLabel } from '../data/use-make-label.ts'

const LabelsDialog = lazyPart(async () => (await import('./LabelsDialog.tsx')).LabelsDialog)

/** Fields for a new task, two in a line where there is room. */
export const fieldPairs = {
  display: 'grid',
  gap: 2.5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const

/** The ID of the option that makes a label; real ones begin at 1. */
const NEW_LABEL = 0

/** What can be estimated. */
const HOURS = 'From 0.25 to 999.'

/** A task as people name it: '#12 Draw the map'. */
const numbered = (task: Task): string => `#${task.taskId} ${task.title}`

/** The names of what is chosen, and how many there are whose names are not read yet, or cannot be. */
const namesOf = <T extends { id: string }>(ids: readonly string[], all: readonly T[], nameOf: (one: T) => string) => {
  const names = all.filter(({ id }) => ids.includes(id)).map(nameOf)
  const left = ids.length - names.length
  return [...names, ...(left > 0 ? [names.length > 0 ? `${left} more` : String(left)] : [])].join(', ')
}

/** The line for a host of the first release, which has no other field that a member may not change. */
const ONLY_MANAGERS = 'Only owners and admins can change the description and the assignee.'
const Line = ({ text }: { text: string }) => (
  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
    {text}
  </Typography>
)

/** The fields of a task that hosts of the first release do not have, and who may change what is read as text. */
export const TaskMoreFields = (props: TaskMoreFieldsProps & { hasDoneWhen: boolean }) => {
  const { role, task } = props
  if (useCapability('tasks2', true))
    // Their choosers take longer to draw than everything above them.
    return (
      <Later>
        <MoreFieldsOfTask {...props} />
      </Later>
    )
  return task !== null && !isManager(role) && <Line text={ONLY_MANAGERS} />
}

const MoreFieldsOfTask = ({ hasDoneWhen, ...props }: TaskMoreFieldsProps & { hasDoneWhen: boolean }) => {
  const { control, projectID, role, task, saving } = props
  const standing = useStanding(props)
  const mayChange = (field: keyof MoreFields) => whyNotField(field, standing) === null
  const { field: due, fieldState: dueState } = useController({ control, name: 'dueOn' })
  const priority = useController({ control, name: 'priority' }).field
  const { field: estimate, fieldState: estimateState, formState } = useController({ control, name: 'estimate' })
  const [labelIDs, setLabelIDs] = useList<number>(control, 'labels', saving)
  const [fileIDs, setFileIDs] = useList<string>(control, 'files', saving)
  const [blockerIDs, setBlockerIDs] = useList<string>(control, 'blockers', saving)
  const [opened, setOpened] = useState({ files: false, tasks: false, labels: false })
  const labels = useMakeLabel(projectID)
  const files = useQuery(newestFilesQuery(projectID, opened.files || fileIDs.length > 0))
  const tasks = useQuery({ ...projectTasksQuery(projectID), enabled: opened.tasks || blockerIDs.length > 0 })
  const others = (tasks.data ?? []).filter(({ id }) => id !== task?.id)
  const blockers = task ? openBlockers(task, others) : []
  const now = useToday()
  const overdue = (task && due.value === task.dueOn && isOverdue(task, now) && dueText(task, now)) || undefined
  const whoMay = whoMayChange(standing)
  return (
    <>
      {blockers.length > 0 && (
        <Alert severity="info">Blocked by {blockers.map(numbered).join(', ')}. You can still move it.</Alert>
      )}
      <Box sx={task ? quietRows : fieldPairs}>
        {mayChange('dueOn') ? (
          <DayField
            label="Due date"
            hint={overdue}
            error={dueState.error?.message}
            value={due.value}
            onChange={due.onChange}
            onBlur={() => {
              due.onBlur()
              saving?.leave('dueOn')
            }}
            onSave={saving && (() => void saving.save('dueOn'))}
            saved={saving && (formState.defaultValues?.dueOn ?? '')}
            {...(task && { placeholder: 'None' })}
          />
        ) : (
          <ReadField label="Due date" none="None">
            {due.value && [formatDay(due.value), overdue].filter(Boolean).join(' · ')}
          </ReadField>
        )}
        {mayChange('priority') ? (
          <TextField
            select
            label="Priority"
            {...priority}
            onChange={(event) => {
              priority.onChange(event)
              void saving?.save('priority')
            }}
          >
            {taskPriorities.map((name) => (
              <MenuItem key={name} value={name}>
                {priorityLabels[name]}
              </MenuItem>
            ))}
          </TextField>
        ) : (
          <ReadField label="Priority" none="">
            {priorityLabels[priority.value]}
          </ReadField>
        )}
        {mayChange('estimateHours') ? (
          <Field
            label="Estimate in hours"
            autoComplete="off"
            error={estimateState.error?.message}
            {...(task ? { placeholder: 'None', hint: HOURS, hintLook: whileInUse } : { hint: HOURS })}
            inputProps={{ inputMode: 'decimal', maxLength: 8 }}
            {...estimate}
            {...(saving && {
              onBlur: () => saving.leave('estimate'),
              onKeyDown: inlineKeys({
                save: () => void saving.save('estimate'),
                takeBack: estimateState.isDirty
                  ? () => estimate.onChange(formState.defaultValues?.estimate ?? '')
                  : null,
              }),
            })}
          />
        ) : (
          <ReadField label="Estimate in hours" none="None">
            {estimate.value}
          </ReadField>
        )}
        {mayChange('labelIDs') ? (
          <Box sx={{ display: 'grid', justifyItems: 'start', '& > .MuiAutocomplete-root': { width: '100%' } }}>
            <ChoiceField
              label="Labels"
              options={labels.labels}
              value={labelIDs}
              onChange={setLabelIDs}
              nameOf={({ name }) => name}
              look={({ name, colour }) => <LabelChip name={name} colour={colour} />}
              max={LABELS_MAX}
              whyDisabled={null}
              isLoading={labels.isFetching}
              noneText={labels.noneText}
              creation={{
                optionOf: (typed) => {
                  const name = labels.newName(typed)
                  return name === null ? null : { id: NEW_LABEL, name, colour: 'grey' as const }
                },
                isOne: ({ id }) => id === NEW_LABEL,
                text: ({ name }) => createText(name),
                make: async ({ name }) => (await labels.make(name))?.id ?? null,
              }}
            />
            {isManager(role) && (
              <Button size="small" onClick={() => setOpened((now) => ({ ...now, labels: true }))}>
                Edit the project’s labels
              </Button>
            )}
          </Box>
        ) : (
          <ReadField label="Labels" none="None">
            {labelIDs.length > 0 &&
              labels.labels
                .filter(({ id }) => labelIDs.includes(id))
                .map(({ id, name, colour }) => <LabelChip key={id} name={name} colour={colour} />)}
          </ReadField>
        )}
      </Box>
      {hasDoneWhen && <DoneWhen {...props} />}
      <Box sx={task ? quietRows : { display: 'grid', gap: 2.5 }}>
        {mayChange('fileIDs') ? (
          <ChoiceField
            label="Files"
            options={files.data ?? []}
            value={fileIDs}
            onChange={setFileIDs}
            nameOf={({ name }) => name}
            max={TASK_FILES_MAX}
            whyDisabled={null}
            isLoading={files.isFetching}
            onOpen={() => setOpened((now) => ({ ...now, files: true }))}
            noneText="The project has no more files."
          />
        ) : (
          <ReadField label="Files" none="None">
            {namesOf(fileIDs, files.data ?? [], ({ name }) => name)}
          </ReadField>
        )}
        {mayChange('blockedByIDs') ? (
          <ChoiceField
            label="Blocked by"
            options={others}
            value={blockerIDs}
            onChange={setBlockerIDs}
            nameOf={numbered}
            max={BLOCKED_BY_MAX}
            whyDisabled={null}
            isLoading={tasks.isFetching}
            onOpen={() => setOpened((now) => ({ ...now, tasks: true }))}
            noneText="There is no other task."
          />
        ) : (
          <ReadField label="Blocked by" none="Nothing">
            {namesOf(blockerIDs, others, numbered)}
          </ReadField>
        )}
      </Box>
      {whoMay !== null && <Line text={whoMay} />}
      {opened.labels && (
        <Suspense fallback={null}>
          <LabelsDialog
            projectID={projectID}
            labels={labels.labels}
            onClose={() => setOpened((now) => ({ ...now, labels: false }))}
          />
        </Suspense>
      )}
    </>
  )
}
