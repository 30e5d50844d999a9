import { Alert, MenuItem, TextField } from '@mui/material'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { contract, INVITE_MESSAGE_MAX, type Profile, type ProjectListItem } from '#shared/contract/index.ts'
import { projectStatus } from '#shared/rules/statuses.ts'
import { errorText } from '#lib/query-client.ts'
import { CharacterCount } from '#ui/form/CharacterCount.tsx'
import { Field } from '#ui/form/Field.tsx'
import { DialogForm, FormButtons } from '#ui/form/FormDialog.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { useInvite } from './mutations.ts'

/** The body of the call, and the project that it is for. */
const invitation = z.object({
  ...contract.memberships.invite.body.shape,
  projectID: z.string().min(1, 'Please select a project'),
})
type Fields = z.input<typeof invitation>
type Values = z.output<typeof invitation>

const roles = [
  { value: 'member', label: 'Member', what: 'contribute to tasks' },
  { value: 'admin', label: 'Admin', what: 'manage project and team members' },
] as const

type InviteFormProps = {
  person: Pick<Profile, 'id'>
  projects: readonly ProjectListItem[]
  /** Called with whether typed text would be lost on closing. */
  onDirty: (isDirty: boolean) => void
  onCancel: () => void
  onSent: () => void
}

export const InviteForm = ({ person, projects, onDirty, onCancel, onSent }: InviteFormProps) => {
  const invite = useInvite(person.id)
  const { control, register, handleSubmit, formState } = useForm<Fields, unknown, Values>({
    resolver: zodResolver(invitation),
    defaultValues: { projectID: '', role: 'member', message: '' },
  })
  const { errors } = formState
  const message = useWatch({ control, name: 'message' }) ?? ''
  const tell = useEffectEvent(onDirty)
  const wouldLose = message.trim() !== ''
  useEffect(() => tell(wouldLose), [wouldLose])
  const submit = handleSubmit((values) => {
    if (invite.isPending) return
    invite.mutate(values, { onSuccess: onSent })
  })
  return (
    <DialogForm
      onSubmit={() => void submit()}
      actions={
        <FormButtons onCancel={onCancel} isPending={invite.isPending}>
          Send Invitation
        </FormButtons>
      }
    >
      {invite.isError && (
        <Alert severity="error">{errorText(invite.error, 'Failed to send invite. Please try again.')}</Alert>
      )}
      <Controller
        name="projectID"
        control={control}
        render={({ field: { ref, ...field } }) => (
          <TextField
            select
            label="Project"
            {...field}
            inputRef={ref}
            error={Boolean(errors.projectID)}
            helperText={errors.projectID?.message}
            slotProps={{
              select: {
                displayEmpty: true,
                MenuProps: { slotProps: { paper: { sx: { maxHeight: 320 } } } },
              },
            }}
          >
            <MenuItem value="" disabled>
              Select a project
            </MenuItem>
            {projects.map(({ id, title, status }) => (
              <MenuItem key={id} value={id} sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
                {title}
                {status === projectStatus.drafted && ' (draft)'}
              </MenuItem>
            ))}
          </TextField>
        )}
      />
      <Controller
        name="role"
        control={control}
        render={({ field: { value = 'member', onChange } }) => (
          <RadioCards label="Role" choices={roles} value={value} onChange={onChange} />
        )}
      />
      <Field
        label="Message (optional)"
        multiline
        minRows={3}
        placeholder="Why this project, and why this person?"
        error={errors.message?.message}
        hint={<CharacterCount count={message.length} max={INVITE_MESSAGE_MAX} />}
        inputProps={{ maxLength: INVITE_MESSAGE_MAX }}
        {...register('message')}
      />
    </DialogForm>
  )
}
