import { Alert, Box, Button, Typography } from '@mui/material'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { passwordChange } from '#shared/contract/account.ts'
import { newPasswordOf } from '#shared/contract/common.ts'
import { passwordRefusal } from '#shared/rules/password.ts'
import { usePasswordMin } from '#data/password-rules.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { errorText } from '#lib/query-client.ts'
import { toast } from '#lib/toast.ts'
import { NewPasswordField } from '#ui/form/NewPasswordField.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { TitledCard } from '#ui/layout/TitledCard.tsx'
import { useChangePassword } from './mutations.ts'
import { ownerQuery } from './queries.ts'
import { OwnAccount } from '#parts/OwnAccount.tsx'

const fieldsOf = (min: number) =>
  passwordChange
    .extend({ newPassword: newPasswordOf(min), confirmation: z.string() })
    .refine(({ newPassword, confirmation }) => newPassword === confirmation, {
      path: ['confirmation'],
      message: 'Passwords do not match.',
    })
const empty = { oldPassword: '', newPassword: '', confirmation: '' }

/** Changes the viewer's password; the old one is asked for. */
export const PasswordCard = () => {
  const change = useChangePassword()
  const min = usePasswordMin()
  // Where it has not come, the server knows whose password it is.
  const { data: owner = {} } = useQuery(ownerQuery())
  const { register, handleSubmit, formState, setError, reset, control } = useForm<z.input<ReturnType<typeof fieldsOf>>>(
    {
      resolver: zodResolver(fieldsOf(min)),
      defaultValues: empty,
    },
  )
  const { errors } = formState
  const typed = useWatch({ control, name: 'newPassword' })
  const submit = handleSubmit(({ oldPassword, newPassword }) => {
    if (change.isPending) return
    const message = passwordRefusal(newPassword, { min, owner })
    if (message !== null) return setError('newPassword', { message }, { shouldFocus: true })
    change.mutate(
      { oldPassword, newPassword },
      {
        onSuccess: () => {
          reset(empty)
          toast('Password changed', 'success')
        },
        // An error that is shown beside its field is not repeated above the form.
        onError: (error) => {
          if (showFieldErrors(error, ['oldPassword', 'newPassword'], setError)) change.reset()
        },
      },
    )
  })
  return (
    <TitledCard title="Password" level={2}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2.5 }}>
        All other sessions end when it changes; this one stays.
      </Typography>
      <Box
        component="form"
        onSubmit={(event) => void submit(event)}
        noValidate
        sx={{ display: 'grid', gap: 2.5, maxWidth: 420, justifyItems: 'start' }}
      >
        {change.isError && (
          <Alert severity="error" sx={{ width: '100%' }}>
            {errorText(change.error, 'Failed to change the password')}
          </Alert>
        )}
        <OwnAccount />
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          error={errors.oldPassword?.message}
          {...register('oldPassword')}
        />
        <NewPasswordField
          label="New password"
          typed={typed}
          least={min}
          owner={owner}
          error={errors.newPassword?.message}
          {...register('newPassword')}
        />
        <PasswordField
          label="Confirm new password"
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...register('confirmation')}
        />
        <Button type="submit" variant="contained" loading={change.isPending}>
          Change password
        </Button>
      </Box>
    </TitledCard>
  )
}
