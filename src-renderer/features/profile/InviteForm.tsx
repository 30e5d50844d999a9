import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormLabel from '@mui/material/FormLabel'
import MenuItem from '@mui/material/MenuItem'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import TextField from '@mui/material/TextField'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useEffectEvent } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { contract, INVITE_MESSAGE_MAX, type Profile, type ProjectListItem } from '../../../shared/contract/index.ts'
import { projectStatus } from '../../../shared/rules/statuses.ts'
import { errorText } from '../../lib/query-client.ts'
import { CharacterCount } from '../../ui/CharacterCount.tsx'
import { Field } from '../../ui/Field.tsx'
import { useInvite } from './mutations.ts'

/** The call's own body, and which project it goes to. */
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
  /** Told whether something that was typed would be lost. */
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
    <Box component="form" noValidate onSubmit={(event) => void submit(event)} sx={{ overflowY: 'auto' }}>
      <DialogContent sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
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
          render={({ field }) => (
            <FormControl>
              <FormLabel
                id="invite-role"
                sx={{ mb: 0.75, fontSize: '0.875rem', fontWeight: 600, color: 'text.primary' }}
              >
                Role
              </FormLabel>
              <RadioGroup aria-labelledby="invite-role" {...field} sx={{ gap: 1 }}>
                {roles.map(({ value, label, what }) => (
                  <FormControlLabel
                    key={value}
                    value={value}
                    control={<Radio size="small" />}
                    label={
                      <>
                        <Box component="span" sx={{ fontWeight: 600 }}>
                          {label}
                        </Box>{' '}
                        <Box component="span" sx={{ color: 'text.secondary' }}>
                          {what}
                        </Box>
                      </>
                    }
                    sx={{
                      m: 0,
                      px: 1,
                      py: 0.5,
                      border: 1,
                      borderRadius: 1,
                      borderColor: field.value === value ? 'primary.main' : 'divider',
                    }}
                  />
                ))}
              </RadioGroup>
            </FormControl>
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
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button color="inherit" onClick={onCancel} disabled={invite.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" loading={invite.isPending}>
          Send Invitation
        </Button>
      </DialogActions>
    </Box>
  )
}
