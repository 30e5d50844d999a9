import { Alert, Box, Button } from '@mui/material'
import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { newPasswordOf } from '#shared/contract/common.ts'
import { passwordRefusal } from '#shared/rules/password.ts'
import { usePasswordMin } from '#data/password-rules.ts'
import { showFieldErrors } from '#lib/form-errors.ts'
import { AccountInForm } from '#ui/form/AccountInForm.tsx'
import { NewPasswordField } from '#ui/form/NewPasswordField.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { AuthHeading } from '#parts/entry/AuthHeading.tsx'
import { useResetPassword } from './mutations.ts'

const fieldsOf = (min: number) =>
  z
    .object({ password: newPasswordOf(min), confirmation: z.string() })
    .refine(({ password, confirmation }) => password === confirmation, {
      path: ['confirmation'],
      message: 'Passwords do not match.',
    })

type ResetPasswordFormProps = { token: string; email: string; onDone: () => void }

export const ResetPasswordForm = ({ token, email, onDone }: ResetPasswordFormProps) => {
  const reset = useResetPassword()
  const min = usePasswordMin()
  const { register, handleSubmit, formState, setError, control } = useForm<z.input<ReturnType<typeof fieldsOf>>>({
    resolver: zodResolver(fieldsOf(min)),
    defaultValues: { password: '', confirmation: '' },
  })
  const { errors } = formState
  const typed = useWatch({ control, name: 'password' })
  const submit = handleSubmit(({ password }) => {
    if (reset.isPending) return
    const message = passwordRefusal(password, { min, owner: { email } })
    if (message !== null) return setError('password', { message }, { shouldFocus: true })
    reset.mutate(
      { token, email, password },
      {
        onSuccess: onDone,
        // An error that is shown beside its field is not repeated above the form.
        onError: (error) => {
          if (showFieldErrors(error, ['password'], setError)) reset.reset()
        },
      },
    )
  })
  return (
    <Box component="form" onSubmit={(event) => void submit(event)} noValidate>
      <AuthHeading title="Reset Password">
        Choose a new password for <strong>{email}</strong>. It ends all your sessions.
      </AuthHeading>
      <Box sx={{ display: 'grid', gap: 2.5 }}>
        {reset.isError && <Alert severity="error">Failed to reset password. Please try again.</Alert>}
        <AccountInForm email={email} />
        <NewPasswordField
          label="New Password"
          autoFocus
          typed={typed}
          least={min}
          owner={{ email }}
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordField
          label="Confirm Password"
          autoComplete="new-password"
          error={errors.confirmation?.message}
          {...register('confirmation')}
        />
        <Button type="submit" variant="contained" size="large" loading={reset.isPending}>
          Reset Password
        </Button>
      </Box>
    </Box>
  )
}
